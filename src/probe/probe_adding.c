/* Adding probes: a definition becomes events, each gets a name that is free, then the kernel is told; or only the names
 * are made, when nothing is to be changed.
 *
 * For each event of the definition:
 *
 *     name it           free, or numbered; names in use are read from tracefs first
 *     write its line    kprobe_events or uprobe_events
 *     refused?          the kernel's reason becomes the error's hint; a function that is not traced is left out if
 *                       other places remain; a shared name that does not fit is tried again with a number
 *
 * Kernels that let several events share a name get them all under one name; others get NAME_1, NAME_2 ... */
#include "probe/probe_adding.h"

#include <errno.h>
#include <string.h>
#include "probe/search/kernel_functions.h"
#include "probe/probe_naming.h"

/* Puts the kernel's own words from tracefs' error_log, "Invalid register name: %xx", with the word of the command that
 * they are about, into err's hint. */
static void hint_refusal(const struct probe_adding *adding, const char *command, struct err *err)
{
	int column;
	_free_ char *reason = probe_files_refusal(adding->files, command, &column);
	if (!reason) return;
	if (column < 0 || (size_t)column >= strlen(command)) err_hint(err, " %s", reason);
	else err_hint(err, " %s: %.*s", reason, (int)strcspn(command + column, " "), command + column);
}

/* The function that has the code of a probe of the kernel itself; NULL: not known. The caller frees. Modules are not
 * asked. */
static char *function_at(struct kernel_functions *functions, const struct probe_event *event)
{
	uint64_t start, base = event->symbol ? kernel_functions_address(functions, NULL, event->symbol) : 0;
	const char *name = base ? kernel_functions_at(functions, base + event->sym_off, &start) : NULL;
	return name ? xstrdup(name) : NULL;
}

/* Whether the event's function is one that the kernel does not trace; *ret_function: its name, for the caller to free.
 * A kernel may be built to let no event be in such functions (CONFIG_KPROBE_EVENTS_ON_NOTRACE is off): inlining and
 * assembly bring probes there. */
static bool is_untraced(const struct probe_adding *adding, const struct probe_event *event, char **ret_function)
{
	_kernel_functions_close_ struct kernel_functions *functions = NULL;
	_err_done_ struct err own = ERR_INIT;
	if (probe_kind_is_user(event->kind) || event->target ||
	    kernel_functions_open(adding->files->fs, &functions, &own) < 0)
		return false;
	_free_ char *name = function_at(functions, event), *traced = probe_files_traced(adding->files);
	if (!name || !traced) return false;
	size_t size = strlen(name);
	for (const char *at = traced; (at = strstr(at, name)); at += size)
		if ((at == traced || at[-1] == '\n') && (at[size] == '\n' || at[size] == ' ' || !at[size]))
			return false;
	*ret_function = take(name);
	return true;
}

/* write_event's own code, of no meaning to others: probe_adding_write turns it into -EINVAL. */
enum { UNTRACED = -ENOEXEC };

/* Writes one event's line to the kernel. 0; UNTRACED: the function is one of those that the kernel does not trace;
 * -errno: all else. err is set. */
static int write_event(const struct probe_adding *adding, const struct probe_definition *definition,
		       const struct probe_event *event, struct err *err)
{
	_free_ char *function = NULL;
	_strbuf_done_ struct strbuf command = STRBUF_INIT;
	probe_event_format(event, &command);
	/* the name of a file, say: what is behind it would be a definition of its own, or be left out */
	if (strpbrk(strbuf_text(&command), "\n#")) {
		err_set(err, -EINVAL, "The kernel takes no line breaks and no '#' in definitions of probes: %s",
			strbuf_text(&command));
		return -EINVAL;
	}
	int r = probe_files_write(adding->files, probe_kind_is_user(event->kind) ? PROBE_FILE_USER : PROBE_FILE_KERNEL,
				  strbuf_text(&command));
	if (r == 0) return 0;
	err_set_errno(err, r, "Failed to write event");
	if (r == -EINVAL && is_untraced(adding, event, &function)) {
		err_hint(err, " %s is not traced (notrace, assembly): this kernel lets no event be there.", function);
		return UNTRACED;
	}
	if (r == -EILSEQ && definition->point.offset)
		err_hint(err, " No instruction starts at %s+%llu.", definition->point.function,
			 (unsigned long long)definition->point.offset);
	else hint_refusal(adding, strbuf_text(&command), err);
	return r;
}

/* The names of events of that kind which the kernel has. */
static int read_names(const struct probe_adding *adding, enum probe_file file, struct probe_names *ret, struct err *err)
{
	_free_ char *lines = NULL;
	int r = probe_files_need(adding->files, file, err);
	if (r == 0) r = probe_files_read(adding->files, file, &lines, err);
	if (r == 0) probe_names_add_lines(ret, lines);
	return r;
}

