/* Markers as the definitions of user space probes that show them, in the words of the kernel's uprobe_events
 * (Documentation/trace/uprobetracer). */
#ifndef PROBE_SDT_DEFINITION_H
#define PROBE_SDT_DEFINITION_H

#include "base/strbuf.h"
#include "probe/sdt_note.h"

/* Appends what the build-id cache keeps of the markers of the file at path, each once with all its places:
 *     %sdt_libc:setjmp=setjmp
 *     p:sdt_libc/setjmp /lib/libc.so.6:0x3c6a1(0x1d2a3c) arg1=%di:u64 ...
 * Arguments that the kernel has no words for are left out, and so are places that are in no segment. */
void sdt_definitions_format(const struct sdt_notes *notes, const struct image *image, const char *path,
			    struct strbuf *out);

#endif
