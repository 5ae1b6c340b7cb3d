/* One pass over the functions in order of address. Names of a function's callees become a sum of hashes, each name
 * once; each of them adds the function's own to the sum of its callers. */
#include "symbol/object_calls.h"

#include "base/hash.h"
#include "base/sort.h"
#include "base/u64map.h"
#include "base/vec.h"
#include <string.h>

enum { CODE_MAX = 64 << 20, FUNCTION_MAX = 1 << 20 };

struct object_calls {
	struct u64map callers, callees; /* by start of the function: sum of the names' hashes */
};

/* A pass over an object. */
struct call_scan {
	struct object *object;
	struct object_calls *calls;
	VEC(uint64_t) targets; /* starts of the functions that the one at hand calls */
	uint8_t *code;         /* FUNCTION_MAX */
	uint64_t nr_bytes;     /* that were read */
};

/* The instruction's length, and whether it goes to another function: *ret_distance from its end. 0: none is known. */
static unsigned step_of(const struct insn_set *set, const uint8_t *code, size_t size_bytes, bool *ret_leads,
			int64_t *ret_distance)
{
	const struct insn_step step = insn_step(set, code, size_bytes);
	*ret_leads = step.flow == INSN_FLOW_CALL || step.flow == INSN_FLOW_JUMP || step.flow == INSN_FLOW_CONDITIONAL;
	*ret_distance = step.distance;
	if (step.length) return step.length;
	const unsigned length = insn_length(set, code, size_bytes);
	*ret_leads = length && insn_call_before(set, code, length, ret_distance) == INSN_CALL_DIRECT;
	if (*ret_leads || !length || !insn_jump(set, code, length, ret_distance)) return length;
	*ret_leads = true;
	*ret_distance -= length;
	return length;
}

static void add_target(struct call_scan *scan, const struct symbol *function, uint64_t addr)
{
	if (addr >= function->start && addr < function->end) return;
	const struct symbol *target = object_find(scan->object, addr);
	if (target && target->start == addr) vec_push(&scan->targets, addr);
}

static void scan_code(struct call_scan *scan, const struct symbol *function, const struct insn_set *set, size_t size)
{
	int64_t distance;
	bool leads;
	for (size_t at = 0; at < size;) {
		const unsigned length = step_of(set, scan->code + at, size - at, &leads, &distance);
		at += MAX(length, 1u);
		if (length && leads) add_target(scan, function, function->start + at + (uint64_t)distance);
	}
}

static void add_sum(struct u64map *sums, uint64_t start, const char *name)
{
	*u64map_put(sums, start, NULL) += hash_bytes(name, strlen(name)) | 1;
}

static void scan_function(struct call_scan *scan, const struct symbol *function)
{
	struct insn_set set;
	const uint64_t size = function->end - function->start;
	if (function->end <= function->start || size > FUNCTION_MAX || scan->nr_bytes + size > CODE_MAX) return;
	scan->targets.count = 0;
	const size_t read = object_code(scan->object, function->start, scan->code, (size_t)size, &set);
	scan->nr_bytes += read;
	scan_code(scan, function, &set, read);
	if (!scan->targets.count) return;
	sort_words(scan->targets.items, scan->targets.count, 1, 1, 1);
	for (size_t i = 0; i < scan->targets.count; i++) {
		const uint64_t target = scan->targets.items[i];
		if (i && target == scan->targets.items[i - 1]) continue;
		add_sum(&scan->calls->callees, function->start, object_find(scan->object, target)->name);
		add_sum(&scan->calls->callers, target, function->name);
	}
}

struct object_calls *object_calls_read(struct object *object)
{
	struct object_calls *calls = xcalloc(1, sizeof(*calls));
	const size_t count = object_nr_symbols(object);
	struct call_scan scan = { .object = object, .calls = calls, .code = xmalloc(FUNCTION_MAX) };
	uint64_t last = UINT64_MAX;
	for (size_t i = 0; i < count && scan.nr_bytes < CODE_MAX; i++) {
		/* of several names of one place the one that is shown */
		const struct symbol *symbol = object_symbol(object, i);
		const struct symbol *function = symbol ? object_find(object, symbol->start) : NULL;
		if (!function || function->start == last) continue;
		last = function->start;
		scan_function(&scan, function);
	}
	vec_done(&scan.targets);
	free(scan.code);
	return calls;
}

void object_calls_free(struct object_calls *calls)
{
	if (!calls) return;
	u64map_done(&calls->callers);
	u64map_done(&calls->callees);
	free(calls);
}

void object_calls_of(const struct object_calls *calls, const struct symbol *symbol, uint64_t *ret_callers,
		     uint64_t *ret_callees)
{
	const uint64_t *callers = u64map_find(&calls->callers, symbol->start),
		       *callees = u64map_find(&calls->callees, symbol->start);
	*ret_callers = callers ? *callers : 0;
	*ret_callees = callees ? *callees : 0;
}
