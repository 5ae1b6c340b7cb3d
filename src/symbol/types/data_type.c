/* The types of an object as one graph, which is made while it is walked: a type is put when something names it, and
 * read (source->read) when somebody asks what it leads to. */
#include "symbol/types/data_type_source.h"

#include <string.h>
#include "base/hash.h"

enum {
	DEPTH_MAX = 32,          /* of structs in structs: damaged ones contain themselves */
	STEPS_MAX = 1000,        /* of a search for a member */
	MEMBERS_MAX = 16u << 20, /* of all types of an object */
	NAMES_MAX = 512u << 20,  /* bytes */
};

struct data_types *data_types_new(void)
{
	struct data_types *types = xcalloc(1, sizeof(*types));
	pthread_mutex_init(&types->lock, NULL);
	arena_init(&types->arena);
	types->left_members = MEMBERS_MAX;
	types->left_name_bytes = NAMES_MAX;
	return types;
}

void data_types_free(struct data_types *types)
{
	if (!types) return;
	u64map_done(&types->by_key);
	arena_done(&types->arena);
	pthread_mutex_destroy(&types->lock);
	free(types);
}

const char *data_types_name(struct data_types *types, const char *name)
{
	size_t size_bytes = strlen(name) + 1;
	if (size_bytes == 1 || size_bytes > types->left_name_bytes) return "";
	types->left_name_bytes -= size_bytes;
	return arena_memdup(&types->arena, name, size_bytes);
}

struct data_type *data_types_put(struct data_types *types, uint64_t key, bool *ret_new)
{
	uint64_t *value = u64map_put(&types->by_key, key, ret_new);
	if (*ret_new) {
		struct data_type *type = arena_zalloc(&types->arena, sizeof(*type));
		type->types = types;
		type->kind = DATA_TYPE_OTHER;
		type->name = "";
		*value = (uintptr_t)type;
	}
	return (struct data_type *)(uintptr_t)*value;
}

/* Reads what the type leads to, once. The type is constant but for what is filled in here. */
static void need(const struct data_type *constant)
{
	struct data_type *type = (struct data_type *)(uintptr_t)constant;
	if (likely(atomic_load_explicit(&type->is_read, memory_order_acquire))) return;
	struct data_types *types = type->types;
	pthread_mutex_lock(&types->lock);
	if (!atomic_load_explicit(&type->is_read, memory_order_relaxed)) {
		data_member_list members = VEC_INIT;
		type->source->read(types, type, &members);
		if (members.count > types->left_members) members.count = types->left_members;
		types->left_members -= members.count;
		if (members.count)
			type->members = arena_memdup(&types->arena, members.items,
						     members.count * sizeof(*members.items));
		type->nr_members = members.count;
		vec_done(&members);
		atomic_store_explicit(&type->is_read, true, memory_order_release);
	}
	pthread_mutex_unlock(&types->lock);
}

const struct data_type *data_type_target(const struct data_type *type)
{
	if (type->kind != DATA_TYPE_POINTER && type->kind != DATA_TYPE_ARRAY && type->kind != DATA_TYPE_FUNCTION)
		return NULL;
	need(type);
	return type->target;
}

size_t data_type_members(const struct data_type *type, const struct data_member **ret)
{
	if (type->kind != DATA_TYPE_STRUCT) return 0;
	need(type);
	*ret = type->members;
	return type->nr_members;
}

bool data_type_is_same(const struct data_type *a, const struct data_type *b)
{
	if (a == b) return true;
	return a && b && a->kind == b->kind && a->size_bytes == b->size_bytes && strcmp(a->name, b->name) == 0;
}

/* An array without a size, at a struct's end, has all that follows. */
static bool has_byte(const struct data_member *member, uint64_t offset)
{
	bool is_open = !member->size_bytes && member->type->kind == DATA_TYPE_ARRAY;
	return offset >= member->offset && (is_open || offset - member->offset < member->size_bytes);
}

/* Whether members lead to something that is no struct. steps: how many may still be looked at. */
static bool has_content(const struct data_type *type, uint64_t offset, unsigned *steps)
{
	const struct data_member *members;
	size_t nr = data_type_members(type, &members);
	if (type->kind != DATA_TYPE_STRUCT) return true;
	for (size_t i = 0; i < nr && *steps; i++) {
		(*steps)--;
		if (has_byte(&members[i], offset) && has_content(members[i].type, offset - members[i].offset, steps))
			return true;
	}
	return false;
}

