# Attrs of 120 bytes: what an older or newer recorder writes.
attr_size 120
include ../../include/attr_with_all_fields.asm
