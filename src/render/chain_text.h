/* Call chains (result/call_names.h) as people read them: "a <- b <- ... <- c", innermost first. */
#ifndef RENDER_CHAIN_TEXT_H
#define RENDER_CHAIN_TEXT_H

#include <stddef.h>
#include "base/outbuf.h"

/* Appends names as they are: for JSON, which escapes what has to be. */
void chain_text_raw(const char *call_names, struct outbuf *out);
/* For a terminal: bytes that are not printable are escaped (base/printable.h). */
void chain_text(const char *call_names, struct outbuf *out);
/* A string of JSON, in its quotes. */
void chain_text_json(const char *call_names, struct outbuf *out);

/* Texts of chains that come again and again, each made once: for rows that are written one after the other while
 * workers make more. A chain is known by its address, so that chains have to stay where they are as long as this is
 * used. */
enum { CHAIN_TEXTS_SLOTS = 512 };
/* A cache with one slot for each hash: a chain that comes to another's slot takes it. */
struct chain_texts {
	struct chain_texts_slot {
		const char *call_names; /* NULL: the slot is free */
		size_t off, size_bytes; /* in texts */
	} slots[CHAIN_TEXTS_SLOTS];
	struct outbuf texts;
};
/* An empty store, freed by chain_texts_done. Not thread safe. */
void chain_texts_init(struct chain_texts *texts);
void chain_texts_done(struct chain_texts *texts);
/* Appends the same text as chain_text. */
void chain_texts_add(struct chain_texts *texts, const char *call_names, struct outbuf *out);

#endif
