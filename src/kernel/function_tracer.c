/* Each setting is a file of tracefs that is opened, written with one write(2) and closed; the kernel's answer is its
 * errno. A file that this kernel does not have is an error only where something other than the usual is asked for. */
#include "kernel/function_tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/strbuf.h"
#include "kernel/cpu_list.h"
#include "kernel/remedy.h"
#include "kernel/tracefs.h"

/* available_filter_functions has some megabytes; titles are a few lines. */
enum { FUNCTIONS_MAX_BYTES = 256 << 20, TITLES_MAX_BYTES = 1 << 16 };

/* By enum tracer_value: the file, its usual value (NULL: made from the list of CPUs), and the option that sets it. */
static const struct {
	const char *file, *usual, *option;
} values[NR_TRACER_VALUES] = {
	[TRACER_VALUE_CPUS] = { "tracing_cpumask", NULL, "-C" },
	[TRACER_VALUE_DEPTH] = { "max_graph_depth", "0", "--graph-opts depth" },
	[TRACER_VALUE_THRESHOLD] = { "tracing_thresh", "0", "--graph-opts thresh" },
	[TRACER_VALUE_INHERIT] = { "options/function-fork", "0", "--inherit" },
	[TRACER_VALUE_CALL_GRAPH] = { "options/func_stack_trace", "0", "--func-opts call-graph" },
	[TRACER_VALUE_SLEEP_TIME] = { "options/sleep-time", "1", "--graph-opts nosleep-time" },
	[TRACER_VALUE_INTERRUPTS] = { "options/funcgraph-irqs", "1", "--graph-opts noirqs" },
	[TRACER_VALUE_PROCESS] = { "options/funcgraph-proc", "0", "--graph-opts verbose" },
	[TRACER_VALUE_TIME] = { "options/funcgraph-abstime", "0", "--graph-opts verbose" },
	[TRACER_VALUE_TAIL] = { "options/funcgraph-tail", "0", "--graph-opts tail" },
	[TRACER_VALUE_ARGUMENTS] = { "options/funcgraph-args", "0", "--graph-opts args" },
	[TRACER_VALUE_RETURNED] = { "options/funcgraph-retval", "0", "--graph-opts retval" },
	[TRACER_VALUE_RETURNED_HEX] = { "options/funcgraph-retval-hex", "0", "--graph-opts retval-hex" },
	[TRACER_VALUE_RETURN_ADDRESS] = { "options/funcgraph-retaddr", "0", "--graph-opts retaddr" },
	[TRACER_VALUE_LATENCY_FORMAT] = { "options/latency-format", "0", "--graph-opts verbose" },
	[TRACER_VALUE_IRQ_INFO] = { "options/irq-info", "0", "--func-opts irq-info" },
};

/* Files of lists: opening one with O_TRUNC empties it, each write adds. */
static const char *const lists[] = { "set_ftrace_pid", "set_ftrace_filter", "set_ftrace_notrace", "set_graph_function",
				     "set_graph_notrace" };

int function_tracer_open(struct function_tracer *tracer, const struct kernelfs *fs, const char *debugfs_dir,
			 struct err *err)
{
	*tracer = (struct function_tracer){ .fs = fs, .tracefs = tracefs_find(fs, debugfs_dir) };
	if (!tracer->tracefs) {
		err_set(err, -ENOENT, "Tracefs or debugfs is not mounted.");
		_free_ char *remedy = remedy_tracefs_mount();
		err_hint(err, "%s", remedy);
		return -ENOENT;
	}
	if (kernelfs_exists(fs, "%s/current_tracer", tracer->tracefs)) return 0;
	if (errno != EACCES) return err_set(err, -ENOENT, "This kernel has no tracers (CONFIG_FTRACE).");
	err_set(err, -EACCES, "No permission to read tracefs.");
	err_hint(err, "Please run this command again with sudo.");
	return -EACCES;
}

static const char forbidden[] = "The kernel forbids it even to root, as in a container or under lockdown: "
				"run this command on the machine itself.";

/* Sets err for a file that could not be written, and returns code. */
static int explain(const struct function_tracer *tracer, const char *file, const char *value, int code, struct err *err)
{
	err_set_errno(err, code, "Cannot write '%s' to %s/%s/%s", value, tracer->fs->root, tracer->tracefs, file);
	if ((code == -EACCES || code == -EPERM) && geteuid() != 0)
		err_hint(err, "Please run this command again with sudo.");
	else if (code == -EACCES || code == -EPERM) err_hint(err, "%s", forbidden);
	return code;
}

