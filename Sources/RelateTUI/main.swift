print("relate-tui")
