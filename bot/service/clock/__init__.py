"""What clocks do: deadlines and reminders, pauses, and the scheduler that acts on all of it."""
