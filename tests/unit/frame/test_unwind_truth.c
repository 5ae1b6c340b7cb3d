/* Unwinding against the truth: programs (workloads/) are run one instruction at a time from where their function
 * `workload` begins. What calls and returns did is kept as a list of return addresses, and at every instruction, also
 * in the middle of prologues, linkage stubs and signal handlers, the chain must be that list.
 *
 *     test_unwind_truth [-PERCENT] PROGRAM...   how many of the chains must be right, from here on: 99.9 by default
 *
 * Not counted: where a program has overwritten what it saved on its stack, as the unwinder of exceptions does before it
 * leaves frames. */
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include "frame/resolver.h"
#include "frame/unwind/unwind.h"
#include "tests/unit/model/record_builder.h"

#define MAX_STEPS 60000
#define MAX_STACKS 4
#define MAX_DEPTH 256
#define STACK_BYTES 32768

#ifdef __x86_64__

struct world {
	struct model *model;
	struct symbol_store *symbols;
	struct frame_space *frames;
	struct resolver *resolver;
	uint32_t pid;
	uint64_t workload;
};

static void check(bool fine, const char *what)
{
	if (fine) return;
	fprintf(stderr, "%s failed\n", what);
	exit(1);
}

static void add_map(struct world *w, const char *line)
{
	char path[400], prot[8];
	unsigned long start, end, offset;
	struct built b;
	path[0] = 0;
	if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %399s", &start, &end, prot, &offset, path) < 4) return;
	if (prot[2] != 'x' || !path[0] || strlen(path) > 300) return;
	struct record r = build_mmap2(&b, CPUMODE_USER, w->pid, w->pid, start, end - start, offset, 5, path);
	check(model_apply(w->model, &r, 0) == 0, "a map");
}

/* What the process has mapped now. */
static void world_init(struct world *w, uint32_t pid)
{
	static const struct symbol_options options;
	struct built b;
	char path[64], line[512];
	*w = (struct world){ .pid = pid, .model = model_new(NULL) };
	struct record r = build_comm(&b, 0, pid, pid, "steps");
	check(model_apply(w->model, &r, 0) == 0, "a name");
	snprintf(path, sizeof(path), "/proc/%u/maps", pid);
	FILE *maps = fopen(path, "re");
	while (maps && fgets(line, sizeof(line), maps)) add_map(w, line);
	if (maps) fclose(maps);
	w->symbols = symbol_store_new(&options);
	w->frames = frame_space_new(w->model, w->symbols);
	w->resolver = resolver_new(w->frames);
}

static void find_workload(void *ctx, const struct map *map)
{
	struct world *w = ctx;
	const struct symbol *symbol = w->workload
					      ? NULL
					      : object_find_name(frame_space_object(w->frames, map->dso), "workload");
	if (symbol && symbol->start - map->pgoff < map->end - map->start)
		w->workload = map->start + symbol->start - map->pgoff;
}

static void world_done(struct world *w)
{
	resolver_free(w->resolver);
	frame_space_free(w->frames);
	symbol_store_free(w->symbols);
	model_free(w->model);
}

/* Return addresses and where they stand. exact: where a signal came, not behind a call. */
struct shadow {
	uint64_t address[MAX_DEPTH], slot[MAX_DEPTH], last_sp;
	bool exact[MAX_DEPTH];
	size_t depth;
};
/* One of each stack; in the middle of a switch the last frame of both is still there. */
struct shadows {
	struct shadow stacks[MAX_STACKS], *now;
	unsigned count;
	bool switching;
};

static void shadow_push(struct shadow *shadow, uint64_t address, uint64_t slot, bool exact)
{
	if (shadow->depth == MAX_DEPTH) return;
	shadow->address[shadow->depth] = address;
	shadow->slot[shadow->depth] = slot;
	shadow->exact[shadow->depth++] = exact;
}

static bool is_near(uint64_t a, uint64_t b) { return a - b + (1 << 18) < 2 << 18; }

static void switch_stack(struct shadows *shadows, uint64_t sp)
{
	for (unsigned i = 0; i < shadows->count; i++) {
		if (!is_near(shadows->stacks[i].last_sp, sp)) continue;
		shadows->now = &shadows->stacks[i];
		return;
	}
	check(shadows->count < MAX_STACKS, "counting stacks");
	shadows->now = &shadows->stacks[shadows->count++];
}

static uint64_t word_at(pid_t pid, uint64_t vaddr)
{
	errno = 0;
	return (uint64_t)ptrace(PTRACE_PEEKDATA, pid, vaddr, NULL);
}

static size_t read_child(pid_t pid, uint64_t vaddr, void *to, size_t size_bytes)
{
	struct iovec local = { to, size_bytes },
		     remote = { (void *)vaddr, size_bytes }; /* NOLINT: the number is an address */
	ssize_t size = process_vm_readv(pid, &local, 1, &remote, 1, 0);
	return size > 0 ? (size_t)size : 0;
}

