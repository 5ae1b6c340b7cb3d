/* Call chains as one line of text: names joined by " <- ", "[unknown]" for frames without a name, " <- ... <- " where
 * frames are missing. The names of a chain come in one string (result/call_names.h). Making the text of a chain costs a
 * walk over its names and their escaping; chain_texts keeps the last ones, as rows of one task have the same chains
 * again and again. */
#include "render/chain_text.h"

#include <string.h>
#include "base/hash.h"
#include "base/printable.h"
#include "result/call_names.h"

void chain_text_raw(const char *call_names, struct outbuf *out)
{
	struct call_name call;
	const char *separator = "";
	for (const char *at = call_names; (at = call_names_next(at, &call));) {
		if (call.mark == CALL_GAP) {
			out_lit(out, " <- ... <- ");
			separator = "";
			continue;
		}
		out_str(out, separator);
		if (call.mark == CALL_NAMED) out_mem(out, call.name, call.size_bytes);
		else out_lit(out, "[unknown]");
		separator = " <- ";
	}
}

void chain_text(const char *call_names, struct outbuf *out)
{
	size_t start = out->size;
	chain_text_raw(call_names, out);
	out_name_from(out, start);
}

/* Texts are forgotten when there are more of them than this: nobody shows so many different chains again and again. */
enum { MOST_TEXT_BYTES = 1 << 20 };

void chain_texts_init(struct chain_texts *texts)
{
	*texts = (struct chain_texts){ .slots = { { .call_names = NULL } } };
	out_init(&texts->texts, -1);
}

void chain_texts_done(struct chain_texts *texts) { out_done(&texts->texts); }

void chain_texts_add(struct chain_texts *texts, const char *call_names, struct outbuf *out)
{
	/* by address, not by content: whoever has chains has each once */
	struct chain_texts_slot *slot = &texts->slots[hash_u64((uintptr_t)call_names) % CHAIN_TEXTS_SLOTS];
	if (slot->call_names != call_names) {
		/* all slots at once, as they have offsets into these texts */
		if (texts->texts.size > MOST_TEXT_BYTES) {
			memset(texts->slots, 0, sizeof(texts->slots));
			texts->texts.size = 0;
		}
		*slot = (struct chain_texts_slot){ .call_names = call_names, .off = texts->texts.size };
		chain_text(call_names, &texts->texts);
		slot->size_bytes = texts->texts.size - slot->off;
	}
	if (slot->size_bytes) out_mem(out, texts->texts.data + slot->off, slot->size_bytes);
}

void chain_text_json(const char *call_names, struct outbuf *out)
{
	/* JSON needs the whole string at once, to escape it */
	struct outbuf text;
	out_init(&text, -1);
	chain_text_raw(call_names, &text);
	out_json_string(out, text.size ? text.data : "", text.size);
	out_done(&text);
}
