/* Names of events: the group is "probe" or "probe_PROGRAM", the name that of the function, with what is not a letter or
 * digit as "_", and a number when it is taken.
 *
 *     vfs_read                          probe:vfs_read
 *     malloc in libc.so.6               probe_libc:malloc, then malloc_1
 *     vfs_read%return                   probe:vfs_read__return
 *     ns::Foo::bar(int)                 ns__Foo__bar
 *     veth_xdp_rcv.constprop.0          veth_xdp_rcv
 *     work:3                            work_L3
 *     0x1150                            abs_1150 */
#include "probe/probe_naming.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAME_MAX_BYTES = 63, NUMBER_MAX = 1024 }; /* the kernel's MAX_EVENT_NAME_LEN with its NUL */

void probe_names_done(struct probe_names *names)
{
	for (size_t i = 0; i < names->items.count; i++) free(names->items.items[i]);
	vec_done(&names->items);
	vec_done(&names->bare);
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Both lists again; bare points into items. Two sorted lists, as names are looked up with their group and without. */
static void sort(struct probe_names *names)
{
	vec_clear(&names->bare);
	for (size_t i = 0; i < names->items.count; i++) vec_push(&names->bare, strchr(names->items.items[i], ':') + 1);
	if (!names->items.count) return;
	qsort(names->items.items, names->items.count, sizeof(char *), by_text);
	qsort(names->bare.items, names->bare.count, sizeof(char *), by_text);
}

void probe_names_add(struct probe_names *names, const char *group, const char *name)
{
	if (probe_names_has(names, group, name)) return;
	char *full = xasprintf("%s:%s", group, name);
	vec_push(&names->items, full);
	sort(names);
}

/* "p:GROUP/NAME ...": of any kind of dynamic event. */
static char *name_of_line(const char *line, size_t size)
{
	const char *end = line + size, *head_end = line + strcspn(line, " \t\n"), *colon = memchr(line, ':', size),
		   *slash;
	if (head_end < end) end = head_end;
	if (!colon || colon >= end) return NULL;
	slash = memchr(colon, '/', (size_t)(end - colon));
	if (!slash) return NULL;
	return xasprintf("%.*s:%.*s", (int)(slash - colon - 1), colon + 1, (int)(end - slash - 1), slash + 1);
}

/* Lines that are not understood are passed over: what they name cannot be in the way. */
void probe_names_add_lines(struct probe_names *names, const char *lines)
{
	for (const char *line = lines; *line;) {
		size_t size = strcspn(line, "\n");
		char *name = name_of_line(line, size);
		if (name) vec_push(&names->items, name);
		line += size + (line[size] == '\n');
	}
	sort(names);
}

bool probe_names_has(const struct probe_names *names, const char *group, const char *name)
{
	_free_ char *full = group ? xasprintf("%s:%s", group, name) : NULL;
	if (!names->items.count) return false;
	if (!group) return bsearch(&name, names->bare.items, names->bare.count, sizeof(char *), by_text);
	return bsearch(&full, names->items.items, names->items.count, sizeof(char *), by_text);
}

/* ASCII letters, digits and "_". */
static bool in_name(char c) { return c == '_' || (c & 0x80) == 0 ? isalnum((uint8_t)c) || c == '_' : false; }

char *probe_naming_group(const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	size_t size = 0;
	while (size < NAME_MAX_BYTES - strlen("probe_") && in_name(base[size])) size++;
	return size ? xasprintf("probe_%.*s", (int)size, base) : xstrdup("probe_file");
}

static bool has_wildcards(const char *text) { return strpbrk(text, "*?[") != NULL; }

/* What the event would like to be called, before anything is appended: "malloc", "veth_xdp_rcv" (of
 * "veth_xdp_rcv.constprop.0"), "ns__Foo__bar" (of "ns::Foo::bar(int)"). The function as the user wrote it counts,
 * unless it is a pattern; then the one that was found. What stands behind "." and "@" (compilers' and versions'
 * endings) is cut off. The caller frees. */
static char *base_name(const struct probe_definition *definition, const struct probe_event *event)
{
	const struct probe_point *point = &definition->point;
	if (definition->event) return xstrdup(definition->event);
	if (point->is_address) return xasprintf("abs_%" PRIx64, point->address);
	const char *text = event->function ? event->function : event->symbol;
	if (point->function && !has_wildcards(point->function)) text = point->function;
	if (!text) return xasprintf("abs_%" PRIx64, event->place);
	static const char NAMELESS[] = "(anonymous namespace)::";
	if (*text == '.') text++;
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	if (isdigit((uint8_t)*text)) strbuf_char(&out, '_');
	for (const char *at = text; *at && !strchr(".@", *at); at++) {
		if (strncmp(at, NAMELESS, strlen(NAMELESS)) == 0) at += strlen(NAMELESS) - 1;
		else if (*at == '(' && at != text) break;
		else strbuf_char(&out, in_name(*at) ? *at : '_');
	}
	if (!out.size) strbuf_str(&out, "function");
	if (text == point->function && point->line) strbuf_printf(&out, "_L%d", point->line);
	return strbuf_take(&out);
}

/* The base, cut so that the suffix still fits the kernel's limit. */
static char *with_suffix(const char *base, const char *suffix)
{
	return xasprintf("%.*s%s", (int)(NAME_MAX_BYTES - strlen(suffix)), base, suffix);
}

static int refuse_taken(const char *name, struct err *err)
{
	err_set(err, -EEXIST, "Error: event \"%s\" already exists.", name);
	err_hint(err, " Hint: Remove existing event by 'perf probe -d'\n"
		      "       or force duplicates by 'perf probe -f'\n"
		      "       or set 'force=yes' in BPF source.");
	return -EEXIST;
}

/* is_named: the event has a group already. The caller frees. */
static char *group_of(const struct probe_definition *definition, const struct probe_event *event, bool is_named)
{
	if (is_named) return xstrdup(event->group);
	if (definition->group) return xstrdup(definition->group);
	return probe_kind_is_user(event->kind) ? probe_naming_group(event->target) : xstrdup("probe");
}

/* With a number in it the name is cut, not the number. On failure the event keeps what it had. */
int probe_naming_event(const struct probe_definition *definition, const struct probe_names *names, bool numbered,
		       struct probe_event *event, struct err *err)
{
	/* markers and what else comes from the cache have their names */
	bool is_named = definition->is_marker && event->name && event->group;
	_free_ char *base = is_named ? xstrdup(event->name) : base_name(definition, event);
	_free_ char *group = group_of(definition, event, is_named);
	if (definition->event && strlen(base) > NAME_MAX_BYTES)
		return err_set(err, -E2BIG, "The event name '%s' is too long.", base);
	char *name = with_suffix(base, !is_named && probe_kind_is_return(event->kind) ? "__return" : "");
	if (names && probe_names_has(names, numbered ? NULL : group, name)) {
		if (!numbered) {
			int r = refuse_taken(name, err);
			free(name);
			return r;
		}
		/* the numbers of probes of returns are after the plain name, as upstream has it */
		for (unsigned i = 1; probe_names_has(names, NULL, name); i++) {
			char suffix[16];
			if (i == NUMBER_MAX) {
				free(name);
				return err_set(err, -ERANGE, "Too many events are on the same function '%s'.", base);
			}
			snprintf(suffix, sizeof(suffix), "_%u", i);
			free(name);
			name = with_suffix(base, suffix);
		}
	}
	free(event->group);
	free(event->name);
	event->group = take(group);
	event->name = name;
	return 0;
}
