/* perf inject --convert-callchain: samples with registers and a copy of the stack (record --call-graph dwarf) get the
 * call chain that these unwind to, and lose them: a recording of a tenth of the size that needs no debug information
 * any more to be read. Calls that the compiler inlined are no addresses of their own: chains have them only where
 * whoever reads them has the debug information. */
#ifndef COMMANDS_INJECT_INJECT_CHAINS_H
#define COMMANDS_INJECT_INJECT_CHAINS_H

#include "perfdata/rewriter.h"
#include "session/session.h"

/* Zero at first. */
struct inject_chains {
	struct session *session;    /* borrowed */
	struct perf_events written; /* the recording's events as they are written */
	struct resolver *resolver;
	struct sample_scratch scratch;
	uint64_t *ips;         /* room for one chain */
	uint64_t count;        /* samples that were converted */
	uint64_t nr_unwound;   /* of these, those whose stack gave at least one address */
	uint64_t nr_unwritten; /* samples that are damaged, or too long for a record */
};

/* For a session that has read the recording. 0; -ENODATA with err set when no event copied stacks or samples have no
 * times, so that it is not known what was mapped. */
int inject_chains_init(struct inject_chains *chains, struct session *session, struct err *err) _warn_unused_;
/* What becomes of a sample. */
enum rewrite inject_chains_sample(struct inject_chains *chains, const struct record *r, struct outbuf *out);
/* Frees what it points to; a zeroed one is fine. */
void inject_chains_done(struct inject_chains *chains);

#endif
