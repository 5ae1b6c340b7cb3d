/* What of a tracepoint's format text may be given to libtraceevent, which is not made for hostile text. Internal to event/. */
#ifndef EVENT_FORMAT_CHECK_H
#define EVENT_FORMAT_CHECK_H

#include <stddef.h>

#define FORMAT_PRINT "print fmt:"

enum format_trust {
	FORMAT_TRUSTED,
	FORMAT_FIELDS_ONLY, /* all but what follows FORMAT_PRINT */
	FORMAT_REFUSED,
};
enum format_trust format_check(const char *text, size_t size_bytes);

/* To be called when a format could not be parsed: the library keeps in static variables that it was within __print_flags or
   __print_symbolic, and would take the next field for theirs, without looking whether there is one. */
void format_reset_parser(void);

#endif
