/* A process that maps jit-PID.dump executable says with it that this file describes the code it generates. */
#ifndef SESSION_JITDUMP_MAPPING_H
#define SESSION_JITDUMP_MAPPING_H

#include "perfdata/record/record.h"

/* Is the record such a mapping? Then it is decoded. */
bool jitdump_mapping_of(const struct record *r, struct record_mmap *ret);

#endif
