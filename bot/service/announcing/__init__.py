"""What is announced after each change, as facts for the outbox; the texts are made when sent."""
