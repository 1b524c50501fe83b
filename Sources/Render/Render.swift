// Values, graphs and plans as styled lines; knows no terminal.
