/* Groups of functions of one name. Another build's functions of that name are matched all at once, when the first of
 * them is asked for: then those that no sample hit take part, too. */
#include "analysis/profile/rows/hist_twins.h"
#include <string.h>
#include "symbol/object_calls.h"
#include "symbol/object_lines.h"

/* More functions of one name are not looked at in an object. */
enum { TWINS_MAX = 256 };

/* The functions of one name, by number: each as it was met first. */
struct twin_group {
	VEC(struct twin_member {
		struct object *object;
		const struct symbol *symbol;
		bool is_guess; /* some recording's may be another one */
	}) members;
	VEC(struct twin_origin {
		const struct object *object;
		uint64_t linked;
	}) origins; /* whose functions with this linked name have numbers */
};

static bool same_name(const char *a, const char *b) { return a && b && strcmp(a, b) == 0; }

/* How alike two are, in steps: the higher step decides first. The source file says most. What stands behind says more
 * than what stands before: functions stand in front of those that call them, and in front of the first one of a file
 * there is another file. Who calls a function says more than what it calls, which may be as common as malloc. */
enum {
	SAME_SIZE = 1,
	SAME_BEFORE = 2,
	SAME_AFTER = 4,
	SAME_CALLEES = 8,
	SAME_CALLERS = 16,
	FILE_STEP = 32,
	NR_STEPS = 4 * FILE_STEP,
	NEVER = NR_STEPS
};
enum file_likeness { OTHER_FILE, UNKNOWN_FILE, SAME_FILE_NAME, SAME_FILE };

/* Builds are made in different directories: files of one name in directories of one name are the same. */
static enum file_likeness likeness_of(const char *a, const char *b)
{
	if (!a || !b) return UNKNOWN_FILE;
	size_t size_a = strlen(a), size_b = strlen(b), same = 0, slashes = 0;
	while (same < size_a && same < size_b && a[size_a - 1 - same] == b[size_b - 1 - same]) {
		same++;
		slashes += a[size_a - same] == '/';
	}
	const bool is_whole_a = same == size_a, is_whole_b = same == size_b;
	if (slashes >= 2 || (is_whole_a && is_whole_b)) return SAME_FILE;
	return slashes || is_whole_a || is_whole_b ? SAME_FILE_NAME : OTHER_FILE;
}

static uint8_t step_of(const struct twin *a, const struct twin *b)
{
	if (a->linked != b->linked) return NEVER;
	unsigned step = likeness_of(a->file, b->file) * FILE_STEP;
	if (a->size_bytes == b->size_bytes) step |= SAME_SIZE;
	if (same_name(a->before, b->before)) step |= SAME_BEFORE;
	if (same_name(a->after, b->after)) step |= SAME_AFTER;
	if (a->callees && a->callees == b->callees) step |= SAME_CALLEES;
	if (a->callers && a->callers == b->callers) step |= SAME_CALLERS;
	return (uint8_t)step;
}

/* Whether enough speaks for a match of this step: the file, what stands behind it, who calls it or what it calls; of
 * another file both neighbours, or both of callers and callees. */
static bool says_enough(unsigned step)
{
	const unsigned beside = step & (SAME_BEFORE | SAME_AFTER), calls = step & (SAME_CALLERS | SAME_CALLEES);
	if (step / FILE_STEP == OTHER_FILE)
		return beside == (SAME_BEFORE | SAME_AFTER) || calls == (SAME_CALLERS | SAME_CALLEES);
	return step / FILE_STEP > UNKNOWN_FILE || beside & SAME_AFTER || calls;
}

bool twins_are_evident(const struct twin *a, const struct twin *b)
{
	const unsigned step = step_of(a, b), all = SAME_SIZE | SAME_BEFORE | SAME_AFTER;
	if (step == NEVER || step / FILE_STEP == OTHER_FILE) return false;
	return step / FILE_STEP > UNKNOWN_FILE || (step & all) == all;
}

/* A match in the making. */
struct matching {
	const uint8_t *steps; /* [nr_b][nr_a] */
	size_t nr_a, nr_b;
	bool *is_taken, *is_settled; /* of a: matched; matched, and that is no guess */
	struct twin_match *found;    /* of b */
};

static bool is_as_likely(uint8_t other, uint8_t step) { return other != NEVER && other >= step; }

/* Whether of all pairs that i or n could still be in this is the one that is most alike. */
static bool is_only_choice(const struct matching *m, size_t i, size_t n)
{
	const uint8_t step = m->steps[n * m->nr_a + i];
	for (size_t other = 0; other < m->nr_a; other++)
		if (other != i && !m->is_settled[other] && is_as_likely(m->steps[n * m->nr_a + other], step))
			return false;
	for (size_t other = 0; other < m->nr_b; other++) {
		const struct twin_match *found = &m->found[other];
		const bool is_settled = found->number != SIZE_MAX && !found->is_guess;
		if (other != n && !is_settled && is_as_likely(m->steps[other * m->nr_a + i], step)) return false;
	}
	return true;
}

