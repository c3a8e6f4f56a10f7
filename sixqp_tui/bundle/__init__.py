"""The program as one file, `sixqp.pyz`, for machines without pip or the Internet: how it is made, and lent."""
