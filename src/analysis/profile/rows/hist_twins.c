/* Groups of functions of one name. Another build's functions of that name are matched all at once, when the first of
 * them is asked for: then those that no sample hit take part, too. */
#include "analysis/profile/rows/hist_twins.h"
#include <string.h>

/* More functions of one name are not looked at in an object. */
enum { TWINS_MAX = 256 };

/* The functions of one name, by number: each as it was met first. */
struct twin_group {
	VEC(struct twin_member {
		struct object *object;
		const struct symbol *symbol;
	}) members;
	VEC(const struct object *) objects; /* whose functions have numbers */
};

static bool same_name(const char *a, const char *b) { return a && b && strcmp(a, b) == 0; }

/* How alike two are, in steps: the higher step decides first. What stands behind says more than what stands before:
 * functions stand in front of those that call them, and in front of the first one of a file there is another file. */
enum { SAME_SIZE = 1, SAME_BEFORE = 2, SAME_AFTER = 4, NR_STEPS = 8 };

static int step_of(const struct twin *a, const struct twin *b)
{
	int step = a->size_bytes == b->size_bytes ? SAME_SIZE : 0;
	if (same_name(a->before, b->before)) step |= SAME_BEFORE;
	if (same_name(a->after, b->after)) step |= SAME_AFTER;
	return step;
}

void twins_match(const struct twin *a, size_t nr_a, const struct twin *b, size_t nr_b, size_t *ret)
{
	_free_ bool *is_taken = xcalloc(nr_a + 1, sizeof(*is_taken));
	for (size_t n = 0; n < nr_b; n++) ret[n] = SIZE_MAX;
	for (int step = NR_STEPS - 1; step >= 0; step--)
		for (size_t n = 0; n < nr_b; n++)
			for (size_t i = 0; ret[n] == SIZE_MAX && i < nr_a; i++)
				if (!is_taken[i] && step_of(&a[i], &b[n]) >= step) {
					ret[n] = i;
					is_taken[i] = true;
				}
}

void hist_twins_done(struct hist_twins *twins)
{
	for (size_t i = 0; i < twins->groups.count; i++) {
		vec_done(&twins->groups.items[i]->members);
		vec_done(&twins->groups.items[i]->objects);
		free(twins->groups.items[i]);
	}
	vec_done(&twins->groups);
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

static bool knows_object(const struct twin_group *group, const struct object *object)
{
	for (size_t i = 0; i < group->objects.count; i++)
		if (group->objects.items[i] == object) return true;
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
	vec_push(&group->members, ((struct twin_member){ object, symbol }));
}

static struct twin twin_of(struct object *object, const struct symbol *symbol)
{
	struct twin twin = { .size_bytes = symbol->end - symbol->start };
	object_neighbours(object, symbol, &twin.before, &twin.after);
	return twin;
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
	size_t nr_members = group->members.count;
	if (count == 1 && nr_members == 1) {
		set_number(twins, symbol, 0);
		return;
	}
	_free_ struct twin *members = xcalloc(nr_members + 1, sizeof(*members));
	_free_ struct twin *others = xcalloc(count + 1, sizeof(*others));
	_free_ size_t *numbers = xcalloc(count + 1, sizeof(*numbers));
	for (size_t i = 0; i < nr_members; i++)
		members[i] = twin_of(group->members.items[i].object, group->members.items[i].symbol);
	for (size_t i = 0; i < count; i++) others[i] = twin_of(object, symbols[i]);
	twins_match(members, nr_members, others, count, numbers);
	for (size_t i = 0; i < count; i++) {
		if (numbers[i] == SIZE_MAX) add_member(twins, group, object, symbols[i]);
		else set_number(twins, symbols[i], numbers[i]);
	}
}

uint32_t hist_twins_number(struct hist_twins *twins, uint64_t name, struct object *object, const struct symbol *symbol)
{
	const uint64_t *known = u64map_find(&twins->number_1, (uintptr_t)symbol);
	if (known) return (uint32_t)*known - 1;
	struct twin_group *group = group_of(twins, name);
	if (!knows_object(group, object)) {
		if (group->members.count) match_object(twins, group, object, symbol);
		vec_push(&group->objects, object);
	}
	/* the first of its name, or one whose linked name is like none of the others */
	add_member(twins, group, object, symbol);
	return (uint32_t)*u64map_find(&twins->number_1, (uintptr_t)symbol) - 1;
}
