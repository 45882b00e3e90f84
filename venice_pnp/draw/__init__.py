"""One scene in mm from template and row; two renderers that look the same: PDF and SVG."""
