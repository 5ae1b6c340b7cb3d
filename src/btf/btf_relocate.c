/* All ids and places of strings of both are moved behind the kernel's by one distance; then ids of the base that the
 * kernel knows become the kernel's. */
#include "btf/btf_relocate.h"

#include <errno.h>
#include <linux/btf.h>
#include <string.h>
#include "base/hash.h"
#include "base/u64map.h"

#define SEVERAL UINT32_MAX

struct relocation {
	const struct btf_walk *base, *kernel;
	/* Of each type of the base, from 1 on: the kernel's; 0: it has none. */
	uint32_t *kernels;
	struct u64map first;  /* by hash of the name: the base's first type of it */
	uint32_t *next;       /* of each type of the base: the next with that hash; 0: none */
	uint32_t nr_kernel;   /* types of the kernel */
	uint32_t kernel_text; /* bytes of its strings */
};

static void read_head(const struct btf_walk *walk, uint32_t type, struct btf_type *ret)
{
	memcpy(ret, walk->btf->types + walk->offsets[type - 1], sizeof(*ret));
}

static const char *name_of(const struct btf_walk *walk, const struct btf_type *head)
{
	return head->name_off < walk->btf->strings_bytes ? walk->btf->strings + head->name_off : "";
}

/* Kinds that can be found by their name: an enumeration is one in both of its forms, what is only declared is what the
 * kernel has of that name. */
static bool is_kind(const struct btf_type *wanted, const struct btf_type *have)
{
	const uint32_t a = BTF_INFO_KIND(wanted->info), b = BTF_INFO_KIND(have->info);
	const bool is_enum = b == BTF_KIND_ENUM || b == BTF_KIND_ENUM64;
	switch (a) {
	case BTF_KIND_FWD: return b == (BTF_INFO_KFLAG(wanted->info) ? BTF_KIND_UNION : BTF_KIND_STRUCT);
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64: return is_enum && wanted->size == have->size;
	case BTF_KIND_INT:
	case BTF_KIND_FLOAT: return a == b && wanted->size == have->size;
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION: return a == b && (!wanted->size || wanted->size == have->size);
	default: return false;
	}
}

/* Numbers of one size differ in their encoding. */
static bool is_encoded_alike(const struct relocation *r, uint32_t wanted, uint32_t have, const struct btf_type *head)
{
	if (BTF_INFO_KIND(head->info) != BTF_KIND_INT) return true;
	const size_t size = sizeof(struct btf_type);
	return memcmp(r->base->btf->types + r->base->offsets[wanted - 1] + size,
		      r->kernel->btf->types + r->kernel->offsets[have - 1] + size, sizeof(uint32_t)) == 0;
}

static void list_base(struct relocation *r)
{
	for (uint32_t type = r->base->count; type > 0; type--) {
		struct btf_type head;
		read_head(r->base, type, &head);
		const char *name = name_of(r->base, &head);
		if (!*name) continue;
		uint64_t *first = u64map_put(&r->first, hash_bytes(name, strlen(name)), NULL);
		r->next[type] = (uint32_t)*first;
		*first = type;
	}
}

static void match(struct relocation *r, uint32_t kernels, const struct btf_type *have, const char *name)
{
	const uint64_t *first = u64map_find(&r->first, hash_bytes(name, strlen(name)));
	for (uint32_t type = first ? (uint32_t)*first : 0; type; type = r->next[type]) {
		struct btf_type wanted;
		read_head(r->base, type, &wanted);
		if (strcmp(name_of(r->base, &wanted), name) != 0 || !is_kind(&wanted, have)) continue;
		if (is_encoded_alike(r, type, kernels, have)) r->kernels[type] = r->kernels[type] ? SEVERAL : kernels;
	}
}

static void match_all(struct relocation *r)
{
	for (uint32_t type = 1; type <= r->kernel->count; type++) {
		struct btf_type head;
		read_head(r->kernel, type, &head);
		const char *name = name_of(r->kernel, &head);
		if (*name) match(r, type, &head, name);
	}
}

static void move_id(const struct relocation *r, uint32_t *id)
{
	if (!*id) return;
	const uint32_t kernels = *id <= r->base->count ? r->kernels[*id] : 0;
	*id = kernels && kernels != SEVERAL ? kernels : *id + r->nr_kernel;
}

/* Which words of an entry of a tail are places of strings and ids: a bit for each. */
struct tail_form {
	uint8_t entry_words, names, ids;
};