/* The type's own member: the first that has something at the byte. Empty base classes of C++ have a byte that is the
 * next member's as well. */
static const struct data_member *own_member_at(const struct data_type *type, uint64_t offset)
{
	const struct data_member *members, *first = NULL;
	size_t nr = data_type_members(type, &members);
	unsigned steps = STEPS_MAX;
	for (size_t i = 0; i < nr; i++) {
		if (!has_byte(&members[i], offset)) continue;
		if (has_content(members[i].type, offset - members[i].offset, &steps)) return &members[i];
		if (!first) first = &members[i];
	}
	return first;
}

const struct data_member *data_type_member_at(const struct data_type *type, uint64_t offset, uint64_t *ret_offset)
{
	const struct data_member *found = NULL;
	for (unsigned depth = 0; depth < DEPTH_MAX; depth++) {
		const struct data_member *member = own_member_at(type, offset);
		if (!member) break;
		found = member;
		offset -= member->offset;
		type = member->type;
	}
	if (found && ret_offset) *ret_offset = offset;
	return found;
}

enum { CHOICES_MAX = 8 };

/* What may be read at a byte. */
struct reading {
	uint64_t size_bytes;
	const struct data_type *pointers[CHOICES_MAX]; /* the first of each type */
	unsigned nr_pointers;                          /* more than CHOICES_MAX: there are others */
	const struct data_type *pointer, *number;
	bool has_pointers, has_numbers; /* that differ */
	unsigned steps;                 /* how many members may still be looked at */
};

static void add_pointer(struct reading *r, const struct data_type *type)
{
	if (r->nr_pointers > CHOICES_MAX) return;
	for (unsigned i = 0; i < r->nr_pointers; i++)
		if (data_type_is_same(r->pointers[i], type)) return;
	if (r->nr_pointers < CHOICES_MAX) r->pointers[r->nr_pointers] = type;
	r->nr_pointers++;
}

static void add_read(struct reading *r, const struct data_type *type)
{
	bool is_pointer = type->kind == DATA_TYPE_POINTER;
	const struct data_type **known = is_pointer ? &r->pointer : &r->number;
	bool *differ = is_pointer ? &r->has_pointers : &r->has_numbers;
	if (*known && !data_type_is_same(*known, type)) *differ = true;
	*known = type;
	if (is_pointer) add_pointer(r, type);
}

static void find_read(struct reading *r, const struct data_type *type, uint64_t offset, unsigned depth)
{
	const struct data_member *members;
	bool is_simple = type->kind == DATA_TYPE_POINTER || type->kind == DATA_TYPE_NUMBER;
	if (is_simple && !offset && type->size_bytes == r->size_bytes) add_read(r, type);
	if (!depth) return;
	if (type->kind == DATA_TYPE_ARRAY) {
		const struct data_type *target = data_type_target(type);
		if (target && target->size_bytes) find_read(r, target, offset % target->size_bytes, depth - 1);
		return;
	}
	size_t nr = data_type_members(type, &members);
	for (size_t i = 0; i < nr && r->steps; i++) {
		r->steps--;
		if (has_byte(&members[i], offset) && !members[i].is_bit_field)
			find_read(r, members[i].type, offset - members[i].offset, depth - 1);
	}
}

/* Members that were not looked at, of a damaged type, might differ. */
const struct data_type *data_type_read_at(const struct data_type *type, uint64_t offset, uint64_t size_bytes,
					  bool *ret_only)
{
	struct reading r = { .size_bytes = size_bytes, .steps = STEPS_MAX };
	find_read(&r, type, offset, DEPTH_MAX);
	*ret_only = !r.pointer || !r.number;
	if (!r.steps || r.has_pointers) return NULL;
	if (r.pointer) return r.pointer;
	return r.has_numbers ? NULL : r.number;
}

