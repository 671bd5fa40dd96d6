"""What all surfaces of one table share: its session, its requests to devices, the dice in use."""
