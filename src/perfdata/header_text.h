/* The text of `--header`, `--header-only` and `-I`: comment lines about the file, the machine and the events. */
#ifndef PERFDATA_HEADER_TEXT_H
#define PERFDATA_HEADER_TEXT_H

#include "base/outbuf.h"
#include "perfdata/perfdata.h"

/* Appends the lines for pd to out. full (-I): long features (topologies, caches, memory) are printed in full;
 * otherwise one line each says that they are there. The date is the file's mtime in local time. In pipe form only what
 * was read so far is shown, so the caller reads first (header_text_read_all). */
void header_text_format(const struct perfdata *pd, bool full, struct outbuf *out);
/* Pipe form: reads the header records, that is all up to the first record of the kernel, or all when there is none.
 * Records read are gone for perfdata_next: only for --header-only. Returns 0 or -errno. */
int header_text_read_all(struct perfdata *pd);

#endif
