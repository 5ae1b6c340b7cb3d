# Attrs of 104 bytes: what an older or newer recorder writes.
attr_size 104
include ../../include/attr_with_all_fields.asm
