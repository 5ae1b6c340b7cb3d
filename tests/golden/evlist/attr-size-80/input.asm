# Attrs of 80 bytes: what an older or newer recorder writes.
attr_size 80
include ../../include/attr_with_all_fields.asm
