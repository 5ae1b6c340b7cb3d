/* perf buildid-list: build-ids of the objects in a recording, of an ELF file, or of the running kernel.
 *
 * Of a recording the header has a list of them. Without that list (pipes, compressed recordings), and with -H, the
 * samples tell: an object counts when a sample was taken in it.
 *
 *     0a1b2c...4f /usr/lib/x86_64-linux-gnu/libc.so.6      one a line, sorted by name; shorter ids are filled up */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>
#include "base/outbuf.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/pager.h"
#include "cli/textout.h"
#include "commands/option/build_id_dir.h"
#include "commands/option/session_option.h"
#include "kernel/kernel_text.h"
#include "kernel/machine_root.h"
#include "symbol/file/build_id.h"
#include "symbol/object.h"

/* -i, -f, -H, -k and -m. */
struct buildid_list_values {
	const char *input;
	bool force, with_hits, show_kernel, show_kernel_maps;
};

static const char *const usage[] = { "perf buildid-list [<options>]", NULL };
static const struct option options[] = {
	OPTION_BOOL('H', "with-hits", struct buildid_list_values, with_hits, "Show only DSOs with hits"),
	OPTION_STRING('i', "input", struct buildid_list_values, input, "file", "input file name"),
	OPTION_BOOL('f', "force", struct buildid_list_values, force, "don't complain, do it"),
	OPTION_BOOL('k', "kernel", struct buildid_list_values, show_kernel, "Show current kernel build id"),
	OPTION_BOOL('m', "kernel-maps", struct buildid_list_values, show_kernel_maps,
		    "Show build id of current kernel + modules"),
	OPTION_VERBOSE("be more verbose"),
	OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage };

static void add_id(struct outbuf *out, const struct build_id *id)
{
	for (unsigned i = 0; i < id->size; i++) out_hex0(out, id->bytes[i], 2);
}

/* -k: the running kernel's, out of its notes. */
static int list_kernel(struct outbuf *out, struct err *err)
{
	struct build_id id;
	if (!kernel_build_id(machine_root(), &id))
		return err_set(err, -ENOENT, "The kernel does not tell its build-id: /sys/kernel/notes cannot be read");
	add_id(out, &id);
	out_char(out, '\n');
	return 0;
}

/* A line of -m: build-id, range of addresses, name, and the file where it is one. */
static void add_kernel_map(struct outbuf *out, const struct build_id *id, uint64_t start, uint64_t end,
			   const char *name, const char *path)
{
	add_id(out, id);
	out_printf(out, " %16" PRIx64 " %16" PRIx64 " %s", start, end, name);
	if (path && path[0] == '/') out_printf(out, " (%s)", path);
	out_char(out, '\n');
}

/* -m: start and end address of the kernel and of each module, with their build-ids. Modules without one are left
 * out; a kernel that can load none has no list of them. */
static int list_kernel_maps(struct outbuf *out, struct err *err)
{
	struct build_id id = { 0 };
	struct kernel_text text = { 0 };
	struct kernel_modules modules = { 0 };
	_free_ char *release = machine_release();
	(void)kernel_build_id(machine_root(), &id);
	if (kernel_text_find(machine_root(), &text))
		add_kernel_map(out, &id, text.start, text.end, "[kernel.kallsyms]", NULL);
	int r = kernel_modules_read(machine_root(), release, &modules);
	for (size_t i = 0; r == 0 && i < modules.modules.count; i++) {
		const struct kernel_module *m = &modules.modules.items[i];
		_free_ char *name = xasprintf("[%s]", m->name);
		if (kernel_module_build_id(machine_root(), m->name, &id))
			add_kernel_map(out, &id, m->start, m->start + m->size, name, m->path);
	}
	kernel_modules_done(&modules);
	if (r < 0 && r != -ENOENT) return err_set_errno(err, r, "/proc/modules");
	if (out->size) return 0;
	return err_set(err, -ENOENT, "The kernel does not tell where it is: /proc/kallsyms shows no addresses");
}

/* ---- a recording */

/* A line to print; both are borrowed. */
struct listed {
	const struct build_id *id;
	const char *name;
};

static int compare_listed(const void *a, const void *b)
{
	const struct listed *x = a, *y = b;
	return strcmp(x->name, y->name);
}

/* Sorted by name; the same line is printed once. */
static void add_listed(struct outbuf *out, struct listed *list, size_t count)
{
	if (count) qsort(list, count, sizeof(*list), compare_listed);
	for (size_t i = 0; i < count; i++) {
		if (i && strcmp(list[i].name, list[i - 1].name) == 0 && list[i].id->size == list[i - 1].id->size &&
		    memcmp(list[i].id->bytes, list[i - 1].id->bytes, list[i].id->size) == 0)
			continue;
		add_id(out, list[i].id);
		out_spaces(out, 2 * (size_t)(BUILD_ID_MAX - list[i].id->size));
		out_printf(out, " %s\n", list[i].name);
	}
}