/* An event of that name is there, but its arguments have other types or places: the kernel then takes it under no more
 * than another name. */
static bool may_take_other_name(int r, size_t nr_written) { return nr_written && (r == -EEXIST || r == -EINVAL); }

/* Numbers are taken from the second event on; from the first one, with force. Of an event that was left out nothing
 * remains in `events`, so that what is listed is what the kernel has. */
int probe_adding_write(const struct probe_adding *adding, const struct probe_definition *definition,
		       struct probe_events *events, struct err *err)
{
	_probe_names_done_ struct probe_names names = PROBE_NAMES_INIT;
	if (!events->items.count) return 0;
	enum probe_file file = probe_kind_is_user(events->items.items[0].kind) ? PROBE_FILE_USER : PROBE_FILE_KERNEL;
	int r = adding->files ? read_names(adding, file, &names, err) : 0;
	bool share = !adding->files || probe_files_share_names(adding->files);
	for (size_t i = 0; r == 0 && i < events->items.count;) {
		struct probe_event *event = &events->items.items[i];
		r = probe_naming_event(definition, adding->files ? &names : NULL, adding->force || i, event, err);
		if (r == 0 && adding->files && !adding->dry_run) r = write_event(adding, definition, event, err);
		if (r == UNTRACED && events->items.count > 1) {
			/* the others can do without it */
			if (adding->remarks)
				strbuf_printf(adding->remarks, "%s\n",
					      err && err->hint ? err->hint + strspn(err->hint, " ")
							       : "A function is not traced.");
			err_done(err);
			probe_event_done(event);
			memmove(event, event + 1, (--events->items.count - i) * sizeof(*event));
			r = 0;
			continue;
		}
		if (may_take_other_name(r, i)) {
			_err_done_ struct err second = ERR_INIT;
			probe_names_add(&names, event->group, event->name);
			r = probe_naming_event(definition, &names, true, event, &second);
			if (r == 0 && (r = write_event(adding, definition, event, &second)) == 0) err_done(err);
		}
		if (r == 0 && adding->files && !share) probe_names_add(&names, event->group, event->name);
		i++;
	}
	return r == UNTRACED ? -EINVAL : r;
}

/* "%return" goes behind the place: the boot configuration has no "r:" before it. */
void probe_adding_format_bootconfig(const struct probe_event *event, struct strbuf *out)
{
	_strbuf_done_ struct strbuf command = STRBUF_INIT;
	probe_event_format(event, &command);
	const char *place = strchr(strbuf_text(&command), ' ') + 1;
	size_t size = strcspn(place, " ");
	strbuf_printf(out, "ftrace.event.kprobes.%s.probe = '%.*s%s%s'", event->name, (int)size, place,
		      probe_kind_is_return(event->kind) ? "%return" : "", place + size);
}

void probe_adding_format(const struct probe_event *event, const char *place, const char *names, struct strbuf *out)
{
	_free_ char *full = xasprintf("%s:%s", event->group, event->name);
	strbuf_printf(out, "%-20s (on %s", full, place);
	if (event->target) strbuf_printf(out, " in %s", event->target);
	if (*names) strbuf_printf(out, " with%s", names);
	strbuf_char(out, ')');
}

/* Whether the argument's name is the user's, and not the one that a plain variable got by itself: "a", "text_string".
 */
static bool shows_name(const struct probe_argument *argument)
{
	if (!argument->name || argument->fields.count || !argument->is_local) return argument->name;
	size_t size = strlen(argument->variable);
	if (strncmp(argument->name, argument->variable, size) != 0) return true;
	const char *rest = argument->name + size;
	return *rest && !(*rest == '_' && argument->type && strcmp(rest + 1, argument->type) == 0);
}

void probe_adding_format_arguments(const struct probe_definition *definition, struct strbuf *out)
{
	for (size_t i = 0; i < definition->arguments.count; i++) {
		const struct probe_argument *argument = &definition->arguments.items[i];
		strbuf_char(out, ' ');
		if (shows_name(argument)) strbuf_printf(out, "%s=", argument->name);
		strbuf_str(out, argument->variable);
		for (size_t k = 0; k < argument->fields.count; k++) {
			const struct probe_field *field = &argument->fields.items[k];
			if (!field->is_index) strbuf_str(out, field->by_pointer ? "->" : ".");
			strbuf_str(out, field->name);
		}
		if (argument->type) strbuf_printf(out, ":%s", argument->type);
		if (argument->is_user) strbuf_str(out, "@user");
	}
}
