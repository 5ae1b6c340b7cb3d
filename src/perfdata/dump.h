/* The dump of a recording (`report -D`, `script -D`): every record as hexadecimal bytes and with its fields in words,
 * as upstream prints them. Text goes to an outbuf; in which order records come is the caller's
 * (session/session_dump.h). */
#ifndef PERFDATA_DUMP_H
#define PERFDATA_DUMP_H

#include "base/outbuf.h"
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"

enum dump_tool {
	DUMP_REPORT,
	DUMP_SCRIPT
}; /* upstream's commands differ in what they say of records they do not use */

struct dump {
	const struct perfdata *pd;
	enum dump_tool tool;
	struct outbuf *out;
	struct sample_scratch scratch;
	size_t attrs_seen;     /* pipe form: ATTR records so far */
	uint64_t sample_types; /* of the first nr_combined events, combined */
	size_t nr_combined;
};

void dump_init(struct dump *dump, const struct perfdata *pd, enum dump_tool tool, struct outbuf *out);
void dump_done(struct dump *dump);
/* Adds the record's block. Samples: their event and fields are left in *ret_sample (event NULL: unknown or damaged;
 * such samples and other records); what upstream adds below a sample, the thread and the object, is the caller's, who
 * knows them. */
void dump_record(struct dump *dump, const struct record *r, struct sample *ret_sample);

#endif
