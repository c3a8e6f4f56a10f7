"""Games that end in this process are kept; one that is over is read, and judged by processes."""
