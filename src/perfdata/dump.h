/* The dump of a recording (`report -D`, `script -D`): every record as hexadecimal bytes and with its fields in words,
 * as upstream prints them. Text goes to an outbuf; in which order records come is the caller's
 * (session/session_dump.h). */
#ifndef PERFDATA_DUMP_H
#define PERFDATA_DUMP_H

#include "base/outbuf.h"
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"

/* Which command dumps: upstream's differ in what they say of records they do not use. */
enum dump_tool { DUMP_REPORT, DUMP_SCRIPT };

/* The state of one dump, from dump_init to dump_done. Not to be shared between threads: the scratch and the counters
 * below change with each record. */
struct dump {
	const struct perfdata *pd;
	enum dump_tool tool;
	struct outbuf *out;
	struct sample_scratch scratch;
	/* Pipe form: number of ATTR records dumped so far. Upstream knows no more events than that when it prints a
	 * record. */
	size_t attrs_seen;
	/* The sample types of the first nr_combined events, or'ed. They say whether CPU and time stand in front of a
	 * record. */
	uint64_t sample_types;
	size_t nr_combined;
	/* Appends what a sample's raw data means, below its bytes, and an empty line; NULL: nobody knows. Set by the
	 * caller behind dump_init. */
	void (*raw)(void *ctx, const struct sample *sample, struct outbuf *out);
	void *raw_ctx;
};

/* pd and out are borrowed and must outlive the dump. */
void dump_init(struct dump *dump, const struct perfdata *pd, enum dump_tool tool, struct outbuf *out);
void dump_done(struct dump *dump);
/* Adds the record's block. Samples: their event and fields are left in *ret_sample (event NULL: unknown or damaged;
 * such samples and other records); what upstream adds below a sample, the thread and the object, is the caller's, who
 * knows them. */
void dump_record(struct dump *dump, const struct record *r, struct sample *ret_sample);

/* The line of an error that a decoder of a hardware trace met, as `perf script` shows it among the samples. */
void dump_auxtrace_error_text(const struct record_auxtrace_error *v, struct outbuf *out);

#endif