/* One write; how: O_TRUNC or O_APPEND. 0 or -errno. A short write cannot be: the kernel takes a value whole. */
static int write_file(struct function_tracer *tracer, const char *file, const char *value, int how)
{
	_free_ char *path = xasprintf("%s/%s/%s", tracer->fs->root, tracer->tracefs, file),
		    *line = xasprintf("%s\n", value);
	_close_ int fd = open(path, O_WRONLY | O_CLOEXEC | how);
	if (fd < 0) return -errno;
	tracer->changed = true;
	ssize_t n;
	do n = write(fd, line, strlen(line));
	while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : 0;
}

/* "3", "00000001,80000000": a bit a CPU, in groups of 32 with the highest first. */
static char *cpu_mask(const struct function_tracer *tracer, const struct function_tracer_options *options)
{
	struct cpu_list online = { VEC_INIT };
	const int32_t *cpus = options->cpus;
	size_t count = options->nr_cpus, nr_groups = 1;
	if (!count) {
		cpu_list_online(tracer->fs, &online);
		cpus = online.cpus.items;
		count = online.cpus.count;
	}
	for (size_t i = 0; i < count; i++) nr_groups = MAX(nr_groups, (size_t)cpus[i] / 32 + 1);
	uint32_t *groups = xcalloc(nr_groups, sizeof(*groups));
	for (size_t i = 0; i < count; i++) groups[cpus[i] / 32] |= 1u << cpus[i] % 32;
	struct strbuf mask = STRBUF_INIT;
	strbuf_printf(&mask, "%x", groups[nr_groups - 1]);
	for (size_t i = nr_groups - 1; i-- > 0;) strbuf_printf(&mask, ",%08x", groups[i]);
	free(groups);
	vec_done(&online.cpus);
	return strbuf_take(&mask);
}

/* The value that is asked for; the caller frees. */
static char *wanted(const struct function_tracer *tracer, const struct function_tracer_options *options,
		    enum tracer_value value)
{
	const bool turned[NR_TRACER_VALUES] = {
		[TRACER_VALUE_INHERIT] = options->inherit,
		[TRACER_VALUE_CALL_GRAPH] = options->call_graph,
		[TRACER_VALUE_SLEEP_TIME] = options->no_sleep_time,
		[TRACER_VALUE_INTERRUPTS] = options->no_interrupts,
		[TRACER_VALUE_PROCESS] = options->verbose,
		[TRACER_VALUE_TIME] = options->verbose,
		[TRACER_VALUE_TAIL] = options->tail,
		[TRACER_VALUE_ARGUMENTS] = options->arguments,
		[TRACER_VALUE_RETURNED] = options->returned || options->returned_hex,
		[TRACER_VALUE_RETURNED_HEX] = options->returned_hex,
		[TRACER_VALUE_RETURN_ADDRESS] = options->return_address,
		[TRACER_VALUE_LATENCY_FORMAT] = options->verbose,
		[TRACER_VALUE_IRQ_INFO] = options->irq_info,
	};
	if (value == TRACER_VALUE_CPUS) return cpu_mask(tracer, options);
	if (value == TRACER_VALUE_DEPTH) return xasprintf("%u", options->depth);
	if (value == TRACER_VALUE_THRESHOLD) return xasprintf("%u", options->threshold_us);
	return xstrdup((values[value].usual[0] == '1') != turned[value] ? "1" : "0");
}

static int set_value(struct function_tracer *tracer, const struct function_tracer_options *options,
		     enum tracer_value value, struct err *err)
{
	const char *file = values[value].file, *usual = values[value].usual;
	_free_ char *text = wanted(tracer, options, value);
	if (!tracer->saved[value]) tracer->saved[value] = kernelfs_read(tracer->fs, "%s/%s", tracer->tracefs, file);
	int r = write_file(tracer, file, text, O_TRUNC);
	if (r != -ENOENT) return r < 0 ? explain(tracer, file, text, r, err) : 0;
	/* not every kernel has every option */
	if (usual ? strcmp(text, usual) == 0 : !options->nr_cpus) return 0;
	return err_set(err, -ENOENT, "This kernel cannot do %s: there is no %s/%s/%s", values[value].option,
		       tracer->fs->root, tracer->tracefs, file);
}

