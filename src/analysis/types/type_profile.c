/* Two steps: functions are followed on all cores (object_type_access remembers each), then their samples are added to
 * types in the order of functions and addresses, by one thread. */
#include "analysis/types/type_profile.h"

#include <string.h>
#include "analysis/annotate/annotate_data.h"
#include "base/hash.h"
#include "base/threads.h"
#include "base/u64map.h"
#include "symbol/object_types.h"

enum { DEPTH_MAX = 32 /* of structs in structs that are shown */, ROWS_MAX = 1 << 16 /* of a type */ };

/* A type of an object while its rows are made: what the layouts do not keep. */
struct profiled_type {
	const struct data_type *type;
	const struct dso *dso;
};

struct profile {
	const struct annotate *annotate;
	struct type_layouts *layouts;
	VEC(struct profiled_type) types; /* beside layouts->types */
	struct u64map by_type;           /* hash of dso, name and size -> index of the first; others follow */
	struct u64map by_mnemonic;       /* hash -> index in layouts->insns */
	uint64_t nr_states[NR_TYPE_ACCESS_STATES], nr_followed;
	uint64_t nr_by_address, nr_partly; /* instructions: all of their samples, some */
};

static void follow_function(void *ctx, unsigned worker, size_t i)
{
	const struct profile *profile = ctx;
	const struct annotate_function *function = annotate_function_at(profile->annotate, i);
	const struct type_access *accesses;
	(void)worker;
	(void)object_type_accesses(function->object, function->symbol->start, &accesses);
}

/* Equal in members too: a name may be of several types. */
static bool has_same_members(const struct data_type *a, const struct data_type *b)
{
	const struct data_member *of_a, *of_b;
	if (a == b) return true;
	if (!data_type_is_same(a, b)) return false;
	size_t nr = data_type_members(a, &of_a);
	if (nr != data_type_members(b, &of_b)) return false;
	for (size_t i = 0; i < nr; i++)
		if (of_a[i].offset != of_b[i].offset || strcmp(of_a[i].name, of_b[i].name) != 0) return false;
	return true;
}

static void add_row(struct profile *profile, struct type_layout *layout, const struct type_row *row)
{
	struct type_row *added = vec_add(&layout->rows);
	*added = *row;
	added->name = arena_strdup(&profile->layouts->arena, row->name);
	added->type_name = arena_strdup(&profile->layouts->arena, row->type_name);
	if (!row->is_end) added->weights = type_layouts_weights(profile->layouts);
}

/* The row of a type or member, and below a struct those of its members. */
static void add_rows(struct profile *profile, struct type_layout *layout, const struct data_type *type,
		     const struct type_row *row)
{
	const struct data_member *members;
	struct type_row own = *row;
	size_t nr = row->depth < DEPTH_MAX ? data_type_members(type, &members) : 0;
	own.is_struct = nr;
	if (layout->rows.count >= ROWS_MAX) return;
	add_row(profile, layout, &own);
	if (!nr) return;
	for (size_t i = 0; i < nr; i++) {
		const struct data_member *member = &members[i];
		struct type_row below = { .type_name = member->type_name,
					  .name = member->name,
					  .offset = row->offset + member->offset,
					  .size_bytes = member->size_bytes,
					  .depth = row->depth + 1 };
		add_rows(profile, layout, member->type, &below);
	}
	add_row(profile, layout,
		&(struct type_row){ .type_name = "", .name = "", .depth = row->depth, .is_end = true });
}

static struct type_layout *layout_of(struct profile *profile, const struct dso *dso, const struct data_type *type)
{
	uint64_t key = hash_pair(hash_pair(dso->id, type->size_bytes), hash_bytes(type->name, strlen(type->name)));
	bool is_new = false;
	for (; !is_new; key++) {
		uint64_t *value = u64map_put(&profile->by_type, key, &is_new);
		if (is_new) {
			*value = profile->types.count;
			break;
		}
		const struct profiled_type *known = &profile->types.items[*value];
		if (known->dso == dso && has_same_members(known->type, type))
			return &profile->layouts->types.items[*value];
	}
	vec_push(&profile->types, ((struct profiled_type){ type, dso }));
	struct type_layout *layout = vec_add(&profile->layouts->types);
	*layout = (struct type_layout){ .name = arena_strdup(&profile->layouts->arena, type->name),
					.object = arena_strdup(&profile->layouts->arena, dso->long_name),
					.weights = type_layouts_weights(profile->layouts),
					.without_place = type_layouts_weights(profile->layouts),
					.by_address = type_layouts_weights(profile->layouts) };
	const struct type_row row = { .type_name = type->name, .name = "", .size_bytes = type->size_bytes };
	add_rows(profile, layout, type, &row);
	return layout;
}

