/* What the dump's files share: functions that add what follows "PERF_RECORD_NAME" on the line of a record, newlines
 * included, where that is more than one printf. */
#ifndef PERFDATA_DUMP_PRIVATE_H
#define PERFDATA_DUMP_PRIVATE_H

#include "perfdata/dump.h"

/* One record on its way through a show function: the record and what dump_record decoded of it beforehand. */
struct dump_item {
	const struct record *r;
	const struct perf_event *event; /* NULL: unknown */
	const struct sample_id *id;     /* of records other than samples */
	struct sample *sample;          /* of samples */
};

/* By layout, for those whose row in record_layout.def has BY. v: the record, whose cursors may be read. -EBADMSG: the
 * record is damaged, and out holds what was added before that was found. */
#define LAYOUT(name, fields, shown) \
	int dump_##name(struct dump *dump, const struct dump_item *item, struct record_##name *v);
#include "perfdata/record/record_layout.def"
#undef LAYOUT

#endif
