# Attrs of 96 bytes: what an older or newer recorder writes.
attr_size 96
include ../../include/attr_with_all_fields.asm
