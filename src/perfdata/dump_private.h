/* What the dump's files share: one function a record type, named in record_type.def. Each adds what follows
 * "PERF_RECORD_NAME" on the line, newlines included. */
#ifndef PERFDATA_DUMP_PRIVATE_H
#define PERFDATA_DUMP_PRIVATE_H

#include "perfdata/dump.h"

struct dump_item {
	const struct record *r;
	const struct perf_event *event; /* NULL: unknown */
	const struct sample_id *id;     /* of records other than samples */
	struct sample *sample;          /* of samples */
};

/* -EBADMSG: the record is damaged, and out holds what was added before that was found. */
typedef int dump_fn(struct dump *dump, const struct dump_item *item);
#define RECORD(NAME, number, function) dump_fn dump_##function;
#include "perfdata/format/record_type.def"
#undef RECORD

#endif
