"""What all surfaces of one table share: its session, what it asks of its devices, dice in use."""