static void add_weight(struct type_weight *weight, const struct annotate_weight *more)
{
	weight->nr_samples += more->nr_samples;
	weight->period += more->period;
}

/* All rows that have the byte: the type, a struct member, the member in it; of unions each. */
static void add_count(struct type_layout *layout, const struct type_access *access, uint32_t event,
		      const struct annotate_weight *weight)
{
	add_weight(&layout->weights[event], weight);
	if (!access->has_offset) {
		add_weight(&layout->without_place[event], weight);
		layout->has_without_place = true;
	}
	for (size_t i = 0; i < layout->rows.count; i++) {
		const struct type_row *row = &layout->rows.items[i];
		bool is_whole = !i;
		bool has_byte = access->has_offset && access->offset >= row->offset &&
				access->offset - row->offset < row->size_bytes;
		if (!row->is_end && (is_whole || has_byte)) add_weight(&row->weights[event], weight);
	}
}

static void add_mnemonic(struct profile *profile, const struct type_access *access, bool is_good)
{
	bool is_new;
	uint64_t *value = u64map_put(&profile->by_mnemonic, hash_bytes(access->mnemonic, strlen(access->mnemonic)),
				     &is_new);
	if (is_new) {
		*value = profile->layouts->insns.count;
		const char *name = arena_strdup(&profile->layouts->arena, access->mnemonic);
		vec_push(&profile->layouts->insns, ((struct type_insn_stat){ .mnemonic = name }));
	}
	struct type_insn_stat *insn = &profile->layouts->insns.items[*value];
	if (is_good) insn->nr_good++;
	else insn->nr_bad++;
}

/* How many samples of an instruction have a type by the address of their data. */
enum by_address { BY_ADDRESS_NONE, BY_ADDRESS_SOME, BY_ADDRESS_ALL };

/* Where the code does not tell, the addresses of the data do, sample by sample. */
static enum by_address add_by_address(struct profile *profile, const struct annotate_function *function,
				      const struct annotate_count *count)
{
	const struct annotate_data_count *data;
	uint64_t nr_typed = 0;
	size_t nr = annotate_data_of(annotate_data(profile->annotate), function->symbol, count->addr, count->event,
				     &data);
	for (size_t i = 0; i < nr; i++) {
		struct type_access access;
		data_place_type(&data[i].place, &access);
		if (access.state != TYPE_ACCESS_FOUND) continue;
		const struct annotate_weight weight = { data[i].nr_samples, data[i].period };
		struct type_layout *layout = layout_of(profile, data[i].place.dso, access.type);
		add_count(layout, &access, count->event, &weight);
		add_weight(&layout->by_address[count->event], &weight);
		layout->has_by_address = true;
		nr_typed += data[i].nr_samples;
	}
	if (!nr_typed) return BY_ADDRESS_NONE;
	return nr_typed == count->weight.nr_samples ? BY_ADDRESS_ALL : BY_ADDRESS_SOME;
}

static bool is_known(const struct type_access *access)
{
	return access->state == TYPE_ACCESS_FOUND || access->state == TYPE_ACCESS_STACK ||
	       access->state == TYPE_ACCESS_CANARY;
}

/* An instruction counts once, however many events and samples it has. */
static void add_statistics(struct profile *profile, const struct type_access *access, enum by_address by_address)
{
	bool is_by_address = by_address == BY_ADDRESS_ALL, is_good = is_known(access) || is_by_address;
	profile->layouts->nr_in_functions++;
	profile->layouts->nr_found += is_good;
	profile->nr_by_address += is_by_address;
	profile->nr_partly += by_address == BY_ADDRESS_SOME;
	if (!is_by_address) profile->nr_states[access->state]++;
	if (access->state == TYPE_ACCESS_FOUND) profile->nr_followed += access->is_followed;
	if (*access->mnemonic) add_mnemonic(profile, access, is_good);
}

