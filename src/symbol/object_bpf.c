/* BPF programs: their code is what the recording has of it (bpf_jited.h). What a sample is in is known without it, from
 * PERF_RECORD_KSYMBOL; the names here are those of calls from one function of a program to another. */
#include <errno.h>
#include <string.h>
#include "symbol/bpf_jited.h"
#include "symbol/object_lines.h"
#include "symbol/object_private.h"

/* Machines that compile BPF programs, as uname calls them. */
static const struct bpf_machine {
	const char *name;
	struct insn_set set;
	bool is_big_endian;
} machines[] = {
	{ "x86_64", { EM_X86_64, true }, false }, { "aarch64", { EM_AARCH64, true }, false },
	{ "arm64", { EM_AARCH64, true }, false }, { "riscv64", { EM_RISCV, true }, false },
	{ "s390x", { EM_S390, true }, true },     { "ppc64le", { EM_PPC64, true }, false },
	{ "ppc64", { EM_PPC64, true }, true },    { "armv7l", { EM_ARM, false }, false },
	{ "i686", { EM_386, false }, false },
};

static const struct bpf_machine *machine_of(const struct object *object)
{
	const char *name = object->store->kernel.machine;
	for (size_t i = 0; name && i < ARRAY_SIZE(machines); i++)
		if (strcmp(machines[i].name, name) == 0) return &machines[i];
	return NULL;
}

static const struct bpf_jited_function *function_at(const struct object *object, uint64_t addr)
{
	const struct bpf_jited *code = object->store->bpf_jited;
	return code && !object->identity.guest ? bpf_jited_find(code, object->identity.path, addr) : NULL;
}

size_t object_bpf_code(const struct object *object, uint64_t addr, void *to, size_t size_bytes,
		       struct insn_set *ret_set)
{
	const struct bpf_jited_function *function = function_at(object, addr);
	const struct bpf_machine *machine = machine_of(object);
	if (!function || !machine) return 0;
	size_t at = (size_t)(addr - function->start), size = MIN(size_bytes, function->size_bytes - at);
	memcpy(to, function->code + at, size);
	*ret_set = machine->set;
	return size;
}

bool object_bpf_place(const struct object *object, uint64_t addr, struct object_code_place *ret)
{
	const struct bpf_jited_function *function = function_at(object, addr);
	const struct bpf_machine *machine = machine_of(object);
	if (!function || !machine) return false;
	ret->set = machine->set;
	ret->is_big_endian = machine->is_big_endian;
	ret->path = object->identity.path;
	ret->section_end = function->start + function->size_bytes;
	return true;
}

void object_bpf_lines_visit(const struct object *object, uint64_t start, uint64_t end,
			    bool (*visit)(void *ctx, uint64_t start, uint64_t end, const struct source_line *line),
			    void *ctx)
{
	const struct bpf_jited_function *function = function_at(object, start);
	size_t count = function ? function->lines.count : 0;
	for (size_t i = 0; i < count && function->lines.items[i].start < end; i++) {
		const struct bpf_line *line = &function->lines.items[i];
		uint64_t next = i + 1 < count ? line[1].start : function->start + function->size_bytes;
		struct source_line at = { line->file, line->number, line->text };
		if (next <= start || next <= line->start) continue;
		if (!visit(ctx, MAX(line->start, start), MIN(next, end), &at)) return;
	}
}

int object_load_bpf(const struct object *object, struct object_symbols *ret)
{
	const struct bpf_jited *code = object->store->bpf_jited;
	if (!code || object->identity.guest) return -ENOENT;
	for (size_t i = 0; i < bpf_jited_count(code); i++) {
		const struct bpf_jited_function *function = bpf_jited_at(code, i);
		if (function->name)
			symbol_list_add(&ret->list, (struct raw_symbol){ .start = function->start,
									 .end = function->start + function->size_bytes,
									 .name = function->name,
									 .binding = STB_GLOBAL,
									 .type = STT_FUNC });
	}
	ret->ends = SYMBOL_ENDS_GIVEN;
	ret->source_name = "BPF program info";
	ret->origin_letter = 'B';
	return 0;
}
