# Attrs of 136 bytes: what an older or newer recorder writes.
attr_size 136
include ../../include/attr_with_all_fields.asm