/* What the instruction just executed did to the list. */
static void follow(struct shadows *shadows, pid_t pid, const struct user_regs_struct *before,
		   const struct user_regs_struct *after)
{
	uint8_t code[INSN_MAX_BYTES];
	const struct insn_set set = { EM_X86_64, true };
	struct shadow *shadow = shadows->now;
	unsigned length = insn_length(&set, code, read_child(pid, before->rip, code, sizeof(code)));
	unsigned at = code[0] == 0xf2 || code[0] == 0xf3 ? 1 : 0; /* bnd, rep */
	bool returns = code[at] == 0xc3 || code[at] == 0xc2;
	if (code[0] == 0x0f && code[1] == 0x05 && shadow->depth && shadow->exact[shadow->depth - 1] &&
	    after->rip == shadow->address[shadow->depth - 1]) {
		shadow->depth--; /* back from a signal */
		return;
	}
	if (!is_near(before->rsp, after->rsp)) {
		shadow->last_sp = before->rsp;
		switch_stack(shadows, after->rsp);
		shadows->switching = true;
		return;
	}
	if (after->rsp == before->rsp - 8 && after->rip != before->rip + length &&
	    word_at(pid, after->rsp) == before->rip + length) {
		shadow_push(shadow, before->rip + length, after->rsp, false);
	} else if (!shadows->switching || returns) {
		/* also when exceptions pass */
		while (shadow->depth && !shadow->exact[shadow->depth - 1] &&
		       shadow->slot[shadow->depth - 1] < after->rsp)
			shadow->depth--;
		shadows->switching = false;
	}
}

static size_t unwind_child(struct world *w, pid_t pid, const struct user_regs_struct *u, uint64_t *ips,
			   enum unwind_end *ret_end)
{
	static uint8_t stack[STACK_BYTES];
	const uint64_t values[] = { u->rax, u->rbx, u->rcx, u->rdx, u->rsi, u->rdi, u->rbp, u->rsp, u->rip, u->eflags,
				    u->cs,  u->ss,  u->r8,  u->r9,  u->r10, u->r11, u->r12, u->r13, u->r14, u->r15 };
	size_t size = read_child(pid, u->rsp, stack, sizeof(stack)), page_left = 4096 - u->rsp % 4096;
	if (!size) size = read_child(pid, u->rsp, stack, page_left); /* near its end */
	struct sample sample = { .present = SAMPLE_REGS_USER | SAMPLE_STACK_USER,
				 .pid = w->pid,
				 .tid = w->pid,
				 .user_regs = { 2, 0xff0fff, values },
				 .stack = stack,
				 .stack_size = size,
				 .stack_dyn_size = size };
	struct sample_task task;
	size_t count;
	resolver_task_at(w->resolver, w->pid, w->pid, 1, &task);
	*ret_end = unwinder_run(resolver_unwinder(w->resolver), &task, &sample, MAX_DEPTH, ips, &count);
	return count;
}

/* Whether the chain is the address, then the list. cut: it may end with the frame that a signal interrupted, whose
 * stack was not copied. */
static bool is_right(const struct shadow *shadow, uint64_t rip, const uint64_t *ips, size_t count, bool cut)
{
	if (!count || (count < shadow->depth + 1 && !cut) || ips[0] != rip) return false;
	for (size_t i = 0; i < shadow->depth; i++) {
		if (i + 1 == count) return cut && i && shadow->exact[shadow->depth - i];
		size_t from = shadow->depth - 1 - i;
		if (ips[i + 1] != shadow->address[from] - !shadow->exact[from]) return false;
	}
	return true;
}

static const char *place_of(struct world *w, uint64_t ip)
{
	struct sample_task task;
	resolver_task_at(w->resolver, w->pid, w->pid, 1, &task);
	const struct frame *frame = resolver_ip(w->resolver, &task, CPUMODE_USER, ip);
	return frame->symbol ? frame->symbol->name : "?";
}

/* Whether the stack still has what was pushed: not when an exception is about to leave frames, whose saved registers
 * have been overwritten then. */
static bool is_intact(struct world *w, const struct shadow *shadow, uint64_t rip, pid_t pid)
{
	for (size_t i = 0; i < shadow->depth && i < 3; i++)
		if (strncmp(place_of(w, shadow->address[shadow->depth - 1 - i] - 1), "_Unwind_", 8) == 0) return false;
	if (strncmp(place_of(w, rip), "_Unwind_", 8) == 0) return false;
	for (size_t i = 0; i < shadow->depth; i++)
		if (!shadow->exact[i] && word_at(pid, shadow->slot[i]) != shadow->address[i]) return false;
	return true;
}

