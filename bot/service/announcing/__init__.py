"""What is announced, as facts for the outbox, and its way out; texts are made when it is sent."""
