/* A recording through the session: model, samples on several threads in both orders, each resolved to frames. */
#ifndef TESTS_FUZZ_RESOLVE_ALL_H
#define TESTS_FUZZ_RESOLVE_ALL_H

#include "session/session.h"

static inline void resolve_all_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	(void)ctx;
	struct chain chain = { 0 };
	const struct callchain_options options = { .max_stack = 127 };
	struct sample_task task;
	resolver_task(worker->resolver, sample, &task);
	(void)resolver_sample_ip(worker->resolver, &task, sample);
	(void)callchain_resolve(worker->resolver, &task, sample, &options, &chain);
	chain_done(&chain);
}
static inline void *resolve_all_batch(void *ctx, struct session_worker *worker, size_t batch)
{
	(void)ctx;
	(void)worker;
	return (void *)(batch + 1);
}
static inline int resolve_all_finish(void *ctx, void *state)
{
	size_t *next = ctx;
	if ((size_t)state != ++*next) abort();
	return 0;
}

static inline void resolve_all(const char *path, unsigned threads)
{
	struct warnings *warnings = warnings_new();
	const struct session_options options = { .input = path,
						 .threads = threads,
						 .warnings = warnings,
						 .symbols = { .symfs = "/nonexistent-symfs",
							      .build_id_dir = "/nonexistent-debug",
							      .kallsyms = "/dev/null",
							      .demangle = true,
							      .warnings = warnings } };
	struct session *session;
	if (session_open(&options, &session, NULL) >= 0) {
		size_t next = 0;
		const struct sample_visitor any = { .sample = resolve_all_sample };
		const struct sample_visitor ordered = { .ctx = &next,
							.sample = resolve_all_sample,
							.batch_begin = resolve_all_batch,
							.batch_finish = resolve_all_finish };
		if (session_split_group_reads(session, NULL) < 0 || session_stitch_stacks(session, NULL) < 0 ||
		    session_samples(session, &any, NULL) < 0 ||
		    session_samples_ordered(session, &ordered, NULL) < 0) { /* said by a code: fine */
		}
		session_close(session);
	}
	warnings_free(warnings);
}

#endif