/* Runs up to the workload; -1: tracing is not permitted. */
static pid_t start_program(const char *path, struct world *w)
{
	int status = 0;
	struct user_regs_struct regs;
	pid_t pid = fork();
	if (pid == 0) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0) _exit(77);
		execl(path, path, (char *)NULL);
		_exit(78);
	}
	check(pid > 0 && waitpid(pid, &status, 0) == pid, "starting a program");
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77) return -1;
	check(WIFSTOPPED(status), "starting a program");
	struct sample_task task;
	world_init(w, (uint32_t)pid);
	resolver_task_at(w->resolver, w->pid, w->pid, 1, &task);
	space_visit(task.user_space, find_workload, w);
	uint64_t workload = w->workload;
	check(workload, "finding the workload");
	uint64_t code = word_at(pid, workload);
	check(ptrace(PTRACE_POKETEXT, pid, workload, (code & ~0xffull) | 0xcc) == 0, "a breakpoint");
	check(ptrace(PTRACE_CONT, pid, NULL, 0) == 0 && waitpid(pid, &status, 0) == pid && WIFSTOPPED(status) &&
		      WSTOPSIG(status) == SIGTRAP,
	      "running");
	ptrace(PTRACE_POKETEXT, pid, workload, code);
	ptrace(PTRACE_GETREGS, pid, NULL, &regs);
	regs.rip = workload;
	ptrace(PTRACE_SETREGS, pid, NULL, &regs);
	world_done(w);
	world_init(w, (uint32_t)pid);
	return pid;
}

static void show(struct world *w, const struct shadow *shadow, uint64_t rip, const uint64_t *ips, size_t count,
		 const char *end)
{
	size_t same = 0;
	while (same < shadow->depth && same + 1 < count &&
	       ips[same + 1] == shadow->address[shadow->depth - 1 - same] - !shadow->exact[shadow->depth - 1 - same])
		same++;
	fprintf(stderr, "    wrong at %#llx %s (%s), behind %zu frames:", (unsigned long long)rip, place_of(w, rip),
		end, same);
	for (size_t i = same + 1; i < count && i < same + 6; i++) fprintf(stderr, " %.40s", place_of(w, ips[i]));
	fprintf(stderr, "; but:");
	for (size_t i = same; i < shadow->depth && i < same + 5; i++)
		fprintf(stderr, " %.40s", place_of(w, shadow->address[shadow->depth - 1 - i] - 1));
	fprintf(stderr, "\n");
}

static bool run_steps(const char *path, double least_percent)
{
	static struct shadows shadows;
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	struct world w;
	pid_t pid = start_program(path, &w);
	if (pid < 0) {
		printf("skip %s: tracing is not permitted\n", name);
		return true;
	}
	struct user_regs_struct before, after;
	memset(&shadows, 0, sizeof(shadows));
	shadows.now = &shadows.stacks[shadows.count++];
	int status = 0, deliver = 0;
	unsigned steps = 0, wrong = 0, scanned = 0, overwritten = 0, ends[NR_UNWIND_ENDS] = { 0 };
	uint64_t frames = 0, ips[MAX_DEPTH];
	ptrace(PTRACE_GETREGS, pid, NULL, &before);
	shadow_push(shadows.now, word_at(pid, before.rsp), before.rsp, false);
	struct shadow *first = shadows.now;
	while (steps < MAX_STEPS && (shadows.now != first || first->depth)) {
		int signal = deliver;
		deliver = 0;
		if (ptrace(PTRACE_SINGLESTEP, pid, NULL, signal) < 0 || waitpid(pid, &status, 0) < 0 ||
		    !WIFSTOPPED(status))
			break;
		if (WSTOPSIG(status) != SIGTRAP) {
			deliver = WSTOPSIG(status);
			continue;
		}
		ptrace(PTRACE_GETREGS, pid, NULL, &after);
		if (signal) {
			shadow_push(shadows.now, before.rip, after.rsp + 8, true);
			shadow_push(shadows.now, word_at(pid, after.rsp), after.rsp, false);
		} else {
			follow(&shadows, pid, &before, &after);
		}
		before = after;
		if (shadows.now == first && !first->depth) break; /* workload returned */
		enum unwind_end end;
		size_t count = unwind_child(&w, pid, &after, ips, &end);
		steps++;
		frames += count;
		ends[end]++;
		scanned += unwinder_first_guess(resolver_unwinder(w.resolver)) != 0;
		bool other_stack = !is_near(after.rsp, first->slot[0]);
		if (is_right(shadows.now, after.rip, ips, count, other_stack)) continue;
		if (!is_intact(&w, shadows.now, after.rip, pid)) {
			overwritten++;
			continue;
		}
		if (wrong++ < 5) show(&w, shadows.now, after.rip, ips, count, unwind_end_name(end));
	}
	if (WIFSTOPPED(status)) {
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
	}
	world_done(&w);
	bool fine = steps > 300 && 100.0 * (steps - wrong) >= least_percent * steps && overwritten * 50 < steps;
	fprintf(stderr,
		"%s: %u steps, %llu frames, %u wrong (%.3f%%), %u overwritten, %u to the end of the stack, %u with "
		"scans\n",
		name, steps, (unsigned long long)frames, wrong, 100.0 * wrong / (steps ? steps : 1), overwritten,
		ends[UNWIND_OUTERMOST], scanned);
	printf("%s %s\n", fine ? "ok" : "not ok", name);
	return fine;
}

int main(int argc, char **argv)
{
	bool fine = true;
	double least_percent = 99.9;
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] == '-') least_percent = atof(argv[i] + 1);
		else fine &= run_steps(argv[i], least_percent);
	}
	return !fine;
}

#else
int main(void)
{
	printf("skip unwind_truth: x86-64 only\n");
	return 0;
}
#endif
