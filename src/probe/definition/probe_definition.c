/* What a user writes of a probe: [[GROUP:]EVENT=]POINT [ARGUMENT...] (man/perf-probe.1).
 *
 *     next_word      the point, then each argument; blanks within parentheses do not part a point
 *     parse_point    event name before "=", then parts by their separators ; : + @ %, then check_point
 *     parse_argument name, "@user" and type are cut off; what is left is a variable with fields, or the kernel's words
 *
 * Names of C++ have the separators of points in them (":", blanks, "+"), so that a "::" and all within parentheses is
 * skipped when one is looked for. */
#include "probe/definition/probe_definition.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "base/strbuf.h"

/* Bounds: members of an argument; arguments of a definition, which is what the kernel takes; bytes that are shown of a
 * path. */
enum { MAX_FIELDS = 256, MAX_ARGUMENTS = 128, SHOWN_FILE_BYTES = 30 };

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Letters of Latin-1 too, so that a variable in any script is one. */
static bool is_letter(char c)
{
	uint8_t u = (uint8_t)c;
	return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= 0xc0 && u != 0xd7 && u != 0xf7);
}

static bool begins_name(char c) { return is_letter(c) || c == '_'; }

bool probe_is_c_name(const char *text)
{
	if (!begins_name(*text)) return false;
	while (*++text)
		if (!begins_name(*text) && !is_digit(*text)) return false;
	return true;
}

/* Behind a parenthesis and what is in it: parameters of C++. The text itself when it is never closed. Nested ones
 * count. */
static const char *behind_parenthesis(const char *text)
{
	size_t depth = 0;
	for (const char *at = text; *at; at++) {
		depth += *at == '(';
		if (*at == ')' && --depth == 0) return at + 1;
	}
	return text;
}

/* The first of the letters that no backslash stands before, and that is no part of a name of C++ ("ns::f(int, char)");
 * NULL: none. */
static char *find_unescaped(char *text, const char *letters)
{
	for (; *text; text++) {
		if (*text == '\\' && text[1]) text++;
		else if (text[0] == ':' && text[1] == ':') text++;
		else if (*text == '(' && behind_parenthesis(text) != text) text += behind_parenthesis(text) - text - 1;
		else if (strchr(letters, *text)) return text;
	}
	return NULL;
}

/* A copy without the backslashes, each of which kept the character behind it from being a separator. The caller frees.
 */
static char *unescaped(const char *text)
{
	char *copy = xstrdup(text), *to = copy;
	for (const char *at = text; *at; at++) {
		if (*at == '\\' && at[1]) at++;
		*to++ = *at;
	}
	*to = 0;
	return copy;
}

static int refuse(struct err *err, const char *what) { return err_set(err, -EINVAL, "Semantic error :%s", what); }

static int check_event_name(const char *name, struct err *err)
{
	if (probe_is_c_name(name)) return 0;
	return err_set(err, -EINVAL, "Semantic error :%s is bad for event name -it must follow C symbol-naming rule.",
		       name);
}

