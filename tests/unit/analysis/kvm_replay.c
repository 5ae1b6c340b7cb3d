/* kvm_replay FILE...: what is counted of guests while they run is what a recording of them says. The records of the
 * file are given to analysis/kvm/kvm_live in rounds of a few, as they would come out of the rings; its rows have to be
 * those of kvm_run. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "analysis/kvm/kvm_live.h"
#include "base/vec.h"
#include "perfdata/perfdata.h"

enum { RECORDS_OF_ROUND = 5 };

struct round {
	VEC(uint64_t) words;
};

static void add(struct round *round, const struct record *r)
{
	size_t at = round->words.count, words = (r->size + 7u) / 8;
	vec_reserve(&round->words, at + words);
	memcpy(round->words.items + at, r->data, r->size);
	round->words.count += words;
}

/* What was given in the round before has to stay until the next one was due. */
static void replay(struct kvm_live *live, struct perfdata *perfdata)
{
	struct round rounds[2] = { 0 };
	unsigned open = 0, count = 0;
	bool begun = false;
	struct record r;
	while (perfdata_next(perfdata, &r) > 0) {
		if (!begun) kvm_live_begin(live, perfdata_events(perfdata), perfdata_header(perfdata));
		begun = true;
		if (r.type < RECORD_USER_TYPE_START) add(&rounds[open], &r);
		if (++count % RECORDS_OF_ROUND || !rounds[open].words.count) continue;
		kvm_live_round(live, rounds[open].words.items, rounds[open].words.count * 8);
		open = !open;
		kvm_live_due(live);
		rounds[open].words.count = 0;
	}
	for (int last = 0; begun && last < 2; last++) { /* the last round, and the empty one that lets it come out */
		kvm_live_round(live, rounds[open].words.items, rounds[open].words.count * 8);
		open = !open;
		kvm_live_due(live);
		rounds[open].words.count = 0;
	}
	for (unsigned i = 0; i < 2; i++) vec_done(&rounds[i].words);
}

static bool equal(const struct kvm_result *a, const struct kvm_result *b)
{
	bool same = a->nr_rows == b->nr_rows && a->nr == b->nr && a->total_ns == b->total_ns;
	for (size_t i = 0; same && i < a->nr_rows; i++)
		same = strcmp(a->rows[i].name, b->rows[i].name) == 0 && a->rows[i].nr == b->rows[i].nr &&
		       a->rows[i].total_ns == b->rows[i].total_ns && a->rows[i].max_ns == b->rows[i].max_ns;
	return same;
}

static uint64_t nr_long;
static void ended(void *ctx, const struct kvm_ended *which)
{
	(void)ctx;
	nr_long += which->length_ns >= 3000;
}

static bool check(const char *path, enum kvm_what what, bool may_lack)
{
	_err_done_ struct err err = ERR_INIT;
	const struct kvm_options options = { .what = what, .vcpu = -1 };
	const struct kvm_options live_options = { .what = what, .vcpu = -1, .ended = ended, .least_ns = 3000 };
	struct session *session;
	struct perfdata *perfdata;
	struct kvm *kvm;
	const struct kvm_result *result;
	if (session_open(&(struct session_options){ .input = path }, &session, &err) < 0) return false;
	if (kvm_run(session, &options, &kvm, &result, &err) < 0) {
		session_close(session);
		return may_lack;
	}
	if (perfdata_open(path, &(struct perfdata_options){ 0 }, &perfdata, &err) < 0) return false;
	struct kvm_live *live = kvm_live_new(&live_options, NULL);
	nr_long = 0;
	replay(live, perfdata);
	const struct kvm_result *counted = kvm_finish(kvm_live_kvm(live), NULL);
	bool good = equal(counted, result);
	printf("%s kvm live %u: %s, %" PRIu64 " of %" PRIu64 " rows %zu, %" PRIu64 " long\n", good ? "ok" : "not ok",
	       (unsigned)what, path, counted->nr, result->nr, result->nr_rows, nr_long);
	kvm_restart(kvm_live_kvm(live));
	good &= kvm_finish(kvm_live_kvm(live), NULL)->nr_rows == 0;
	good &= (nr_long > 0) == (result->nr_rows > 0);
	kvm_live_free(live);
	perfdata_close(perfdata);
	kvm_free(kvm);
	session_close(session);
	return good;
}

int main(int argc, char **argv)
{
	bool good = argc > 1;
	for (int i = 1; i < argc; i++) {
		good &= check(argv[i], KVM_WHAT_EXITS, false);
		good &= check(argv[i], KVM_WHAT_MMIO, true);
		good &= check(argv[i], KVM_WHAT_PORTS, true);
		good &= check(argv[i], KVM_WHAT_CALLS, true);
	}
	return !good;
}
