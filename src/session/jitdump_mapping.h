/* A process that maps jit-PID.dump executable says with it that this file describes the code it generates. */
#ifndef SESSION_JITDUMP_MAPPING_H
#define SESSION_JITDUMP_MAPPING_H

#include "perfdata/record/record.h"

/* Is the record an executable mapping (MMAP or MMAP2) of such a file? Then it is decoded into *ret, whose strings point
 * into the record. Records of other types are cheap to ask about. */
bool jitdump_mapping_of(const struct record *r, struct record_mmap *ret);

#endif
