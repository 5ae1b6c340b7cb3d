/* Bytes of a recording without the pages that they are in: perfdata.h has the functions that map and drop those. */
#ifndef PERFDATA_PAGES_H
#define PERFDATA_PAGES_H

#include "perfdata/perfdata.h"

/* Bytes that lie in a record of pd, copied to `to` without mapping their pages: for who reads much that is not needed
 * again, as each page that is mapped and dropped costs more than copying it. pd NULL: they are not
 * of a recording. Any thread. */
void perfdata_copy(const struct perfdata *pd, const uint8_t *bytes, size_t size_bytes, uint8_t *to);

#endif
