# Attrs of 112 bytes: what an older or newer recorder writes.
attr_size 112
include ../../include/attr_with_all_fields.asm
