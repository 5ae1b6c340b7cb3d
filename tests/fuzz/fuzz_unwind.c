/* Hostile registers and stacks, unwound through the rules of a real object: this program, taken for one of any
 * architecture. Words of the input that begin with C0DE point into its code, those with 57AC onto the stack. */
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include "frame/resolver.h"
#include "frame/unwind/unwind.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/model/record_builder.h"

enum { PID = 3999999, MAX_WORDS = 512, MOST = 300 };
#define BASE 0x400000000000ull
#define STACK 0x7ff000000000ull

static struct {
	struct model *model;
	struct symbol_store *symbols;
	struct frame_space *frames;
	struct resolver *resolver;
	uint64_t code, code_bytes;
} world;

static void world_init(void)
{
	static const struct symbol_options options;
	struct built b;
	Elf64_Ehdr head;
	Elf64_Phdr segment;
	FILE *file = fopen("/proc/self/exe", "re");
	if (!file || fread(&head, sizeof(head), 1, file) != 1) abort();
	world.model = model_new(NULL);
	for (unsigned i = 0; i < head.e_phnum; i++) {
		if (fseek(file, (long)(head.e_phoff + i * sizeof(segment)), SEEK_SET) < 0 ||
		    fread(&segment, sizeof(segment), 1, file) != 1)
			abort();
		if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X)) continue;
		world.code = BASE + (segment.p_offset & ~0xfffull);
		world.code_bytes = segment.p_filesz;
		struct record r = build_mmap2(&b, CPUMODE_USER, PID, PID, world.code, segment.p_filesz + 4096,
					      segment.p_offset & ~0xfffull, 5, "/proc/self/exe");
		if (model_apply(world.model, &r, 0) < 0) abort();
	}
	fclose(file);
	world.symbols = symbol_store_new(&options);
	world.frames = frame_space_new(world.model, world.symbols);
	world.resolver = resolver_new(world.frames);
}

static uint64_t word_of(uint64_t word)
{
	uint64_t low = word & 0xffffffffffff;
	switch (word >> 48) {
	case 0xc0de: return world.code + low % world.code_bytes;
	case 0x57ac: return STACK + low % (MAX_WORDS * 8);
	default: return word;
	}
}

FUZZ(data, size)
{
	static const char *const archs[] = { "x86_64", "aarch64", "armv7l", "riscv64", "ppc64le", "s390x", "i686" };
	uint64_t words[MAX_WORDS], ips[MOST];
	size_t count;
	if (!world.model) world_init();
	if (size < 24) return;
	size_t nr_words = MIN((size - 2) / 8, (size_t)MAX_WORDS);
	memcpy(words, data + 2, nr_words * 8);
	for (size_t i = 1; i < nr_words; i++) words[i] = word_of(words[i]);
	uint64_t mask = words[0];
	size_t nr_regs = (size_t)__builtin_popcountll(mask);
	if (nr_regs + 1 > nr_words) return;
	uint64_t stack_bytes = (nr_words - 1 - nr_regs) * 8;
	struct sample sample = { .present = SAMPLE_REGS_USER | SAMPLE_STACK_USER,
				 .pid = PID,
				 .tid = PID,
				 .user_regs = { data[0] >> 6 & 3, mask, words + 1 },
				 .stack = (const uint8_t *)(words + 1 + nr_regs),
				 .stack_size = stack_bytes,
				 .stack_dyn_size = stack_bytes };
	struct sample_task task;
	resolver_task_at(world.resolver, PID, PID, 1, &task);
	struct unwinder *unwinder = unwinder_new(world.frames, archs[(data[0] & 7) % ARRAY_SIZE(archs)], data[1] & 1);
	size_t most = data[1] >> 1 ? MOST : 3;
	enum unwind_end end = unwinder_run(unwinder, &task, &sample, most, ips, &count);
	if (count > most || end >= NR_UNWIND_ENDS || !unwind_end_name(end) || unwinder_first_guess(unwinder) > count)
		abort();
	unwinder_free(unwinder);
}
