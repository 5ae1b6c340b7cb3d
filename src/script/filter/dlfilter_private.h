/* The inside of a loaded filter. */
#ifndef SCRIPT_FILTER_DLFILTER_PRIVATE_H
#define SCRIPT_FILTER_DLFILTER_PRIVATE_H

#include "script/filter/dlfilter.h"
#include "script/filter/perf_dlfilter.h"
#include "symbol/code/insn.h"

typedef int (*dlfilter_event_fn)(void *data, const struct perf_dlfilter_sample *sample, void *ctx);
/* The functions of a shared object; NULL: it has none of that name. */
struct dlfilter_object {
	void *handle;
	int (*start)(void **data, void *ctx);
	int (*stop)(void *data, void *ctx);
	dlfilter_event_fn event[2]; /* by enum dlfilter_step */
	const char *(*description)(const char **longer);
	struct perf_dlfilter_fns *functions;
};

/* What the filter knows as ctx. */
struct dlfilter {
	struct dlfilter_options options;
	struct dlfilter_object object;
	void *data;                               /* the filter's own */
	const struct dlfilter_question *question; /* NULL: it is not looking at a sample */
	struct perf_dlfilter_al ip, addr;         /* answers to this question */
	uint8_t insn[INSN_MAX_BYTES];
};

/* Opens a file and finds what it has. path: with a slash, or for the dynamic linker to find. 0, or -ENOENT; NULL err:
 * nobody wants to know. */
int dlfilter_object_open(const char *path, struct dlfilter_object *ret, struct err *err);
void dlfilter_object_close(struct dlfilter_object *object);
/* Where the file is, to be freed. */
char *dlfilter_find(const char *file, const char *exec_path);
/* What a filter may call. */
extern const struct perf_dlfilter_fns dlfilter_functions;
/* Whether the address of the event's samples is a place in the program. */
bool dlfilter_addr_is_place(const struct event_attr *attr);

#endif
