/* The tables of symbols that names came from, when all is over (--dump-symtab). Upstream's lines:
 *
 *     dso: libc.so.6 (/usr/lib/x86_64-linux-gnu/libc.so.6, loaded, 49daf84ed369fe58...)
 *      26a90-26aa0 l init_cacheinfo */
#include <elf.h>
#include <inttypes.h>
#include "base/printable.h"
#include "cli/textout.h"
#include "commands/top/top_show.h"
#include "frame/space/frame_space.h"
#include "session/live/live.h"
#include "symbol/object.h"

static char binding_letter(const struct symbol *symbol)
{
	if (symbol->binding == STB_GLOBAL) return 'g';
	return symbol->binding == STB_LOCAL ? 'l' : 'w';
}

static void put_object(const struct dso *dso, struct object *object, struct outbuf *out)
{
	bool is_loaded = object_is_loaded(object);
	size_t count = is_loaded ? object_nr_symbols(object) : 0;
	out_str(out, "dso: ");
	out_name(out, dso->short_name);
	out_str(out, " (");
	out_name(out, dso->long_name);
	out_str(out, count ? ", loaded, " : ", NOT loaded, ");
	for (unsigned i = 0; i < dso->build_id.size; i++) out_printf(out, "%02x", dso->build_id.bytes[i]);
	out_str(out, ")\n");
	for (size_t i = 0; i < count; i++) {
		const struct symbol *symbol = object_symbol(object, i);
		out_printf(out, " %" PRIx64 "-%" PRIx64 " %c ", symbol->start, symbol->end, binding_letter(symbol));
		out_name(out, symbol->name);
		out_char(out, '\n');
		(void)out_flush_some(out);
	}
}

void top_dump_symbols(const struct top *top)
{
	struct live *live = live_profile_live(top->profile);
	const struct model *model = live_model(live);
	struct outbuf out;
	textout_flush();
	textout_stderr(&out);
	for (uint32_t i = 0; i < model_nr_dsos(model); i++) {
		const struct dso *dso = model_dso(model, i);
		put_object(dso, frame_space_object(live_frames(live), dso), &out);
	}
	(void)textout_close(&out, NULL);
}