static bool begins_with(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/* A name, or a pattern of names. Of a marker: no blanks, slashes or dots. */
static bool may_be_name(const char *text)
{
	static const char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_*?[]!-";
	return *text && !text[strspn(text, characters)];
}

/* "%name", "%sdt_group:name", "sdt_group:name", each also with wildcards Group and event go to the definition; the
 * point stays empty. */
static int parse_marker(const char *text, struct probe_definition *definition, struct err *err)
{
	const char *name = *text == '%' ? text + 1 : text;
	const char *colon = strchr(name, ':');
	_free_ char *group = colon ? xstrndup(name, (size_t)(colon - name)) : NULL;
	const char *event = colon ? colon + 1 : name;
	if (!may_be_name(event) || (group && !may_be_name(group)))
		return err_set(err, -EINVAL, "Semantic error :%s must be an SDT name.", name);
	definition->is_marker = true;
	definition->group = take(group);
	definition->event = xstrdup(event);
	return 0;
}

static int parse_line_number(const char *text, int32_t *ret, struct err *err)
{
	char *end;
	unsigned long number = strtoul(text, &end, 0);
	if (*end) return refuse(err, "There is non-digit char in line number.");
	if (number > INT32_MAX) return refuse(err, "There is no line with so large a number.");
	*ret = (int32_t)number;
	return 0;
}

/* What follows a separator, up to the next one. separator: which one it was, and so what text means. */
static int parse_part(char separator, char *text, struct probe_point *point, struct err *err)
{
	char *end;
	switch (separator) {
	case ':': return parse_line_number(text, &point->line, err);
	case '+':
		point->offset = strtoull(text, &end, 0);
		return *end ? refuse(err, "There is non-digit character in offset.") : 0;
	case '@':
		if (point->file) return refuse(err, "SRC@SRC is not allowed.");
		if (*text) point->file = unescaped(text);
		return 0;
	case '%':
		if (strcmp(text, "return") != 0)
			return err_set(err, -EINVAL, "Semantic error :%%%s is not supported.", text);
		point->is_return = true;
		return 0;
	default: /* ';' */
		free(point->pattern);
		point->pattern = xstrdup(text);
		return 0;
	}
}

/* Whether a point begins with a file: "a.c:20", "a.c;sum*". Functions have no dots that are followed by ":" or ";".
 * text is changed for a moment, and restored. */
static bool names_file(char *text)
{
	char *separator = find_unescaped(text, ";:+@%");
	if (!separator || (*separator != ';' && *separator != ':')) return false;
	char kept = *separator;
	*separator = 0;
	bool is_file = strchr(text, '.');
	*separator = kept;
	return is_file && !find_unescaped(separator, "+@%");
}

/* The function keeps the text, for messages. */
static int parse_address(struct probe_point *point, struct err *err)
{
	char *end;
	point->address = strtoull(point->function, &end, 16);
	if (*end || end == point->function + 2) return refuse(err, "Invalid absolute address.");
	point->is_address = true;
	return 0;
}

/* Which parts go together, in upstream's words. After all parts were read, so that their order does not matter. */
static int check_point(const struct probe_point *point, struct err *err)
{
	if (point->pattern && point->line) return refuse(err, "Lazy pattern can't be used with line number.");
	if (point->pattern && point->offset) return refuse(err, "Lazy pattern can't be used with offset.");
	if (point->line && point->offset) return refuse(err, "Offset can't be used with line number.");
	if (!point->line && !point->pattern && point->file && !point->function)
		return refuse(err, "File always requires line number or lazy pattern.");
	if (point->offset && !point->function) return refuse(err, "Offset requires an entry function.");
	if (point->is_return && !point->function) return refuse(err, "Return probe requires an entry function.");
	if (!point->function && !point->file)
		return refuse(err,
			      "There is neither a function nor a file."); /* upstream ends with a segmentation fault */
	if ((point->offset || point->line || point->pattern) && point->is_return)
		return refuse(err, "Offset/Line/Lazy pattern can't be used with return probe.");
	return 0;
}

/* Cuts text in place. Everything allocated is definition's, also on failure. */
static int parse_point(char *text, struct probe_definition *definition, struct err *err)
{
	struct probe_point *point = &definition->point;
	char *separator;
	int r = 0;

	if (*text == '%' || (begins_with(text, "sdt_") && strchr(text, ':')))
		return parse_marker(text, definition, err);
	separator = find_unescaped(text, ";=@+%");
	if (separator && *separator == '=') {
		*separator = 0;
		char *event = text;
		text = separator + 1;
		char *colon = strchr(event, ':');
		if (colon) {
			*colon = 0;
			if ((r = check_event_name(event, err)) < 0) return r;
			definition->group = xstrdup(event);
			event = colon + 1;
		}
		if ((r = check_event_name(event, err)) < 0) return r;
		definition->event = xstrdup(event);
	}
	bool is_file = names_file(text);
	separator = find_unescaped(text, ";:+@%");
	char kind = separator ? *separator : 0;
	if (separator) *separator = 0;
	if (*text && is_file) point->file = unescaped(text);
	else if (*text) point->function = unescaped(text);
	if (point->function && begins_with(point->function, "0x") && (r = parse_address(point, err)) < 0) return r;
	while (kind) {
		char *part = separator + 1;
		separator = kind == ';' ? NULL : find_unescaped(part, ";:+@%"); /* a pattern is all the rest */
		char next = separator ? *separator : 0;
		if (separator) *separator = 0;
		if ((r = parse_part(kind, part, point, err)) < 0) return r;
		kind = next;
	}
	return check_point(point, err);
}

/* Frees what is in it. */
static void argument_done(struct probe_argument *argument)
{
	for (size_t i = 0; i < argument->fields.count; i++) free(argument->fields.items[i].name);
	vec_done(&argument->fields);
	free(argument->name);
	free(argument->variable);
	free(argument->type);
}

/* ".name", "->name", "[1]" one after the other A field's name ends at the next separator; what is in brackets is a
 * number in C's notation. */
static int parse_fields(char *text, struct probe_argument *argument, struct err *err)
{
	while (*text) {
		struct probe_field field = { 0 };
		size_t size;
		if (argument->fields.count == MAX_FIELDS)
			return err_set(err, -E2BIG, "Semantic error :Argument has too many members: %s",
				       argument->variable);
		if (*text == '[') {
			char *end;
			field.is_index = field.by_pointer = true;
			field.index = strtol(text + 1, &end, 0);
			if (*end != ']' || end == text + 1) return refuse(err, "Array index must be a number.");
			size = (size_t)(end + 1 - text);
			if (text[size] && text[size] != '.' && text[size] != '-' && text[size] != '[')
				return err_set(err, -EINVAL, "Semantic error :Argument parse error: %s", text);
		} else {
			field.by_pointer = begins_with(text, "->");
			if (*text != '.' && !field.by_pointer)
				return err_set(err, -EINVAL, "Semantic error :Argument parse error: %s", text);
			text += field.by_pointer ? 2 : 1;
			size = strcspn(text, ".-[");
		}
		field.name = xstrndup(text, size);
		vec_push(&argument->fields, field);
		text += size;
	}
	return 0;
}

/* "NAME=VARIABLE.FIELDS:TYPE@user". What does not begin as a name in C is in the kernel's words, and kept as it is. */
static int parse_argument(char *text, struct probe_argument *argument, struct err *err)
{
	char *at = strchr(text, '='), *fields;
	int r;

	if (at) {
		argument->name = xstrndup(text, (size_t)(at - text));
		text = at + 1;
	}
	at = strchr(text, '@');
	if (at && at != text && strcmp(at, "@user") == 0) {
		argument->is_user = true;
		*at = 0;
	}
	at = strchr(text, ':');
	if (at) {
		argument->type = xstrdup(at + 1);
		*at = 0;
	}
	argument->is_local = begins_name(*text) || strcmp(text, "$vars") == 0 || strcmp(text, "$params") == 0;
	if (!begins_name(*text)) { /* in the kernel's words */
		argument->variable = xstrdup(text);
		return 0;
	}
	fields = text + strcspn(text, ".-[");
	argument->variable = xstrndup(text, (size_t)(fields - text));
	if (*fields == '-' && fields[1] != '>')
		return err_set(err, -EINVAL, "Semantic error :Argument parse error: %s", text);
	if ((r = parse_fields(fields, argument, err)) < 0) return r;
	/* upstream's name: the last member, and the type where it is given for a plain variable */
	if (!argument->name) {
		const char *last = argument->variable;
		for (size_t i = 0; i < argument->fields.count; i++)
			if (!argument->fields.items[i].is_index) last = argument->fields.items[i].name;
		argument->name = argument->type && !argument->fields.count ? xasprintf("%s_%s", last, argument->type)
									   : xstrdup(last);
	}
	return 0;
}

void probe_definition_done(struct probe_definition *definition)
{
	for (size_t i = 0; i < definition->arguments.count; i++) argument_done(&definition->arguments.items[i]);
	vec_done(&definition->arguments);
	free(definition->group);
	free(definition->event);
	free(definition->point.function);
	free(definition->point.file);
	free(definition->point.pattern);
	*definition = (struct probe_definition){ 0 };
}

static const char blanks[] = " \t\n\v\f\r";

/* The next word, for the caller to free; NULL: the text has ended. *text moves behind it. with_parentheses: blanks in
 * them are part of the word. */
static char *next_word(const char **text, bool with_parentheses)
{
	*text += strspn(*text, blanks);
	size_t size = strcspn(*text, with_parentheses ? " \t\n\v\f\r(" : blanks);
	while (with_parentheses && (*text)[size] == '(') {
		size_t behind = (size_t)(behind_parenthesis(*text + size) - *text);
		size = MAX(behind, size + 1);
		size += strcspn(*text + size, " \t\n\v\f\r(");
		if ((*text)[size - 1] == ')' && begins_with(*text + size, " const") &&
		    strchr(" \t\n:+%;@", (*text)[size + 6]))
			size += 6 + strcspn(*text + size + 6, blanks);
	}
	if (!size) return NULL;
	char *word = xstrndup(*text, size);
	*text += size;
	return word;
}

/* ret is only half filled on failure: probe_definition_parse frees it. */
static int parse(const char *text, struct probe_definition *definition, struct err *err)
{
	_free_ char *point = next_word(&text, true);
	int r;
	if (!point) return refuse(err, "There is neither a function nor a file.");
	if ((r = parse_point(point, definition, err)) < 0) return r;
	for (;;) {
		_free_ char *word = next_word(&text, false);
		if (!word) return 0;
		if (definition->arguments.count == MAX_ARGUMENTS)
			return err_set(err, -ERANGE, "Too many probe arguments: at most %d.", MAX_ARGUMENTS);
		struct probe_argument *argument = vec_add(&definition->arguments);
		*argument = (struct probe_argument){ 0 };
		if ((r = parse_argument(word, argument, err)) < 0) return r;
		if (begins_name(*argument->variable) && definition->point.is_return)
			return refuse(err, "You can't specify local variable for kretprobe.");
	}
}

int probe_definition_parse(const char *text, struct probe_definition *ret, struct err *err)
{
	struct probe_definition definition = PROBE_DEFINITION_INIT;
	int r = parse(text, &definition, err);
	if (r < 0) probe_definition_done(&definition);
	else *ret = definition;
	return r;
}

/* Of a long path its end, from the first whole name on. */
static const char *shown_file(const char *path)
{
	size_t size = strlen(path);
	if (size <= SHOWN_FILE_BYTES) return path;
	const char *end = path + size - SHOWN_FILE_BYTES, *slash = strchr(end, '/');
	return slash ? slash + 1 : end;
}

void probe_point_format(const struct probe_point *point, struct strbuf *out)
{
	if (point->function) strbuf_str(out, point->function);
	else if (point->file) strbuf_printf(out, "@%s", shown_file(point->file));
	if (point->offset) strbuf_printf(out, "+%llu", (unsigned long long)point->offset);
	else if (point->line) strbuf_printf(out, ":%d", point->line);
	else if (point->is_return) strbuf_str(out, "%return");
	if (point->function && point->file) strbuf_printf(out, "@%s", shown_file(point->file));
}

/* Without it places are functions, offsets and addresses, and arguments the kernel's own words. */
bool probe_definition_needs_debug_info(const struct probe_definition *definition)
{
	const struct probe_point *point = &definition->point;
	if (point->file || point->line || point->pattern) return true;
	for (size_t i = 0; i < definition->arguments.count; i++)
		if (definition->arguments.items[i].is_local) return true;
	return false;
}

/* *at moves behind the number. */
static int parse_number(char **at, const char *what, int32_t *ret, struct err *err)
{
	char *end;
	long number = strtol(*at, &end, 0);
	if (end == *at) return err_set(err, -EINVAL, "Semantic error :'%s' is not a valid number.", what);
	*at = end;
	*ret = (int32_t)number;
	return 0;
}

/* What follows the colon. "10-20" and "10+11" are the same lines. */
static int parse_range(char *at, struct probe_lines *lines, struct err *err)
{
	int r = parse_number(&at, "start line", &lines->first, err);
	if (r < 0) return r;
	if (*at == '+' || *at == '-') {
		char kind = *at++;
		if ((r = parse_number(&at, "end line", &lines->last, err)) < 0) return r;
		if (kind == '+')
			lines->last = (int32_t)((int64_t)lines->last + lines->first - 1); /* a number of lines */
	}
	if (lines->first > lines->last) return refuse(err, "Start line must be smaller than end line.");
	return *at ? err_set(err, -EINVAL, "Semantic error :Tailing with invalid str '%s'.", at) : 0;
}

/* What has a slash or a dot is a file; names of C++ are told by "::" or "(". */
int probe_lines_parse(const char *text, struct probe_lines *ret, struct err *err)
{
	struct probe_lines lines = { .last = INT32_MAX };
	_free_ char *copy = xstrdup(text);
	char *colon = find_unescaped(copy, ":"), *at;
	int r = 0;

	if (colon) {
		*colon = 0;
		if ((r = parse_range(colon + 1, &lines, err)) < 0) return r;
	}
	at = find_unescaped(copy, "@");
	if (at) {
		*at = 0;
		if (at[1]) lines.file = unescaped(at + 1);
		lines.function = unescaped(copy);
	} else if (begins_name(*copy) && (strstr(copy, "::") || strchr(copy, '('))) {
		lines.function = unescaped(copy);
	} else if (strpbrk(copy, "/.")) {
		lines.file = unescaped(copy);
	} else if (probe_is_c_name(copy)) {
		lines.function = xstrdup(copy);
	} else {
		return err_set(err, -EINVAL, "Semantic error :'%s' is not a valid function name.", copy);
	}
	*ret = lines;
	return 0;
}

void probe_lines_done(struct probe_lines *lines)
{
	free(lines->function);
	free(lines->file);
	*lines = (struct probe_lines){ 0 };
}
