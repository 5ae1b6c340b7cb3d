/* Types out of BTF. A type's origin is the index and its id there. */
#include "symbol/types/data_type_btf.h"

#include "base/hash.h"
#include "symbol/types/data_type_source.h"

static const struct data_type_source btf_source;

static enum data_type_kind kind_of(enum btf_shape shape)
{
	switch (shape) {
	case BTF_SHAPE_NUMBER:
	case BTF_SHAPE_ENUM: return DATA_TYPE_NUMBER;
	case BTF_SHAPE_POINTER: return DATA_TYPE_POINTER;
	case BTF_SHAPE_ARRAY: return DATA_TYPE_ARRAY;
	case BTF_SHAPE_STRUCTURE: return DATA_TYPE_STRUCT;
	case BTF_SHAPE_FUNCTION: return DATA_TYPE_FUNCTION;
	default: return DATA_TYPE_OTHER;
	}
}

/* With the lock taken. The typedef's name is of a struct that has none: it is in the key. */
static const struct data_type *type_of(struct data_types *types, const struct btf_walk *walk, uint32_t id)
{
	_strbuf_done_ struct strbuf name = STRBUF_INIT;
	struct btf_view view = btf_walk_view(walk, id);
	bool is_new, is_nameless = view.shape == BTF_SHAPE_STRUCTURE && !*view.name && *view.typedef_name;
	if (!view.type) return NULL;
	uint64_t key = hash_pair((uintptr_t)walk, (uint64_t)view.type << 32 | (is_nameless ? id : 0));
	struct data_type *type = data_types_put(types, key, &is_new);
	if (!is_new) return type;
	if (is_nameless) strbuf_str(&name, view.typedef_name);
	else btf_walk_format(walk, view.type, &name);
	type->kind = kind_of(view.shape);
	type->name = data_types_name(types, strbuf_text(&name));
	type->size_bytes = view.size_bytes;
	type->source = &btf_source;
	type->origin[0] = (uintptr_t)walk;
	type->origin[1] = view.type;
	return type;
}

/* Bit fields: the bytes that have bits of it. */
static void add_member(struct data_types *types, const struct btf_walk *walk, const struct btf_walk_member *from,
		       data_member_list *members)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct data_member member = { .name = "", .type = type_of(types, walk, from->type) };
	if (!member.type) return;
	btf_walk_format(walk, from->type, &text);
	member.type_name = data_types_name(types, strbuf_text(&text));
	member.offset = from->bit_off / 8;
	member.size_bytes = member.type->size_bytes;
	strbuf_clear(&text);
	strbuf_str(&text, from->name);
	if (from->nr_bits) {
		member.is_bit_field = true;
		member.size_bytes = ((uint64_t)from->bit_off + from->nr_bits + 7) / 8 - member.offset;
		strbuf_printf(&text, ":%u", from->nr_bits);
	}
	member.name = data_types_name(types, strbuf_text(&text));
	vec_push(members, member);
}

static void read_btf(struct data_types *types, struct data_type *type, data_member_list *members)
{
	const struct btf_walk *walk = (const struct btf_walk *)(uintptr_t)type->origin[0];
	uint32_t id = (uint32_t)type->origin[1], returned;
	struct btf_view view = btf_walk_view(walk, id);
	struct btf_walk_member member;
	for (uint32_t i = 0; type->kind == DATA_TYPE_STRUCT && btf_walk_member(walk, id, i, &member); i++)
		add_member(types, walk, &member, members);
	if (type->kind == DATA_TYPE_POINTER || type->kind == DATA_TYPE_ARRAY) {
		type->target = type_of(types, walk, view.element);
	} else if (type->kind == DATA_TYPE_FUNCTION) {
		(void)btf_walk_prototype(walk, id, NULL, 0, &returned);
		type->target = type_of(types, walk, returned);
	}
}

static const struct data_type_source btf_source = { .read = read_btf };

const struct data_type *data_type_of_btf(struct data_types *types, const struct btf_walk *walk, uint32_t id)
{
	pthread_mutex_lock(&types->lock);
	const struct data_type *type = type_of(types, walk, id);
	pthread_mutex_unlock(&types->lock);
	return type;
}
