/* Functions by their whole names as -F lists them ("ns::point<int>::move(int) const"). Debug information has the last
 * part of a name; which of those is meant, the readable form of its linkage name decides. */
#include "probe/search/qualified_search.h"

#include <elf.h>
#include <string.h>
#include "symbol/demangle/demangle.h"
#include "symbol/image_symbols.h"

/* Where the parameters begin, behind what may have parentheses too: "(anonymous namespace)::f", "operator()". SIZE_MAX:
 * there are none. Searched from the end, since parameters may have parentheses in them ("void (*)(int)"). */
static size_t parameters_at(const char *name)
{
	const char *end = strrchr(name, ')');
	size_t depth = 0;
	for (const char *at = end; at && at >= name; at--) {
		depth += *at == ')';
		if (*at == '(' && --depth == 0) {
			bool is_name = end[1] == ':' ||
				       (at - name >= 8 && memcmp(at - 8, "operator", 8) == 0 && end == at + 1);
			return is_name ? SIZE_MAX : (size_t)(at - name);
		}
	}
	return SIZE_MAX;
}

/* With wildcards in it, it is a pattern of plain names: only brackets of operator[] and what is in parameters do not
 * count as such. */
bool is_qualified_name(const char *name)
{
	size_t parameters = MIN(parameters_at(name), strlen(name));
	if (!strstr(name, "::") && !strchr(name, '(')) return false;
	if (parameters >= 10 && memcmp(name + parameters - 10, "operator[]", 10) == 0) parameters -= 10;
	return strcspn(name, "*?[") >= parameters;
}

/* Functions made of templates have what they return before their name. */
static const char *behind_result(const char *readable)
{
	size_t depth = 0;
	for (const char *at = readable; *at; at++) {
		if (*at == '<') depth++;
		else if (*at == '>' && depth) depth--;
		else if (*at == '(') return readable;
		else if (*at == ' ' && !depth && !(at - readable >= 8 && memcmp(at - 8, "operator", 8) == 0))
			return at + 1;
	}
	return readable;
}

/* Whether the readable name begins with the wanted one and goes on with nothing, " const", or, where the wanted one has
 * no parameters, parameters. */
static bool fits(const char *name, const char *readable)
{
	size_t size = strlen(name);
	if (strncmp(readable, name, size) != 0) return false;
	return !readable[size] || strcmp(readable + size, " const") == 0 ||
	       (parameters_at(readable) == size && parameters_at(name) == SIZE_MAX);
}

bool qualified_name_matches(const char *name, const char *linkage_name)
{
	/* without what the compiler made of it: ".constprop.0" */
	_free_ char *plain = xstrndup(linkage_name, strncmp(linkage_name, "_Z", 2) == 0 ? strcspn(linkage_name, ".")
											: strlen(linkage_name));
	_free_ char *readable = demangle_symbol(plain, false);
	return readable && (fits(name, readable) || fits(name, behind_result(readable)));
}

/* A static function may have its name for the linker in the symbol table only. NULL: it has none, as functions of C. */
static const char *linkage_name_of(struct probe_source *source, const struct debug_entry *function)
{
	uint64_t entry_pc, start;
	const char *name = debug_entry_linkage_name(function);
	if (name || !debug_entry_entry_pc(function, &entry_pc)) return name;
	name = image_functions_at(probe_source_functions(source), entry_pc, NULL, &start);
	return name && start == entry_pc && strncmp(name, "_Z", 2) == 0 ? name : NULL;
}

/* "move" of "ns::point<int>::move(int, ns::other)". The caller frees. */
static char *last_name(const char *name)
{
	size_t end = MIN(parameters_at(name), strlen(name)), begin = 0, depth = 0;
	for (size_t i = 0; i < end; i++) {
		if (name[i] == '<') depth++;
		if (name[i] == '>' && depth) depth--;
		if (!depth && name[i] == ':' && name[i + 1] == ':') begin = i + 2;
	}
	/* the signs of an operator are its name: "operator()", "operator<" */
	size_t size = strncmp(name + begin, "operator", 8) == 0 && strchr("<(", name[begin + 8])
			      ? end - begin
			      : strcspn(name + begin, "<(");
	return xstrndup(name + begin, MIN(size, end - begin));
}

