"""Files: written whole, for their user alone, and tried again where others have them open."""
