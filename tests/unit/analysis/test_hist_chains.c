/* Chains that are collected when graphs are wanted: however many there are, each is kept once for each worker. */
#include "analysis/profile/rows/hist_chains.h"
#include "analysis/profile/rows/hist_pass.h"
#include "analysis/profile/collect/hist_private.h"
#include "analysis/profile/rows/hist_reporter.h"
#include "tests/unit/session/recording.h"

enum { CHAINS = 5000, LEAF_VADDR = 0x500000 };

/* Chain number i, twice: of two or three addresses, of which no other chain has all. */
static void write_recording(void)
{
	struct writer w = { .sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_CALLCHAIN };
	for (uint64_t i = 0; i < 2 * CHAINS; i++) {
		uint64_t n = i % CHAINS;
		const uint64_t chain[] = { CONTEXT_USER, LEAF_VADDR, 0x600000 + n % 70, 0x700000 + n };
		const struct sample sample = { .ip = LEAF_VADDR,
					       .pid = 1,
					       .tid = 1,
					       .time_ns = 1000 + i,
					       .misc = CPUMODE_USER,
					       .callchain = chain,
					       .nr_callchain = n < 70 ? 3 : 4 };
		put_as(&w, &sample, 0);
	}
	write_file(&w);
	out_done(&w.out);
}

static void check_chains(const hist_chain_vec *chains, unsigned threads)
{
	uint64_t count = 0, period = 0;
	CHECK(chains != NULL);
	if (!chains) return;
	if (threads == 1) CHECK_INT(chains->count, CHAINS);
	CHECK(chains->count >= CHAINS && chains->count <= (size_t)threads * CHAINS);
	for (size_t i = 0; i < chains->count; i++) {
		count += chains->items[i].count;
		period += chains->items[i].period;
	}
	CHECK_INT(count, 2 * CHAINS);
	CHECK_INT(period, 2 * CHAINS);
}

static void run(unsigned threads)
{
	const struct session_options session_options = {
		.input = path, .force = true, .threads = threads, .piece_bytes = 4096
	};
	const struct key *keys[] = { key_find("symbol") };
	const struct hist_options options = { .keys = keys,
					      .nr_keys = 1,
					      .use_chains = true,
					      .chains_for_graphs = true,
					      .chain_key = CHAIN_ADDRESS,
					      .max_stack = 127 };
	const struct hist_report_options report = { .graphs = true, .graph.by_weight = true };
	struct session *session = NULL;
	struct hist *hist = NULL;
	_err_done_ struct err err = ERR_INIT;
	CHECK_INT(session_open(&session_options, &session, &err), 0);
	CHECK_INT(hist_collect(session, &options, &hist, &err), 0);
	CHECK(hist_chains_wait(hist));
	struct hist_event *event = hist_event_at(hist, 0);
	for (int round = 0; round < 2; round++) { /* the second replaces what the first collected */
		CHECK_INT(hist_chains_collect(hist, session, &event, 1, &report, &err), 0);
		CHECK_INT(event->entries.count, 1);
		check_chains(hist_chains_of(hist, event, &event->entries.items[0]), threads);
	}
	hist_free(hist);
	session_close(session);
}

TEST(each_chain_once)
{
	write_recording();
	run(1);
	run(3);
	unlink(path);
}

TEST_MAIN
