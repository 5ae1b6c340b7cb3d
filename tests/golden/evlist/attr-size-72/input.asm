# Attrs of 72 bytes: what an older or newer recorder writes.
attr_size 72
include ../../include/attr_with_all_fields.asm