static void list_header(struct outbuf *out, const struct perf_header *h)
{
	struct listed *list = xcalloc(h->nr_build_ids + 1, sizeof(*list));
	for (uint32_t i = 0; i < h->nr_build_ids; i++)
		list[i] = (struct listed){ &h->build_ids[i].id, h->build_ids[i].filename };
	add_listed(out, list, h->nr_build_ids);
	free(list);
}

/* Called by several threads at once: they only ever store the same 1. As upstream: where the sample was taken counts,
 * its callers do not. */
static void mark_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	uint8_t *hits = ctx;
	struct sample_task task;
	resolver_task(worker->resolver, sample, &task);
	const struct frame *frame = resolver_sample_ip(worker->resolver, &task, sample);
	if (frame->map) __atomic_store_n(&hits[frame->map->dso->id], 1, __ATOMIC_RELAXED);
}

/* A byte for each DSO, set by the threads of the pass. */
static int list_hits(struct outbuf *out, struct session *session, struct err *err)
{
	const struct model *model = session_model(session);
	size_t nr_dsos = model_nr_dsos(model);
	_free_ uint8_t *hits = xcalloc(nr_dsos + 1, 1);
	struct sample_visitor visitor = { .ctx = hits, .sample = mark_sample };
	int r = session_samples(session, &visitor, err);
	struct listed *list = xcalloc(nr_dsos + 1, sizeof(*list));
	size_t count = 0;
	for (size_t i = 0; r >= 0 && i < nr_dsos; i++) {
		const struct dso *dso = model_dso(model, (uint32_t)i);
		if (hits[i]) list[count++] = (struct listed){ &dso->build_id, dso->long_name };
	}
	add_listed(out, list, count);
	free(list);
	return r;
}

/* From the header where it has the list, else from the samples; then the recording is opened a second time, because
 * the header alone was read before. 0, or -errno with err set. */
static int list_recording(struct outbuf *out, const char *path, const struct buildid_list_values *values,
			  struct warnings *warnings, struct err *err)
{
	struct session *session = NULL;
	struct session_options how = { .input = path,
				       .force = values->force,
				       .header_only = !values->with_hits,
				       .warnings = warnings,
				       .symbols = { .build_id_dir = build_id_dir() } };
	int r = session_open(&how, &session, err);
	if (r < 0) return r;
	bool listed = header_has(session_header(session), FEATURE_BUILD_ID) &&
		      !perfdata_pipe_records(session_perfdata(session));
	/* samples of hardware traces are not there to be counted yet */
	if (listed && (!values->with_hits || header_has(session_header(session), FEATURE_AUXTRACE))) {
		list_header(out, session_header(session));
	} else {
		/* without the list (pipes, compressed recordings) it is made from the samples */
		if (!values->with_hits && strcmp(path, "-") != 0) {
			session_close(session);
			session = NULL;
			how.header_only = false;
			r = session_open(&how, &session, err);
		}
		if (r >= 0) r = session_split_group_reads(session, err);
		if (r >= 0) r = list_hits(out, session, err);
	}
	session_close(session);
	return r;
}

static bool is_elf(const char *path)
{
	char magic[4] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) return false;
	bool elf = read(fd, magic, sizeof(magic)) == sizeof(magic) && memcmp(magic, "\177ELF", 4) == 0;
	close(fd);
	return elf;
}

static int list_elf(struct outbuf *out, const char *path, struct err *err)
{
	struct build_id id;
	int size = build_id_of_file(path, id.bytes);
	if (size < 0) return err_set_errno(err, size, "%s has no build-id", path);
	id.size = (uint8_t)size;
	add_id(out, &id);
	out_char(out, '\n');
	return 0;
}

/* The path is looked at before the pass: an ELF file is not opened as a recording. */
static int run(int argc, const char **argv)
{
	struct buildid_list_values values = { 0 };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc > 1) return option_table_unexpected(&table, argv[1]);
	const char *path = session_option_input(values.input, argc ? argv[0] : NULL);
	/* a pipe can be read only once: with the samples */
	if (strcmp(path, "-") == 0) values.with_hits = true;

	_err_done_ struct err err = ERR_INIT;
	struct warnings *warnings = warnings_new();
	struct outbuf out;
	if (!values.show_kernel && !values.show_kernel_maps) pager_start();
	textout_stdout(&out);
	int r;
	if (values.show_kernel) r = list_kernel(&out, &err);
	else if (values.show_kernel_maps) r = list_kernel_maps(&out, &err);
	else if (strcmp(path, "-") != 0 && is_elf(path)) r = list_elf(&out, path, &err);
	else r = list_recording(&out, path, &values, warnings, &err);
	if (r < 0) console_err(&err);
	console_warnings(warnings);
	int closed = textout_close(&out, NULL);
	warnings_free(warnings);
	return r < 0 || (closed < 0 && closed != -EPIPE) ? 255 : 0;
}

const struct command command_buildid_list = {
	.name = "buildid-list",
	.summary = "List the buildids in a perf.data file",
	.run = run,
};