/* Whether n could be some other of a than this one; SIZE_MAX: any at all. Likewise of i in b. */
static bool has_other(const struct matching *m, size_t n, size_t than)
{
	for (size_t i = 0; i < m->nr_a; i++)
		if (i != than && m->steps[n * m->nr_a + i] != NEVER) return true;
	return false;
}
static bool is_other(const struct matching *m, size_t i, size_t than)
{
	for (size_t n = 0; n < m->nr_b; n++)
		if (n != than && m->steps[n * m->nr_a + i] != NEVER) return true;
	return false;
}

/* Matches n with the first that is left and alike in this step. */
static void match_one(struct matching *m, size_t n, unsigned step)
{
	for (size_t i = 0; i < m->nr_a; i++) {
		if (m->is_taken[i] || m->steps[n * m->nr_a + i] != step) continue;
		const bool is_lone = !has_other(m, n, i) && !is_other(m, i, n);
		const bool is_guess = !is_lone && (!says_enough(step) || !is_only_choice(m, i, n));
		const unsigned beside = SAME_BEFORE | SAME_AFTER;
		m->found[n] = (struct twin_match){ i, is_guess, !is_lone && (step & beside) != beside };
		m->is_taken[i] = true;
		m->is_settled[i] = !is_guess;
		return;
	}
}

void twins_match(const struct twin *a, size_t nr_a, const struct twin *b, size_t nr_b, struct twin_match *ret)
{
	_free_ uint8_t *steps = xcalloc(nr_a * nr_b + 1, sizeof(*steps));
	_free_ bool *flags = xcalloc(2 * nr_a + 1, sizeof(*flags));
	struct matching m = { steps, nr_a, nr_b, flags, flags + nr_a, ret };
	bool any_guess = false;
	for (size_t n = 0; n < nr_b; n++) {
		ret[n] = (struct twin_match){ .number = SIZE_MAX };
		for (size_t i = 0; i < nr_a; i++) steps[n * nr_a + i] = step_of(&a[i], &b[n]);
	}
	for (unsigned step = NR_STEPS; step-- > 0;)
		for (size_t n = 0; n < nr_b; n++)
			if (ret[n].number == SIZE_MAX) match_one(&m, n, step);
	for (size_t n = 0; n < nr_b; n++) any_guess |= ret[n].is_guess;
	/* if some of them are others, so are those that nothing was left for */
	for (size_t n = 0; n < nr_b; n++)
		ret[n].is_guess |= ret[n].number == SIZE_MAX && any_guess && has_other(&m, n, SIZE_MAX);
}

void hist_twins_done(struct hist_twins *twins)
{
	for (size_t i = 0; i < twins->groups.count; i++) {
		vec_done(&twins->groups.items[i]->members);
		vec_done(&twins->groups.items[i]->origins);
		free(twins->groups.items[i]);
	}
	vec_done(&twins->groups);
	size_t pos = 0;
	uint64_t object, calls;
	while (u64map_next(&twins->calls, &pos, &object, &calls))
		object_calls_free((struct object_calls *)(uintptr_t)calls);
	u64map_done(&twins->calls);
	u64map_done(&twins->group_1);
	u64map_done(&twins->number_1);
}

static struct twin_group *group_of(struct hist_twins *twins, uint64_t name)
{
	bool is_new;
	uint64_t *group_1 = u64map_put(&twins->group_1, name, &is_new);
	if (is_new) {
		vec_push(&twins->groups, xcalloc(1, sizeof(struct twin_group)));
		*group_1 = twins->groups.count;
	}
	return twins->groups.items[*group_1 - 1];
}

static bool knows_origin(const struct twin_group *group, const struct object *object, uint64_t linked)
{
	for (size_t i = 0; i < group->origins.count; i++)
		if (group->origins.items[i].object == object && group->origins.items[i].linked == linked) return true;
	return false;
}

static void set_number(struct hist_twins *twins, const struct symbol *symbol, size_t number)
{
	*u64map_put(&twins->number_1, (uintptr_t)symbol, NULL) = number + 1;
}

/* Gives a function the next number, unless it has one. */
static void add_member(struct hist_twins *twins, struct twin_group *group, struct object *object,
		       const struct symbol *symbol)
{
	if (u64map_find(&twins->number_1, (uintptr_t)symbol)) return;
	set_number(twins, symbol, group->members.count);
	vec_push(&group->members, ((struct twin_member){ .object = object, .symbol = symbol }));
}