/* Its members are the structs; "struct red|struct blue". */
static const struct data_type *choice_of(struct data_types *types, const struct data_type *const *targets, unsigned nr)
{
	struct data_member members[CHOICES_MAX] = { 0 };
	_strbuf_done_ struct strbuf name = STRBUF_INIT;
	uint64_t key = DATA_TYPE_CHOICE;
	bool is_new;
	for (unsigned i = 0; i < nr; i++) {
		members[i].type = targets[i];
		key = hash_pair(key, (uintptr_t)targets[i]);
		if (i) strbuf_char(&name, '|');
		strbuf_str(&name, targets[i]->name);
	}
	pthread_mutex_lock(&types->lock);
	struct data_type *choice = data_types_put(types, key, &is_new);
	if (is_new) {
		choice->kind = DATA_TYPE_CHOICE;
		choice->name = data_types_name(types, strbuf_text(&name));
		choice->members = arena_memdup(&types->arena, members, nr * sizeof(*members));
		choice->nr_members = nr;
		atomic_store_explicit(&choice->is_read, true, memory_order_release);
	}
	pthread_mutex_unlock(&types->lock);
	return choice;
}

const struct data_type *data_type_choice_at(const struct data_type *type, uint64_t offset, uint64_t size_bytes)
{
	struct reading r = { .size_bytes = size_bytes, .steps = STEPS_MAX };
	const struct data_type *targets[CHOICES_MAX];
	find_read(&r, type, offset, DEPTH_MAX);
	if (!r.steps || !r.has_pointers || r.nr_pointers > CHOICES_MAX) return NULL;
	for (unsigned i = 0; i < r.nr_pointers; i++) {
		targets[i] = data_type_target(r.pointers[i]);
		if (!targets[i] || targets[i]->kind != DATA_TYPE_STRUCT || !targets[i]->size_bytes) return NULL;
	}
	return choice_of(type->types, targets, r.nr_pointers);
}

const struct data_type *data_type_choose(const struct data_type *choice, uint64_t offset, uint64_t size_bytes)
{
	const struct data_type *found = NULL;
	for (size_t i = 0; i < choice->nr_members; i++) {
		const struct data_type *type = choice->members[i].type;
		bool is_inside = offset < type->size_bytes && size_bytes <= type->size_bytes - offset;
		if (!is_inside || !data_type_member_at(type, offset, NULL)) continue;
		if (found) return NULL;
		found = type;
	}
	return found;
}

bool data_type_is_erased(const struct data_type *type, uint64_t offset)
{
	static const char vector[] = "struct RawVecInner<";
	for (unsigned depth = 0; depth < DEPTH_MAX; depth++) {
		if (strncmp(type->name, vector, sizeof(vector) - 1) == 0) return true;
		const struct data_member *member = own_member_at(type, offset);
		if (!member) break;
		offset -= member->offset;
		type = member->type;
	}
	return false;
}

/* Of a union, or an enum of Rust, any member may be it. steps: how many may still be looked at. */
static bool has_at(const struct data_type *type, uint64_t offset, const struct data_type *wanted, unsigned depth,
		   unsigned *steps, uint64_t *ret_offset)
{
	const struct data_member *members;
	size_t nr = depth ? data_type_members(type, &members) : 0;
	for (size_t i = 0; i < nr && *steps; i++) {
		const struct data_type *member = members[i].type;
		uint64_t rest = offset - members[i].offset;
		(*steps)--;
		if (!has_byte(&members[i], offset)) continue;
		*ret_offset = rest;
		if (data_type_is_same(member, wanted)) return true;
		if (member->kind == DATA_TYPE_ARRAY && wanted->size_bytes &&
		    data_type_is_same(data_type_target(member), wanted)) {
			*ret_offset = rest % wanted->size_bytes;
			return true;
		}
		if (has_at(member, rest, wanted, depth - 1, steps, ret_offset)) return true;
	}
	return false;
}

bool data_type_has_at(const struct data_type *type, uint64_t offset, const struct data_type *wanted,
		      uint64_t *ret_offset)
{
	unsigned steps = STEPS_MAX;
	return has_at(type, offset, wanted, DEPTH_MAX, &steps, ret_offset);
}

bool data_type_format_path(const struct data_type *type, uint64_t offset, struct strbuf *out)
{
	bool has_name = false;
	for (unsigned depth = 0; depth < DEPTH_MAX; depth++) {
		const struct data_member *member = own_member_at(type, offset);
		if (!member) break;
		if (*member->name) {
			if (has_name) strbuf_char(out, '.');
			strbuf_str(out, member->name);
			has_name = true;
		}
		offset -= member->offset;
		type = member->type;
	}
	return has_name;
}
