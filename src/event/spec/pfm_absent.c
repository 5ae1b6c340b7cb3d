/* Stands for pfm.c where the headers of libpfm4 were not there when perf was built (meson.build chooses): its names are
 * not known, and nothing else of perf changes. pfm_open always fails, so that the other functions are never called with
 * a struct pfm. */
#include "event/spec/pfm.h"

#include <errno.h>

struct pfm *pfm_open(struct err *err)
{
	err_set(err, -ENOENT, "this perf was built without libpfm4");
	err_hint(err, "Install libpfm4-dev and build perf again to use its names of events.");
	return NULL;
}

void pfm_close(struct pfm *pfm) {}

int pfm_encode(struct pfm *pfm, const char *text, bool generic, struct event_attr *ret_attr, char **ret_name,
	       struct err *err)
{
	return err_set(err, -ENOENT, "this perf was built without libpfm4");
}

int pfm_parse(struct pfm *pfm, struct event_list *list, const char *text, struct err *err)
{
	return err_set(err, -ENOENT, "this perf was built without libpfm4");
}

const char *const *pfm_names(struct pfm *pfm)
{
	static const char *const none[] = { NULL };
	return none;
}