static const struct object_calls *calls_of(struct hist_twins *twins, struct object *object)
{
	bool is_new;
	uint64_t *calls = u64map_put(&twins->calls, (uintptr_t)object, &is_new);
	if (is_new) *calls = (uintptr_t)object_calls_read(object);
	return (const struct object_calls *)(uintptr_t)*calls;
}

/* What is asked for, as far as it is not enough: each takes more reading than the one before. */
enum twin_facts { TWIN_NEIGHBOURS, TWIN_FILES, TWIN_CALLS, NR_TWIN_FACTS };

static void describe(struct hist_twins *hist, struct twin *twins, const struct twin_member *members, size_t count,
		     enum twin_facts facts)
{
	for (size_t i = 0; i < count; i++) {
		struct source_line line;
		struct object *object = members[i].object;
		const struct symbol *symbol = members[i].symbol;
		twins[i] = (struct twin){ .size_bytes = symbol->end - symbol->start,
					  .linked = object_linked_hash(object, symbol) };
		object_neighbours(object, symbol, &twins[i].before, &twins[i].after);
		if (facts >= TWIN_FILES && object_line(object, symbol->start, &line)) twins[i].file = line.file;
		if (facts >= TWIN_CALLS)
			object_calls_of(calls_of(hist, object), symbol, &twins[i].callers, &twins[i].callees);
	}
}

static bool is_enough(const struct twin_match *matches, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (matches[i].is_guess || matches[i].is_open) return false;
	return true;
}

/* Matches others with the group's. Source files are asked for, which takes reading debug information, where what
 * stands beside the functions is not all the same; then calls, which takes reading all code. */
static void match_members(struct hist_twins *twins, const struct twin_group *group, const struct twin_member *others,
			  size_t count, struct twin_match *ret)
{
	const size_t nr_members = group->members.count;
	_free_ struct twin *a = xcalloc(nr_members + 1, sizeof(*a)), *b = xcalloc(count + 1, sizeof(*b));
	for (unsigned facts = TWIN_NEIGHBOURS; facts < NR_TWIN_FACTS; facts++) {
		describe(twins, a, group->members.items, nr_members, (enum twin_facts)facts);
		describe(twins, b, others, count, (enum twin_facts)facts);
		twins_match(a, nr_members, b, count, ret);
		if (is_enough(ret, count)) return;
	}
}

/* Gives numbers to another object's functions of that name. */
static void match_object(struct hist_twins *twins, struct twin_group *group, struct object *object,
			 const struct symbol *symbol)
{
	const struct symbol *symbols[TWINS_MAX], *known[TWINS_MAX];
	const struct twin_member first = group->members.items[0];
	size_t count = object_same_named(object, symbol, symbols, TWINS_MAX);
	size_t nr_known = object_same_named(first.object, first.symbol, known, TWINS_MAX);
	for (size_t i = 0; i < nr_known; i++) add_member(twins, group, first.object, known[i]);
	_free_ struct twin_member *others = xcalloc(count + 1, sizeof(*others));
	_free_ struct twin_match *matches = xcalloc(count + 1, sizeof(*matches));
	for (size_t i = 0; i < count; i++) others[i] = (struct twin_member){ .object = object, .symbol = symbols[i] };
	match_members(twins, group, others, count, matches);
	for (size_t i = 0; i < count; i++) {
		size_t number = matches[i].number;
		if (number == SIZE_MAX) {
			number = group->members.count;
			add_member(twins, group, object, symbols[i]);
		} else {
			set_number(twins, symbols[i], number);
		}
		if (number < group->members.count) group->members.items[number].is_guess |= matches[i].is_guess;
	}
}

uint32_t hist_twins_number(struct hist_twins *twins, uint64_t name, struct object *object, const struct symbol *symbol)
{
	const uint64_t *known = u64map_find(&twins->number_1, (uintptr_t)symbol);
	if (known) return (uint32_t)*known - 1;
	struct twin_group *group = group_of(twins, name);
	uint64_t linked = object_linked_hash(object, symbol);
	if (!knows_origin(group, object, linked)) {
		if (group->members.count) match_object(twins, group, object, symbol);
		vec_push(&group->origins, ((struct twin_origin){ object, linked }));
	}
	/* the first of its name, or one whose linked name is like none of the others */
	add_member(twins, group, object, symbol);
	return (uint32_t)*u64map_find(&twins->number_1, (uintptr_t)symbol) - 1;
}

bool hist_twins_is_guess(const struct hist_twins *twins, uint64_t name, uint32_t number)
{
	const uint64_t *group_1 = u64map_find(&twins->group_1, name);
	if (!group_1) return false;
	const struct twin_group *group = twins->groups.items[*group_1 - 1];
	return number < group->members.count && group->members.items[number].is_guess;
}
