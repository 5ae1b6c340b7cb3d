# Attrs of 200 bytes: what an older or newer recorder writes.
attr_size 200
include ../../include/attr_with_all_fields.asm