/* Turns the tracer off and drops the lists. */
static int reset(struct function_tracer *tracer, struct err *err)
{
	int r = function_tracer_switch(tracer, false, err);
	if (r < 0) return r;
	r = write_file(tracer, "current_tracer", "nop", O_TRUNC);
	if (r < 0) return explain(tracer, "current_tracer", "nop", r, err);
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++) {
		/* the blank is nothing to add: opening has emptied the list */
		r = write_file(tracer, lists[i], " ", O_TRUNC);
		if (r < 0 && r != -ENOENT) return explain(tracer, lists[i], "", r, err);
	}
	return 0;
}

/* A list of functions; the option's name is for the message. */
static int add_functions(struct function_tracer *tracer, const char *file, const struct tracer_functions *functions,
			 const char *option, struct err *err)
{
	for (size_t i = 0; i < functions->names.count; i++) {
		const char *name = functions->names.items[i];
		int r = write_file(tracer, file, name, O_APPEND);
		if (r == -EINVAL) {
			err_set(err, r, "failed to set tracing filters: the kernel can trace no function '%s' (%s)",
				name, option);
			err_hint(err, "Functions that it can trace: perf ftrace -F '*PART*'");
			return r;
		}
		if (r < 0) return explain(tracer, file, name, r, err);
	}
	return 0;
}

static int add_all_functions(struct function_tracer *tracer, const struct function_tracer_options *options,
			     struct err *err)
{
	int r = add_functions(tracer, "set_ftrace_filter", &options->traced, "-T", err);
	if (r == 0) r = add_functions(tracer, "set_ftrace_notrace", &options->not_traced, "-N", err);
	if (r == 0) r = add_functions(tracer, "set_graph_function", &options->graphed, "-G", err);
	if (r == 0) r = add_functions(tracer, "set_graph_notrace", &options->not_graphed, "-g", err);
	return r;
}

static int add_threads(struct function_tracer *tracer, const struct function_tracer_options *options, struct err *err)
{
	for (size_t i = 0; i < options->nr_tids; i++) {
		char id[16];
		snprintf(id, sizeof(id), "%d", options->tids[i]);
		int r = write_file(tracer, "set_ftrace_pid", id, O_APPEND);
		if (r < 0) return explain(tracer, "set_ftrace_pid", id, r, err);
	}
	return 0;
}

