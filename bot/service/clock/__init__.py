"""Time: clocks and waking hours, deadlines and reminders, and the scheduler that acts on them."""
