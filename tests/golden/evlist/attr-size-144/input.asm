# Attrs of 144 bytes: what an older or newer recorder writes.
attr_size 144
include ../../include/attr_with_all_fields.asm