static struct tail_form form_of(uint32_t kind)
{
	switch (kind) {
	case BTF_KIND_ARRAY: return (struct tail_form){ 3, 0, 1 | 2 };
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION: return (struct tail_form){ 3, 1, 2 };
	case BTF_KIND_ENUM: return (struct tail_form){ 2, 1, 0 };
	case BTF_KIND_ENUM64: return (struct tail_form){ 3, 1, 0 };
	case BTF_KIND_FUNC_PROTO: return (struct tail_form){ 2, 1, 2 };
	case BTF_KIND_DATASEC: return (struct tail_form){ 3, 0, 1 };
	default: return (struct tail_form){ 1, 0, 0 };
	}
}

/* Whether the third word of a type's head is an id; else a size, or nothing. */
static bool has_type(uint32_t kind)
{
	switch (kind) {
	case BTF_KIND_PTR:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_FUNC:
	case BTF_KIND_FUNC_PROTO:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
	case BTF_KIND_TYPE_TAG: return true;
	default: return false;
	}
}

static void move_tail(const struct relocation *r, uint8_t *tail, size_t size_bytes, struct tail_form form)
{
	for (size_t at = 0; at + 4 <= size_bytes; at += 4) {
		const unsigned bit = 1u << (at / 4 % form.entry_words);
		uint32_t word;
		if (!((form.names | form.ids) & bit)) continue;
		memcpy(&word, tail + at, sizeof(word));
		if (form.names & bit) word += r->kernel_text;
		else move_id(r, &word);
		memcpy(tail + at, &word, sizeof(word));
	}
}

/* Types that cannot be read end what is moved, and what is read of them. Returns how many bytes that is. */
static size_t move_types(const struct relocation *r, uint8_t *types, size_t size_bytes)
{
	size_t pos = 0;
	while (pos + sizeof(struct btf_type) <= size_bytes) {
		struct btf_type head;
		memcpy(&head, types + pos, sizeof(head));
		const uint32_t kind = BTF_INFO_KIND(head.info);
		const size_t tail = btf_tail_bytes(kind, BTF_INFO_VLEN(head.info)), at = pos + sizeof(head);
		if (tail > size_bytes - at) break;
		head.name_off += r->kernel_text;
		if (has_type(kind)) move_id(r, &head.type);
		memcpy(types + pos, &head, sizeof(head));
		move_tail(r, types + at, tail, form_of(kind));
		pos = at + tail;
	}
	return pos;
}

/* Where the types end that the index of a walk has. */
static size_t indexed_bytes(const struct btf_walk *walk)
{
	struct btf_type head;
	read_head(walk, walk->count, &head);
	return walk->offsets[walk->count - 1] + sizeof(head) +
	       btf_tail_bytes(BTF_INFO_KIND(head.info), BTF_INFO_VLEN(head.info));
}

/* One behind the other: types of base and module, then their strings. */
static void join(const struct relocation *r, const struct btf *module, const struct btf *base, struct btf *ret)
{
	const size_t base_bytes = indexed_bytes(r->base), types_bytes = base_bytes + module->types_bytes;
	const size_t strings_bytes = base->strings_bytes + module->strings_bytes;
	char *bytes = xmalloc(types_bytes + strings_bytes);
	uint8_t *types = (uint8_t *)bytes;
	memcpy(types, base->types, base_bytes);
	memcpy(types + base_bytes, module->types, module->types_bytes);
	memcpy(bytes + types_bytes, base->strings, base->strings_bytes);
	memcpy(bytes + types_bytes + base->strings_bytes, module->strings, module->strings_bytes);
	*ret = (struct btf){ .bytes = bytes,
			     .size_bytes = types_bytes + strings_bytes,
			     .types = types,
			     .types_bytes = move_types(r, types, types_bytes),
			     .strings = bytes + types_bytes,
			     .strings_bytes = strings_bytes };
}

int btf_relocate(const struct btf *module, const struct btf *base, const struct btf_walk *kernel, struct btf *ret)
{
	struct btf_walk walk;
	int r = btf_walk_init(base, &walk);
	if (r < 0) return r;
	struct relocation relocation = { .base = &walk,
					 .kernel = kernel,
					 .nr_kernel = kernel->count,
					 .kernel_text = (uint32_t)kernel->btf->strings_bytes };
	relocation.kernels = xcalloc((size_t)walk.count + 1, sizeof(uint32_t));
	relocation.next = xcalloc((size_t)walk.count + 1, sizeof(uint32_t));
	list_base(&relocation);
	match_all(&relocation);
	join(&relocation, module, base, ret);
	u64map_done(&relocation.first);
	free(relocation.kernels);
	free(relocation.next);
	btf_walk_done(&walk);
	return 0;
}