/* Counts are by event, then address. */
static void add_function(struct profile *profile, const struct annotate_function *function)
{
	struct u64map seen = U64MAP_INIT;
	for (size_t i = 0; i < function->nr_counts; i++) {
		const struct annotate_count *count = &function->counts[i];
		struct type_access access;
		bool is_new;
		object_type_access(function->object, count->addr, &access);
		enum by_address by_address = BY_ADDRESS_NONE;
		if (!is_known(&access)) by_address = add_by_address(profile, function, count);
		(void)u64map_put(&seen, count->addr, &is_new);
		if (is_new) add_statistics(profile, &access, by_address);
		if (access.state == TYPE_ACCESS_FOUND)
			add_count(layout_of(profile, function->dso, access.type), &access, count->event,
				  &count->weight);
	}
	u64map_done(&seen);
}

static int compare_insns(const void *a, const void *b)
{
	const struct type_insn_stat *x = a, *y = b;
	uint64_t nr_x = x->nr_good + x->nr_bad, nr_y = y->nr_good + y->nr_bad;
	if (nr_x != nr_y) return nr_x > nr_y ? -1 : 1;
	return strcmp(x->mnemonic, y->mnemonic);
}

/* Upstream's words, in its order. */
static void put_reasons(struct profile *profile, uint64_t nr_without_symbol)
{
	static const struct {
		enum type_access_state state;
		const char *word;
	} words[] = {
		{ TYPE_ACCESS_NO_SYMBOL, "no_sym" },         { TYPE_ACCESS_NO_INSTRUCTION, "no_insn" },
		{ TYPE_ACCESS_NO_MEMORY, "no_mem_ops" },     { TYPE_ACCESS_NO_REGISTER, "no_reg" },
		{ TYPE_ACCESS_NO_DEBUG_INFO, "no_dbginfo" }, { TYPE_ACCESS_NO_UNIT, "no_cuinfo" },
		{ TYPE_ACCESS_NO_VARIABLE, "no_var" },       { TYPE_ACCESS_NO_TYPE, "no_typeinfo" },
		{ TYPE_ACCESS_BAD_SIZE, "invalid_size" },    { TYPE_ACCESS_BAD_OFFSET, "bad_offset" },
	};
	struct type_layouts *layouts = profile->layouts;
	profile->nr_states[TYPE_ACCESS_NO_SYMBOL] += nr_without_symbol;
	layouts->nr_all = layouts->nr_in_functions + nr_without_symbol;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		uint64_t nr = profile->nr_states[words[i].state];
		if (nr) vec_push(&layouts->reasons, ((struct type_stat){ words[i].word, nr }));
	}
	if (profile->nr_followed)
		vec_push(&layouts->reasons, ((struct type_stat){ "insn_track", profile->nr_followed }));
	if (profile->nr_by_address)
		vec_push(&layouts->reasons, ((struct type_stat){ "by_addr", profile->nr_by_address }));
	if (profile->nr_partly)
		vec_push(&layouts->reasons, ((struct type_stat){ "by_addr_partly", profile->nr_partly }));
	if (layouts->insns.count)
		qsort(layouts->insns.items, layouts->insns.count, sizeof(*layouts->insns.items), compare_insns);
}

void type_profile_make(const struct annotate *annotate, unsigned threads, struct type_layouts *ret)
{
	struct profile profile = { .annotate = annotate, .layouts = ret };
	size_t nr = annotate_nr_functions(annotate), nr_events = annotate_events(annotate)->count;
	type_layouts_init(ret, nr_events);
	threads_for(threads, nr, follow_function, &profile);
	for (size_t i = 0; i < nr; i++) add_function(&profile, annotate_function_at(annotate, i));
	for (size_t i = 0; i < nr_events; i++) {
		struct annotate_weight all = annotate_total(annotate, i);
		add_weight(&ret->totals[i], &all);
	}
	put_reasons(&profile, annotate_nr_nameless(annotate));
	vec_done(&profile.types);
	u64map_done(&profile.by_type);
	u64map_done(&profile.by_mnemonic);
}