/* Symbols whose readable names fit `name`; last: the last part of it, which is looked for first as it is cheap. */
struct symbols {
	const char *name, *last;
	VEC(char *) found;
};

static void check_symbol(void *ctx, const char *name, uint64_t value, unsigned type,
			 const struct image_section *section)
{
	struct symbols *symbols = ctx;
	(void)value;
	(void)type;
	if (!section || strncmp(name, "_Z", 2) != 0 || !strstr(name, symbols->last) ||
	    !qualified_name_matches(symbols->name, name))
		return;
	/* what the compiler made of it has it as its beginning */
	vec_push(&symbols->found, xstrndup(name, strcspn(name, ".")));
}

/* By place: the same function may be found by several symbols. */
static bool is_in(const debug_entry_list *list, const struct debug_entry *entry)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].unit == entry->unit && list->items[i].info_off == entry->info_off) return true;
	return false;
}

/* Templates, whose names are written in other words in debug information. */
static void search_by_symbols(struct probe_source *source, const char *name, const char *last, const char *file,
			      debug_entry_list *list)
{
	struct symbols symbols = { .name = name, .last = last };
	image_symbols_visit(&source->file->file.image, SHT_SYMTAB, check_symbol, &symbols);
	if (!symbols.found.count && source->runtime.path)
		image_symbols_visit(&source->runtime.image, SHT_SYMTAB, check_symbol, &symbols);
	for (size_t i = 0; i < symbols.found.count; i++) {
		debug_entry_list found = VEC_INIT;
		function_search(source, symbols.found.items[i], file, false, &found, NULL);
		for (size_t k = 0; k < found.count; k++)
			if (!is_in(list, &found.items[k])) vec_push(list, found.items[k]);
		vec_done(&found);
		free(symbols.found.items[i]);
	}
	vec_done(&symbols.found);
}

/* Debug information is asked by the last part of the name first; symbols are read only when that finds nothing. */
void qualified_search(struct probe_source *source, const char *name, const char *file, debug_entry_list *list)
{
	debug_entry_list found = VEC_INIT, others = VEC_INIT;
	_free_ char *last = last_name(name);
	size_t before = list->count;
	function_search(source, last, file, false, &found, &others);
	for (size_t i = 0; i < found.count + others.count; i++) {
		const struct debug_entry *entry = i < found.count ? &found.items[i] : &others.items[i - found.count];
		const char *linkage_name = linkage_name_of(source, entry);
		if (linkage_name && qualified_name_matches(name, linkage_name)) vec_push(list, *entry);
	}
	if (list->count == before && *last) search_by_symbols(source, name, last, file, list);
	vec_done(&found);
	vec_done(&others);
}

/* Each name once, and not more than SHOWN of them. */
void qualified_search_remark(struct probe_source *source, const debug_entry_list *found, const debug_entry_list *others)
{
	enum { SHOWN = 16 };
	_strbuf_done_ struct strbuf names = STRBUF_INIT, meant = STRBUF_INIT;
	VEC(const char *) told = VEC_INIT;
	for (size_t i = 0; i < found->count + others->count; i++) {
		const struct debug_entry *entry = i < found->count ? &found->items[i]
								   : &others->items[i - found->count];
		const char *linkage_name = linkage_name_of(source, entry);
		bool known = !linkage_name;
		for (size_t k = 0; k < told.count && !known; k++) known = strcmp(told.items[k], linkage_name) == 0;
		if (known) continue;
		vec_push(&told, linkage_name);
		_free_ char *readable = demangle_symbol(linkage_name, false);
		_free_ char *quoted = readable ? xasprintf(" '%s'", readable) : NULL;
		if (!quoted) continue;
		/* a destructor is several functions of one name */
		struct strbuf *list = i < found->count ? &meant : &names;
		if (told.count <= SHOWN && !strstr(strbuf_text(&meant), quoted) && !strstr(strbuf_text(&names), quoted))
			strbuf_str(list, quoted);
	}
	if (names.size)
		probe_source_say(source, 0, "There are more functions of this name. By their full names:%s\n",
				 strbuf_text(&names));
	vec_done(&told);
}
