# Attrs of 64 bytes: what an older or newer recorder writes.
attr_size 64
include ../../include/attr_with_all_fields.asm
