/* The line of text about a search for symbols, for options.on_search:
 *
 *   PATH: N symbols of SOURCE (FILE); PLACE (FILE): WHY NOT; ... */
#include "base/strbuf.h"
#include "symbol/object_private.h"

void object_tell(const struct object *object, const struct object_symbols *found, const char *tried)
{
	const struct symbol_options *o = &object->store->options;
	if (!object_tells(object)) return;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	strbuf_str(&text, *object->identity.path ? object->identity.path : "(no name)");
	size_t nr_found = found->is_kept ? found->nr_found : found->list.symbols.count;
	if (nr_found)
		strbuf_printf(&text, ": %zu symbols of %s (%s)", nr_found, found->source_name, found->source_path);
	else strbuf_str(&text, ": no symbols found");
	if (*tried) strbuf_printf(&text, "; %s", tried);
	o->on_search(o->on_search_ctx, strbuf_text(&text));
}
