/* Unwinding against the truth: a child is run one instruction at a time. What calls and returns did is kept as a list of return addresses,
   and at every instruction, also in the middle of prologues, linkage stubs and signal handlers, the chain must be that list. */
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include "frame/unwind.h"
#include "tests/unit/model/record_builder.h"
#include "tests/unit/test.h"

#define MAX_STEPS 60000
#define MAX_DEPTH 256
#define STACK_BYTES 32768

#ifdef __x86_64__

struct world { struct model *model; struct symbol_store *symbols; struct frame_space *frames; struct resolver *resolver; uint32_t pid; uint64_t stack_end; };

static void world_init(struct world *w, uint32_t pid)
{
	static const struct symbol_options options;
	struct built b;
	*w = (struct world){ .pid = pid, .model = model_new(NULL) };
	struct record r = build_comm(&b, 0, pid, pid, "steps");
	CHECK_INT(model_apply(w->model, &r, 0), 0);
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[512], path[400], prot[8];
	unsigned long start, end, offset;
	while (maps && fgets(line, sizeof(line), maps)) {
		path[0] = 0;
		if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %399s", &start, &end, prot, &offset, path) < 4) continue;
		if (strcmp(path, "[stack]") == 0) w->stack_end = end;
		if (prot[2] != 'x' || !path[0] || strlen(path) > 300) continue;
		r = build_mmap2(&b, CPUMODE_USER, pid, pid, start, end - start, offset, 5, path);
		CHECK_INT(model_apply(w->model, &r, 0), 0);
	}
	if (maps) fclose(maps);
	w->symbols = symbol_store_new(&options);
	w->frames = frame_space_new(w->model, w->symbols);
	w->resolver = resolver_new(w->frames);
}

static void world_done(struct world *w)
{
	resolver_free(w->resolver);
	frame_space_free(w->frames);
	symbol_store_free(w->symbols);
	model_free(w->model);
}

/* exact: where a signal came, not behind a call. */
struct shadow { uint64_t address[MAX_DEPTH]; bool exact[MAX_DEPTH]; size_t depth; };

static void shadow_push(struct shadow *shadow, uint64_t address, bool exact)
{
	if (shadow->depth == MAX_DEPTH) return;
	shadow->address[shadow->depth] = address;
	shadow->exact[shadow->depth++] = exact;
}

static uint64_t word_at(pid_t pid, uint64_t vaddr)
{
	errno = 0;
	return (uint64_t)ptrace(PTRACE_PEEKDATA, pid, vaddr, NULL);
}

/* What the instruction just executed did to the list. Child and parent have the same code at the same places. */
static void follow(struct shadow *shadow, pid_t pid, const struct user_regs_struct *before, const struct user_regs_struct *after)
{
	uint8_t code[INSN_MAX_BYTES];
	const struct insn_set set = { EM_X86_64, true };
	memcpy(code, (const void *)before->rip, sizeof(code)); /* NOLINT: the number is an address */
	unsigned length = insn_length(&set, code, sizeof(code));
	if (!length || after->rip == before->rip + length) return;
	unsigned at = code[0] == 0xf2 || code[0] == 0xf3 ? 1 : 0; /* bnd, rep */
	if (after->rsp == before->rsp - 8 && word_at(pid, after->rsp) == before->rip + length) shadow_push(shadow, before->rip + length, false);
	else if ((code[at] == 0xc3 || code[at] == 0xc2) && shadow->depth) shadow->depth--;
	else if (code[0] == 0x0f && code[1] == 0x05 && shadow->depth && shadow->exact[shadow->depth - 1] && after->rip == shadow->address[shadow->depth - 1])
		shadow->depth--; /* back from a signal */
}

static size_t unwind_child(struct world *w, pid_t pid, const struct user_regs_struct *u, uint64_t *ips, enum unwind_end *ret_end)
{
	static uint8_t stack[STACK_BYTES];
	const uint64_t values[] = { u->rax, u->rbx, u->rcx, u->rdx, u->rsi, u->rdi, u->rbp, u->rsp, u->rip, u->eflags, u->cs, u->ss, u->r8, u->r9, u->r10, u->r11,
				    u->r12, u->r13, u->r14, u->r15 };
	struct iovec to = { stack, sizeof(stack) }, from = { (void *)u->rsp, sizeof(stack) }; /* NOLINT */
	if (u->rsp < w->stack_end && w->stack_end - u->rsp < sizeof(stack)) from.iov_len = to.iov_len = w->stack_end - u->rsp;
	ssize_t size = process_vm_readv(pid, &to, 1, &from, 1, 0);
	struct sample sample = { .present = SAMPLE_REGS_USER | SAMPLE_STACK_USER, .pid = w->pid, .tid = w->pid, .user_regs = { 2, 0xff0fff, values }, .stack = stack,
				 .stack_size = (uint64_t)MAX(size, (ssize_t)0), .stack_dyn_size = (uint64_t)MAX(size, (ssize_t)0) };
	struct sample_task task;
	size_t count;
	resolver_task_at(w->resolver, w->pid, w->pid, 1, &task);
	*ret_end = unwinder_run(resolver_unwinder(w->resolver), &task, &sample, MAX_DEPTH, ips, &count);
	return count;
}

