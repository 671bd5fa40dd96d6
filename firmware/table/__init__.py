"""The table: what is asked, what each button does, and the loop that ties the devices together."""