/* Looks before anything is changed. Whether the kernel says that it has that tracer; true when it says nothing. */
static int check_tracer(const struct function_tracer *tracer, const char *name, struct err *err)
{
	_free_ char *known = kernelfs_read(tracer->fs, "%s/available_tracers", tracer->tracefs);
	size_t length = strlen(name);
	for (const char *at = known; at && (at = strstr(at, name)); at += length)
		if ((at == known || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return 0;
	if (!known) return 0;
	err_set(err, -EINVAL, "failed to set current_tracer to %s: this kernel has no such tracer, only: %s", name,
		known);
	if (strcmp(name, "function_graph") == 0)
		err_hint(err, "It takes a kernel with CONFIG_FUNCTION_GRAPH_TRACER%s.",
			 strstr(known, "function") ? "; perf ftrace trace -t function can do without" : "");
	return -EINVAL;
}

static int set_tracer(struct function_tracer *tracer, const char *name, struct err *err)
{
	int r = write_file(tracer, "current_tracer", name, O_TRUNC);
	if (r >= 0) return 0;
	if (r != -EBUSY) return explain(tracer, "current_tracer", name, r, err);
	err_set(err, r, "failed to set current_tracer to %s: another program reads what is traced", name);
	err_hint(err, "Which one: sudo fuser -v %s/%s/trace_pipe", tracer->fs->root, tracer->tracefs);
	return r;
}

static int set_buffer(struct function_tracer *tracer, uint64_t kb, struct err *err)
{
	char text[24];
	if (!kb) return 0;
	_free_ char *before = kernelfs_read(tracer->fs, "%s/buffer_size_kb", tracer->tracefs);
	/* "7 (expanded: 1408)": buffers are small until they are used, and cannot become so again */
	const char *expanded = before ? strstr(before, "expanded: ") : NULL;
	const char *number = expanded ? expanded + strlen("expanded: ") : before;
	uint64_t saved = number ? strtoull(number, NULL, 10) : 0;
	if (saved && !tracer->saved_buffer_kb) tracer->saved_buffer_kb = xasprintf("%llu", (unsigned long long)saved);
	snprintf(text, sizeof(text), "%llu", (unsigned long long)kb);
	int r = write_file(tracer, "buffer_size_kb", text, O_TRUNC);
	return r < 0 ? explain(tracer, "buffer_size_kb", text, r, err) : 0;
}

int function_tracer_set(struct function_tracer *tracer, const struct function_tracer_options *options, struct err *err)
{
	int r = check_tracer(tracer, options->tracer, err);
	if (r < 0) return r;
	if (!tracer->saved_on) tracer->saved_on = kernelfs_read(tracer->fs, "%s/tracing_on", tracer->tracefs);
	r = reset(tracer, err);
	for (size_t i = 0; r == 0 && i < NR_TRACER_VALUES; i++)
		r = set_value(tracer, options, (enum tracer_value)i, err);
	if (r < 0) return r;
	/* writing anything to it empties the buffer */
	r = write_file(tracer, "trace", "0", O_TRUNC);
	if (r < 0) return explain(tracer, "trace", "0", r, err);
	r = add_threads(tracer, options, err);
	if (r == 0) r = add_all_functions(tracer, options, err);
	if (r == 0) r = set_buffer(tracer, options->buffer_kb, err);
	if (r == 0) r = set_tracer(tracer, options->tracer, err);
	return r;
}

int function_tracer_switch(struct function_tracer *tracer, bool on, struct err *err)
{
	const char *value = on ? "1" : "0";
	int r = write_file(tracer, "tracing_on", value, O_TRUNC);
	return r < 0 ? explain(tracer, "tracing_on", value, r, err) : 0;
}

char *function_tracer_functions(const struct function_tracer *tracer, struct err *err)
{
	size_t size;
	_free_ char *path = xasprintf("%s/available_filter_functions", tracer->tracefs);
	char *text = kernelfs_read_raw(tracer->fs, path, FUNCTIONS_MAX_BYTES, &size);
	if (text) return text;
	int code = errno ? -errno : -EIO;
	err_set_errno(err, code, "Cannot read %s/%s", tracer->fs->root, path);
	_free_ char *remedy = remedy_tracefs_rights(tracer->fs, tracer->tracefs);
	if (code == -EACCES) err_hint(err, "%s", remedy);
	if (code == -EPERM) err_hint(err, "%s", forbidden);
	if (code == -ENOENT) err_hint(err, "It takes a kernel with CONFIG_DYNAMIC_FTRACE.");
	return NULL;
}

char *function_tracer_titles(const struct function_tracer *tracer)
{
	size_t size;
	_free_ char *path = xasprintf("%s/trace", tracer->tracefs);
	char *text = kernelfs_read_raw(tracer->fs, path, TITLES_MAX_BYTES, &size);
	return text ? text : xstrdup("");
}

int function_tracer_pipe(const struct function_tracer *tracer, struct err *err)
{
	_free_ char *path = xasprintf("%s/%s/trace_pipe", tracer->fs->root, tracer->tracefs);
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	return fd >= 0 ? fd : err_set_errno(err, -errno, "Cannot read %s", path);
}

/* What cannot be put back stays as it is: this is how every run ends, also one that failed to set it. */
void function_tracer_done(struct function_tracer *tracer)
{
	bool changed = tracer->changed;
	if (changed) (void)reset(tracer, NULL);
	for (size_t i = 0; i < NR_TRACER_VALUES; i++) {
		if (tracer->saved[i]) (void)write_file(tracer, values[i].file, tracer->saved[i], O_TRUNC);
		free(tracer->saved[i]);
	}
	if (tracer->saved_buffer_kb) (void)write_file(tracer, "buffer_size_kb", tracer->saved_buffer_kb, O_TRUNC);
	if (changed && tracer->saved_on) (void)write_file(tracer, "tracing_on", tracer->saved_on, O_TRUNC);
	free(tracer->saved_buffer_kb);
	free(tracer->saved_on);
	free(tracer->tracefs);
	*tracer = (struct function_tracer){ 0 };
}