/* Whether the chain is the address, then the list. cut: it may end with the frame that a signal interrupted, whose stack was not copied. */
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

static pid_t start_child(void (*workload)(void))
{
	pid_t pid = fork();
	if (pid == 0) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0) _exit(77);
		raise(SIGSTOP);
		workload();
		_exit(0);
	}
	return pid;
}

static void run_steps(void (*workload)(void), const char *name)
{
	struct world w;
	world_init(&w, (uint32_t)getpid());
	pid_t pid = start_child(workload);
	int status, deliver = 0;
	waitpid(pid, &status, 0);
	if (!WIFSTOPPED(status)) {
		world_done(&w);
		SKIP("tracing is not permitted");
	}
	struct user_regs_struct before = { 0 }, after;
	struct shadow shadow = { 0 };
	bool inside = false;
	unsigned steps = 0, wrong = 0, ends[NR_UNWIND_ENDS] = { 0 };
	uint64_t frames = 0, ips[MAX_DEPTH];
	while (steps < MAX_STEPS) {
		int signal = deliver;
		deliver = 0;
		if (ptrace(PTRACE_SINGLESTEP, pid, NULL, signal) < 0 || waitpid(pid, &status, 0) < 0 || !WIFSTOPPED(status)) break;
		if (WSTOPSIG(status) != SIGTRAP) {
			deliver = WSTOPSIG(status);
			continue;
		}
		ptrace(PTRACE_GETREGS, pid, NULL, &after);
		if (!inside && after.rip == (uint64_t)workload) {
			inside = true;
			shadow_push(&shadow, word_at(pid, after.rsp), false);
		} else if (inside && signal) {
			shadow_push(&shadow, before.rip, true);
			shadow_push(&shadow, word_at(pid, after.rsp), false);
		} else if (inside) {
			follow(&shadow, pid, &before, &after);
		}
		before = after;
		if (!inside) continue;
		if (!shadow.depth) break; /* workload returned */
		enum unwind_end end;
		size_t count = unwind_child(&w, pid, &after, ips, &end);
		steps++;
		frames += count;
		ends[end]++;
		bool other_stack = w.stack_end - after.rsp > 8 << 20;
		if (is_right(&shadow, after.rip, ips, count, other_stack)) continue;
		if (wrong++ >= 5) continue;
		fprintf(stderr, "%s: wrong at %#llx %s (%s), frames:", name, (unsigned long long)after.rip, place_of(&w, after.rip), unwind_end_name(end));
		for (size_t i = 1; i < count && i < 8; i++) fprintf(stderr, " %s", place_of(&w, ips[i]));
		fprintf(stderr, "; but:");
		for (size_t i = 0; i < shadow.depth && i < 8; i++) fprintf(stderr, " %s", place_of(&w, shadow.address[shadow.depth - 1 - i] - 1));
		fprintf(stderr, "\n");
	}
	if (WIFSTOPPED(status)) {
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
	}
	fprintf(stderr, "%s: %u steps, %llu frames, %u wrong, %u to the end of the stack\n", name, steps, (unsigned long long)frames, wrong, ends[UNWIND_OUTERMOST]);
	CHECK(steps > 1000);
	CHECK(wrong * 1000 <= steps); /* 99.9 % */
	world_done(&w);
}

#else
static void run_steps(void (*workload)(void), const char *name) { SKIP("x86-64 only"); }
#endif

void workload_O0(void);
void workload_O1(void);
void workload_O2(void);
void workload_O3(void);
TEST(not_optimised) { run_steps(workload_O0, "O0"); }
TEST(optimised_1) { run_steps(workload_O1, "O1"); }
TEST(optimised_2) { run_steps(workload_O2, "O2"); }
TEST(optimised_3) { run_steps(workload_O3, "O3"); }

TEST_MAIN
