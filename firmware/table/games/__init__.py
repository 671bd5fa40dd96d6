"""What each game has of its own at the table: a guide and its views."""
