/* Names lead to types: a function's symbol to its prototype, an address to the variable whose symbol is there. */
#include "symbol/types/code_facts_btf.h"

#include <string.h>
#include "base/hash.h"
#include "base/u64map.h"
#include "symbol/types/data_type_btf.h"

struct btf_names {
	struct data_types *types;
	const struct btf_walk *walk;
	struct u64map functions, variables; /* hash of the name -> id of the type; 0: several differ */
	struct btf_names *base;             /* of a module: those of its kernel, which its own hide */
};

static void add_name(void *ctx, bool is_function, const char *name, uint32_t type)
{
	struct btf_names *names = ctx;
	bool is_new;
	uint64_t *known = u64map_put(is_function ? &names->functions : &names->variables,
				     hash_bytes(name, strlen(name)), &is_new);
	if (is_new) *known = type;
	else if (*known != type) *known = 0;
}

struct btf_names *btf_names_new(struct data_types *types, const struct btf_walk *walk)
{
	struct btf_names *names = xcalloc(1, sizeof(*names));
	*names = (struct btf_names){ .types = types, .walk = walk };
	btf_walk_named(walk, add_name, names);
	if (walk->base) names->base = btf_names_new(types, walk->base);
	return names;
}

void btf_names_free(struct btf_names *names)
{
	if (!names) return;
	btf_names_free(names->base);
	u64map_done(&names->functions);
	u64map_done(&names->variables);
	free(names);
}

/* Parts of functions ("do_work.cold") and clones with other parameters ("do_work.isra.0") are none of BTF's. */
static uint32_t type_of_name(const struct btf_names *names, bool is_function, const char *name)
{
	const uint64_t *id = NULL;
	uint64_t hash = name ? hash_bytes(name, strlen(name)) : 0;
	for (; names && name && !id; names = names->base)
		id = u64map_find(is_function ? &names->functions : &names->variables, hash);
	return id ? (uint32_t)*id : 0;
}

const struct data_type *btf_names_variable(const struct btf_names *names, const char *name)
{
	uint32_t id = type_of_name(names, false, name);
	return id ? data_type_of_btf(names->types, names->walk, id) : NULL;
}

static bool facts_in_register(void *ctx, const struct code_register *reg, struct held_value *ret) { return false; }

static bool facts_on_stack(void *ctx, uint64_t vaddr, const struct held_value *registers, int64_t frame_off,
			   struct code_object *ret)
{
	return false;
}

static bool facts_at_address(void *ctx, uint64_t address, struct code_object *ret)
{
	const struct code_facts_btf *f = ctx;
	const struct btf_names *names = f->options.names;
	uint64_t offset = 0;
	const char *symbol = f->options.symbol_at ? f->options.symbol_at(f->options.ctx, address, &offset) : NULL;
	const struct data_type *type = btf_names_variable(names, symbol);
	if (!type || (type->size_bytes && offset >= type->size_bytes)) return false;
	*ret = (struct code_object){ type, (int64_t)offset };
	return true;
}

static bool facts_in_thread(void *ctx, uint64_t offset, struct code_object *ret) { return false; }

static const struct data_type *facts_returned(void *ctx, uint64_t target)
{
	const struct code_facts_btf *f = ctx;
	const struct btf_names *names = f->options.names;
	uint64_t offset = 0;
	const char *symbol = f->options.symbol_at ? f->options.symbol_at(f->options.ctx, target, &offset) : NULL;
	uint32_t id = offset ? 0 : type_of_name(names, true, symbol);
	const struct data_type *function = id ? data_type_of_btf(names->types, names->walk, id) : NULL;
	return function ? data_type_target(function) : NULL;
}

static bool facts_frame_rule(void *ctx, uint64_t vaddr, unsigned *ret_register, int64_t *ret_distance)
{
	const struct code_facts_btf *f = ctx;
	return f->options.frame_rule && f->options.frame_rule(f->options.ctx, vaddr, ret_register, ret_distance);
}

/* A struct by value, or a float, ends the list: other registers hold them. */
static void read_parameters(struct code_facts_btf *f)
{
	struct code_parameters *parameters = &f->facts.parameters;
	const struct btf_names *names = f->options.names;
	uint32_t ids[ARRAY_SIZE(parameters->types)], returned;
	uint32_t id = type_of_name(names, true, f->options.function);
	unsigned nr = id ? btf_walk_prototype(names->walk, id, ids, ARRAY_SIZE(ids), &returned) : 0;
	for (unsigned i = 0; i < nr; i++) {
		const struct data_type *type = data_type_of_btf(names->types, names->walk, ids[i]);
		if (!type || type->size_bytes > 8 ||
		    (type->kind != DATA_TYPE_POINTER && type->kind != DATA_TYPE_NUMBER))
			break;
		parameters->types[parameters->nr++] = type;
	}
}

void code_facts_btf_init(struct code_facts_btf *facts, const struct code_facts_btf_options *options)
{
	*facts = (struct code_facts_btf){ .options = *options };
	facts->facts = (struct code_facts){
		.has_description = true,
		.has_unit = true,
		.cpu_offsets = options->cpu_offsets,
		.own_cpu_offset = options->own_cpu_offset,
		.in_register = facts_in_register,
		.on_stack = facts_on_stack,
		.at_address = facts_at_address,
		.in_thread = facts_in_thread,
		.returned = facts_returned,
		.frame_rule = facts_frame_rule,
		.ctx = facts,
	};
	read_parameters(facts);
}
