# Attrs of 128 bytes: what an older or newer recorder writes.
attr_size 128
include ../../include/attr_with_all_fields.asm
