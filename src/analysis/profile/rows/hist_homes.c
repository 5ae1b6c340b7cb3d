/* Homes of functions. What was noted is settled a name at a time, when a recording is known whole: an object can only
 * be taken for one of another name when neither recording has both. */
#include "analysis/profile/rows/hist_homes.h"
#include <stdlib.h>
#include "analysis/profile/rows/hist_twins.h"
#include "symbol/object_lines.h"

/* More objects with functions of one name are not compared. */
enum { HOMES_MAX = 256 };

static uint64_t key_of(uint32_t name, uint32_t object_name) { return (uint64_t)name << 32 | object_name; }

void hist_homes_done(struct hist_homes *homes)
{
	vec_done(&homes->homes);
	u64map_done(&homes->home_1);
	u64map_done(&homes->last_1);
	vec_done(&homes->unknown);
}

void hist_homes_next(struct hist_homes *homes) { homes->recording++; }

size_t hist_homes_of(const struct hist_homes *homes, uint32_t name, uint32_t object_name)
{
	const uint64_t *home_1 = u64map_find(&homes->home_1, key_of(name, object_name));
	return home_1 && *home_1 ? (size_t)*home_1 - 1 : SIZE_MAX;
}

bool hist_homes_several(const struct hist_homes *homes, uint32_t name)
{
	const uint64_t *last_1 = u64map_find(&homes->last_1, (uint64_t)name + 1);
	return last_1 && homes->homes.items[*last_1 - 1].before_1;
}

void hist_homes_note(struct hist_homes *homes, const struct home_function *function)
{
	bool is_new;
	uint64_t *home_1 = u64map_put(&homes->home_1, key_of(function->name, function->object_name), &is_new);
	if (is_new) {
		vec_push(&homes->unknown, *function);
	} else if (*home_1) {
		struct function_home *home = &homes->homes.items[*home_1 - 1];
		home->recording = homes->recording;
		if (home->object) return;
		home->object = function->object;
		home->symbol = function->object ? function->symbol : NULL;
	}
}

static uint64_t size_of(const struct symbol *symbol) { return symbol->end - symbol->start; }

static void add_home(struct hist_homes *homes, const struct home_function *function)
{
	uint64_t *last_1 = u64map_put(&homes->last_1, (uint64_t)function->name + 1, NULL);
	vec_push(&homes->homes, ((struct function_home){ .name = function->name,
							 .object_name = function->object_name,
							 .object = function->object,
							 .symbol = function->object ? function->symbol : NULL,
							 .size_bytes = size_of(function->symbol),
							 .recording = homes->recording,
							 .before_1 = (size_t)*last_1 }));
	*last_1 = homes->homes.count;
	*u64map_put(&homes->home_1, key_of(function->name, function->object_name), NULL) = homes->homes.count;
}

/* Homes of a name that this recording does not have so far. */
struct vacant_homes {
	VEC(size_t) numbers;
};

static void find_vacant(const struct hist_homes *homes, uint32_t name, struct vacant_homes *ret)
{
	const uint64_t *last_1 = u64map_find(&homes->last_1, (uint64_t)name + 1);
	for (size_t home_1 = last_1 ? *last_1 : 0; home_1; home_1 = homes->homes.items[home_1 - 1].before_1)
		if (homes->homes.items[home_1 - 1].recording != homes->recording && ret->numbers.count < HOMES_MAX)
			vec_push(&ret->numbers, home_1 - 1);
}

/* files: with the source file, which takes reading debug information. */
static struct twin describe(struct object *object, const struct symbol *symbol, uint64_t size_bytes, bool files)
{
	struct twin twin = { .size_bytes = size_bytes };
	struct source_line line;
	if (!object) return twin;
	object_neighbours(object, symbol, &twin.before, &twin.after);
	if (files && object_line(object, symbol->start, &line)) twin.file = line.file;
	return twin;
}

/* Says for each function which of the vacant homes is its own. Returns whether one of them is a guess. */
static bool match_homes(const struct hist_homes *homes, const struct vacant_homes *vacant,
			const struct home_function *functions, size_t count, bool files, struct twin_match *ret)
{
	const size_t nr_vacant = vacant->numbers.count;
	_free_ struct twin *a = xcalloc(nr_vacant + 1, sizeof(*a)), *b = xcalloc(count + 1, sizeof(*b));
	bool any_guess = false;
	for (size_t i = 0; i < nr_vacant; i++) {
		const struct function_home *home = &homes->homes.items[vacant->numbers.items[i]];
		a[i] = describe(home->object, home->symbol, home->size_bytes, files);
	}
	for (size_t i = 0; i < count; i++)
		b[i] = describe(functions[i].object, functions[i].symbol, size_of(functions[i].symbol), files);
	twins_match(a, nr_vacant, b, count, ret);
	for (size_t i = 0; i < count; i++) {
		if (ret[i].number == SIZE_MAX) continue;
		ret[i].is_guess |= !twins_are_evident(&a[ret[i].number], &b[i]);
		any_guess |= ret[i].is_guess;
	}
	return any_guess;
}

/* Homes for functions of one name. */
static void settle_name(struct hist_homes *homes, const struct home_function *functions, size_t count)
{
	struct vacant_homes vacant = { 0 };
	_free_ struct twin_match *matches = xcalloc(count, sizeof(*matches));
	size_t nr_matched = MIN(count, (size_t)HOMES_MAX);
	find_vacant(homes, functions->name, &vacant);
	if (!vacant.numbers.count) nr_matched = 0;
	if (nr_matched && match_homes(homes, &vacant, functions, nr_matched, false, matches))
		match_homes(homes, &vacant, functions, nr_matched, true, matches);
	for (size_t i = 0; i < count; i++) {
		if (i >= nr_matched || matches[i].number == SIZE_MAX) {
			add_home(homes, &functions[i]);
			continue;
		}
		const size_t number = vacant.numbers.items[matches[i].number];
		struct function_home *home = &homes->homes.items[number];
		home->recording = homes->recording;
		home->is_guess |= matches[i].is_guess;
		*u64map_put(&homes->home_1, key_of(functions[i].name, functions[i].object_name), NULL) = number + 1;
	}
	vec_done(&vacant.numbers);
}

static int compare_names(const void *pa, const void *pb)
{
	const struct home_function *a = pa, *b = pb;
	if (a->name != b->name) return a->name < b->name ? -1 : 1;
	return (a->object_name > b->object_name) - (a->object_name < b->object_name);
}

void hist_homes_settle(struct hist_homes *homes)
{
	const size_t count = homes->unknown.count;
	struct home_function *functions = homes->unknown.items;
	if (!count) return;
	qsort(functions, count, sizeof(*functions), compare_names);
	for (size_t begin = 0, end; begin < count; begin = end) {
		for (end = begin + 1; end < count && functions[end].name == functions[begin].name;) end++;
		settle_name(homes, &functions[begin], end - begin);
	}
	homes->unknown.count = 0;
}
