#include "analysis/coverage/coverage.h"

#include <errno.h>
#include <string.h>
#include "analysis/coverage/coverage_files.h"
#include "frame/space/frame_space.h"

/* An object with its runs, in order of their beginnings. */
struct looking {
	const struct sample_filter *filter;
	struct coverage *result;
	struct coverage_files files;
	struct coverage_code code;
	const struct dso *dso;
	struct object *object;
	const struct coverage_run *runs;
	size_t nr_runs, next;
	VEC(struct coverage_run) rests; /* of runs that went on behind the function before */
};

static bool is_wanted(const struct sample_filter *filter, const struct dso *dso, const struct symbol *symbol)
{
	const struct map map = { .dso = (struct dso *)dso };
	const struct frame frame = { .map = &map, .symbol = symbol };
	return !sample_filter_hides_frame(filter, &frame);
}

static void count_run(struct looking *looking, const struct coverage_run *run, bool has_code)
{
	bool goes_on = false;
	if (!has_code) return;
	if (!coverage_code_add(&looking->code, run, &goes_on)) looking->result->nr_unmatched += run->count;
	else if (goes_on) vec_push(&looking->rests, *run);
}

/* The runs that begin in [start, end), and rests of those before; in none: they are of no function. */
static bool count_runs(struct looking *looking, uint64_t start, uint64_t end, bool has_code)
{
	VEC(struct coverage_run) rests = VEC_INIT;
	bool any = false;
	for (size_t i = 0; i < looking->rests.count; i++) vec_push(&rests, looking->rests.items[i]);
	vec_clear(&looking->rests);
	for (size_t i = 0; i < rests.count; i++) {
		rests.items[i].from = start;
		any = true;
		if (rests.items[i].last >= start) count_run(looking, &rests.items[i], has_code);
	}
	vec_done(&rests);
	for (; looking->next < looking->nr_runs && looking->runs[looking->next].from < end; looking->next++) {
		any = true;
		count_run(looking, &looking->runs[looking->next], has_code);
	}
	return any;
}

static void look_at_function(struct looking *looking, const struct symbol *symbol, uint64_t start,
			     struct coverage_object *object)
{
	const struct coverage_function function = { .name = symbol->name, .object = object->name };
	bool has_code = coverage_code_read(&looking->code, looking->object, start, symbol->end);
	if (!has_code) vec_clear(&looking->code.insns);
	bool is_hit = count_runs(looking, start, symbol->end, has_code);
	coverage_code_sum(&looking->code);
	if (!is_wanted(looking->filter, looking->dso, symbol)) return;
	bool has_lines = coverage_files_add(&looking->files, looking->object, &function, start, symbol->end,
					    &looking->code);
	if (has_lines && !object->has_lines) {
		object->has_lines = true;
		object->nr_unlined = object->functions.hit;
		object->functions = (struct coverage_share){ 0 };
	}
	if (has_lines || !object->has_lines) {
		object->functions.all++;
		object->functions.hit += is_hit;
	} else {
		object->nr_unlined += is_hit;
	}
}

/* Runs of no function are passed over. */
static void pass_over(struct looking *looking, uint64_t end)
{
	while (looking->next < looking->nr_runs && looking->runs[looking->next].from < end) looking->next++;
}

static void look_at_object(struct looking *looking)
{
	struct coverage_object object = { .name = looking->dso->short_name };
	uint64_t end = 0;
	for (size_t i = 0, nr = object_nr_symbols(looking->object); i < nr; i++) {
		const struct symbol *symbol = object_symbol(looking->object, i);
		uint64_t start = symbol ? MAX(symbol->start, end) : 0;
		if (!symbol || start >= symbol->end) continue;
		if (start > end) vec_clear(&looking->rests);
		pass_over(looking, start);
		look_at_function(looking, symbol, start, &object);
		end = symbol->end;
	}
	vec_clear(&looking->rests);
	vec_push(&looking->result->objects, object);
}

static bool is_dso_wanted(const struct sample_filter *filter, const struct dso *dso)
{
	return !filter->dsos.given || name_list_has(&filter->dsos, dso->short_name) ||
	       name_list_has(&filter->dsos, dso->long_name);
}

/* Whether its branches tell the whole way: those of Arm SPE are samples. */
static int check(const struct session *session, struct err *err)
{
	uint32_t type = session_totals(session)->trace_type;
	bool has_way = type == AUXTRACE_INTEL_PT || type == AUXTRACE_INTEL_BTS || type == AUXTRACE_CS_ETM;
	if (session_traces_are_decoded(session) && has_way) return 0;
	(void)err_set(err, -ENODATA, "The recording has no trace of branches, which is what coverage is found in.");
	err_hint(err, "perf record -e intel_pt//u PROGRAM, or where the processor has none, -e single_step//u");
	return -ENODATA;
}

int coverage_collect(struct session *session, const struct sample_filter *filter, struct coverage *ret, struct err *err)
{
	struct coverage_runs runs;
	struct looking looking = { .filter = filter, .result = ret, .files.result = ret };
	int r = check(session, err);
	if (r < 0) return r;
	*ret = (struct coverage){ 0 };
	r = coverage_runs_collect(session, filter, &runs, err);
	ret->nr_runs = runs.nr_executed;
	ret->nr_unmatched = runs.nr_unmatched;
	for (size_t i = 0, next; r >= 0 && i < runs.all.count; i = next) {
		const struct dso *dso = runs.all.items[i].dso;
		for (next = i; next < runs.all.count && runs.all.items[next].dso == dso;) next++;
		if (!is_dso_wanted(filter, dso)) continue;
		looking.dso = dso;
		looking.object = frame_space_object(session_frames(session), dso);
		looking.runs = &runs.all.items[i];
		looking.nr_runs = next - i;
		looking.next = 0;
		look_at_object(&looking);
	}
	coverage_files_finish(&looking.files);
	vec_done(&looking.rests);
	coverage_code_done(&looking.code);
	coverage_runs_done(&runs);
	if (r < 0) coverage_done(ret);
	return r;
}
