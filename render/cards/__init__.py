"""Cards: pictures that are not maps, about a thousand pixels wide, to be read on a phone."""
