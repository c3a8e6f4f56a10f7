"""What pages in a browser show alike: the colours, and the link in a QR code."""
