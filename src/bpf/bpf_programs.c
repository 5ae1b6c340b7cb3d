/* Goes through the ids of all programs (BPF_PROG_GET_NEXT_ID); each is opened, asked for its machine code, and
 * closed. Names come from kallsyms in one pass, as reading that costs more than all else. */
#include "bpf/bpf_programs.h"

#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Bounds: subprograms of a program, and bytes of kallsyms. */
#define FUNCTIONS_MAX 4096
#define KALLSYMS_MAX (256u << 20)

static long call_bpf(int command, union bpf_attr *attr) { return syscall(SYS_bpf, command, attr, sizeof(*attr)); }

/* -ENOENT: it was unloaded since its id was asked for. */
static int program_fd(uint32_t id)
{
	union bpf_attr attr = { .prog_id = id };
	long fd = call_bpf(BPF_PROG_GET_FD_BY_ID, &attr);
	return fd < 0 ? -errno : (int)fd;
}

/* info's counts and pointers say which arrays are wanted. */
static bool program_info(int fd, struct bpf_prog_info *info)
{
	union bpf_attr attr = { 0 };
	attr.info.bpf_fd = (uint32_t)fd;
	attr.info.info_len = sizeof(*info);
	attr.info.info = (uintptr_t)info;
	return call_bpf(BPF_OBJ_GET_INFO_BY_FD, &attr) == 0;
}

/* Addresses and sizes of the machine code, asked for with arrays of the size that counts says. */
static void add_functions(struct bpf_program *program, int fd, const struct bpf_prog_info *counts)
{
	uint32_t count = MIN(counts->nr_jited_ksyms, counts->nr_jited_func_lens);
	if (!count || count > FUNCTIONS_MAX) return;
	_free_ uint64_t *starts = xcalloc(count, sizeof(*starts));
	_free_ uint32_t *sizes = xcalloc(count, sizeof(*sizes));
	struct bpf_prog_info info = { .nr_jited_ksyms = count,
				      .nr_jited_func_lens = count,
				      .jited_ksyms = (uintptr_t)starts,
				      .jited_func_lens = (uintptr_t)sizes };
	if (!program_info(fd, &info)) return;
	count = MIN(count, MIN(info.nr_jited_ksyms, info.nr_jited_func_lens));
	for (uint32_t i = 0; i < count; i++) {
		char tag[2 * sizeof(program->tag) + 1];
		if (!starts[i]) continue; /* hidden by kptr_restrict */
		for (unsigned k = 0; k < sizeof(program->tag); k++) snprintf(tag + 2 * k, 3, "%02x", program->tag[k]);
		/* the kernel's way to name it, should kallsyms not do so; functions it calls are "F" */
		const char *own = i == 0 && info.name[0] ? info.name : "F";
		struct bpf_function function = { .start = starts[i],
						 .size_bytes = sizes[i],
						 .name = xasprintf("bpf_prog_%s_%.*s", tag, (int)sizeof(info.name),
								   own) };
		vec_push(&program->functions, function);
	}
}

/* A program without machine code is listed as well, without functions. */
static void add_program(struct bpf_programs *programs, uint32_t id)
{
	struct bpf_prog_info info = { 0 };
	int fd = program_fd(id);
	if (fd < 0) return; /* gone meanwhile */
	if (program_info(fd, &info)) {
		struct bpf_program program = { .id = id };
		memcpy(program.tag, info.tag, sizeof(program.tag));
		add_functions(&program, fd, &info);
		vec_push(&programs->programs, program);
	}
	close(fd);
}

/* Linear: called for each symbol of BPF programs only. */
static struct bpf_function *function_at(const struct bpf_programs *programs, uint64_t vaddr)
{
	for (size_t i = 0; i < programs->programs.count; i++)
		for (size_t k = 0; k < programs->programs.items[i].functions.count; k++)
			if (programs->programs.items[i].functions.items[k].start == vaddr)
				return &programs->programs.items[i].functions.items[k];
	return NULL;
}

/* Takes over the names of kallsyms: lines "ffffffffc0022050 t bpf_prog_59f4a931744dcdc6_name\t[bpf]". */
static void take_names(const struct kernelfs *fs, struct bpf_programs *programs)
{
	size_t size;
	_free_ char *text = kernelfs_read_raw(fs, "proc/kallsyms", KALLSYMS_MAX, &size);
	for (char *line = text; line && (line = strstr(line, " bpf_prog_")); line++) {
		char *start = line;
		size_t length = strcspn(line + 1, "\t\n");
		/* back to the address, at the start of the line */
		while (start > text && start[-1] != '\n') start--;
		char *end;
		uint64_t vaddr = strtoull(start, &end, 16);
		if (end == start || line[1 + length] != '\t')
			continue; /* the kernel's own functions are in no module */
		struct bpf_function *function = function_at(programs, vaddr);
		if (!function) continue;
		free(function->name);
		function->name = xstrndup(line + 1, length);
	}
}

/* Programs that come and go meanwhile may or may not be in it. */
int bpf_programs_read(const struct kernelfs *fs, struct bpf_programs *ret)
{
	bool named = false;
	*ret = (struct bpf_programs){ VEC_INIT };
	for (uint32_t id = 0;;) {
		union bpf_attr attr = { .start_id = id };
		if (call_bpf(BPF_PROG_GET_NEXT_ID, &attr) < 0) {
			/* -ENOENT: behind the last id */
			if (errno != ENOENT && !ret->programs.count) return -errno;
			break;
		}
		id = attr.next_id;
		add_program(ret, id);
	}
	for (size_t i = 0; i < ret->programs.count; i++) named |= ret->programs.items[i].functions.count > 0;
	if (named) take_names(fs, ret);
	return 0;
}

void bpf_programs_done(struct bpf_programs *programs)
{
	for (size_t i = 0; i < programs->programs.count; i++) {
		struct bpf_program *program = &programs->programs.items[i];
		for (size_t k = 0; k < program->functions.count; k++) free(program->functions.items[k].name);
		vec_done(&program->functions);
	}
	vec_done(&programs->programs);
}
