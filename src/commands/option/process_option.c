/* -p takes names of processes beside numbers. They are looked up in /proc when options are parsed, so that what is
 * recorded is what was there then.
 *
 *     -p 4711,redis-server  ->  "4711,815", and on stderr "redis-server: process 815 (redis-server *:6379)" */
#include "commands/option/process_option.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/printable.h"
#include "cli/console.h"
#include "kernel/machine_root.h"
#include "kernel/procfs.h"

/* SHOWN_MAX: processes of one name that a message lists. COMMAND_LINE_MAX: bytes of a command line that are read. */
enum { SHOWN_MAX = 20, COMMAND_LINE_MAX = 80 };

void process_values_done(struct process_option_values *values) { strbuf_done(&values->text); }

/* A process that has the name looked for. */
struct process {
	int32_t pid;
	char *command_line;
};
typedef VEC(struct process) process_vec;

/* The kernel cuts names at 15 bytes: a longer one that begins so is meant. */
static bool is_named(const struct procfs_task *task, const char *name)
{
	const size_t size = sizeof(task->comm) - 1;
	if (task->is_zombie) return false;
	return strlen(name) > size ? strncmp(task->comm, name, size) == 0 : strcmp(task->comm, name) == 0;
}

/* As it may be shown. The name in brackets stands for what has no command line, threads of the kernel. */
static char *command_line(int32_t pid, const struct procfs_task *task)
{
	_free_ char *path = xasprintf("proc/%d/cmdline", pid);
	size_t size = 0;
	char *text = kernelfs_read_raw(machine_root(), path, COMMAND_LINE_MAX, &size);
	while (text && size && !text[size - 1]) size--;
	/* Words of a command line are parted by NULs (proc(5)). */
	for (size_t i = 0; i < size; i++)
		if (!text[i]) text[i] = ' ';
	_free_ char *line = size ? xstrndup(text, size) : xasprintf("[%s]", task->comm);
	struct strbuf shown = STRBUF_INIT;
	strbuf_name(&shown, line);
	free(text);
	return strbuf_take(&shown);
}

/* All running processes of that name but this one; their command lines are the caller's to free. */
static void find(const char *name, process_vec *ret)
{
	struct procfs_ids pids = { VEC_INIT };
	int r = procfs_pids(machine_root(), &pids);
	for (size_t i = 0; r >= 0 && i < pids.ids.count; i++) {
		struct procfs_task task;
		int32_t pid = pids.ids.items[i];
		if (pid == getpid() || !procfs_task(machine_root(), pid, &task) || !is_named(&task, name)) continue;
		vec_push(ret, ((struct process){ .pid = pid, .command_line = command_line(pid, &task) }));
	}
	vec_done(&pids.ids);
}

/* The same name may come twice: several processes may have it. */
static void visit(void (*add)(void *ctx, const char *name), void *ctx)
{
	struct procfs_ids pids = { VEC_INIT };
	int r = procfs_pids(machine_root(), &pids);
	for (size_t i = 0; r >= 0 && i < pids.ids.count; i++) {
		struct procfs_task task;
		if (pids.ids.items[i] != getpid() && procfs_task(machine_root(), pids.ids.items[i], &task))
			add(ctx, task.comm);
	}
	vec_done(&pids.ids);
}

const struct option_set process_option_set = { .what = "process", .visit = visit, .is_list = true, .is_open = true };

static int refuse_many(const struct option *option, const char *name, const process_vec *found)
{
	option_error(option,
		     " Error: option `%s': %zu processes are named `%s', say which by its id:", option->long_name,
		     found->count, name);
	for (size_t i = 0; i < found->count && i < SHOWN_MAX; i++)
		fprintf(stderr, "%10d  %s\n", found->items[i].pid, found->items[i].command_line);
	if (found->count > SHOWN_MAX) fprintf(stderr, "            and %zu more\n", found->count - SHOWN_MAX);
	return -1;
}

/* Appends the id of the one process that is meant. */
static int take_name(struct process_option_values *values, const struct option *option, const char *name)
{
	process_vec found = VEC_INIT;
	int r = 0;
	values->by_name = true;
	find(name, &found);
	if (found.count == 1) {
		if (!console.quiet)
			fprintf(stderr, "%s: process %d (%s)\n", name, found.items[0].pid, found.items[0].command_line);
		strbuf_printf(&values->text, "%d", found.items[0].pid);
	} else if (found.count) {
		r = refuse_many(option, name, &found);
	} else {
		option_error(option, " Error: option `%s': no process is named `%s', and it is no list of process ids",
			     option->long_name, name);
		r = option_suggest(option, name);
	}
	for (size_t i = 0; i < found.count; i++) free(found.items[i].command_line);
	vec_done(&found);
	return r;
}

/* Numbers stay as they are, each other word between commas is a name; what both come to is a list of ids. */
int process_option_store(const struct option *option, const char *arg, bool unset, void *member)
{
	struct process_option_values *values = member;
	values->ids = unset ? NULL : arg;
	if (unset || !*arg) return 0;
	strbuf_clear(&values->text);
	values->by_name = false;
	for (const char *at = arg; *at;) {
		size_t size = strcspn(at, ",");
		_free_ char *word = xstrndup(at, size);
		if (at > arg) strbuf_char(&values->text, ',');
		if (strspn(word, "0123456789-+ ") == size) strbuf_str(&values->text, word); /* the target's to judge */
		else if (take_name(values, option, word) < 0) return -1;
		at += size + (at[size] == ',');
	}
	values->ids = strbuf_text(&values->text);
	return 0;
}
