#include "commands/daemon/daemon_command_line.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/strbuf.h"

static bool is_blank(char c) { return c && strchr(" \t\r\n", c); }

/* Within double quotes a backslash stands for itself but before these. */
static bool is_escape(const char *text, char quote)
{
	if (text[0] != '\\' || !text[1] || quote == '\'') return false;
	return quote == 0 || strchr("\\\"$`", text[1]);
}

/* Reads the word that begins at *text into word and steps behind it. False: a quote is open at the end. */
static bool next_word(const char **text, struct strbuf *word)
{
	char quote = 0;
	const char *p = *text;
	for (; *p && (quote || !is_blank(*p)); p++) {
		if (is_escape(p, quote)) strbuf_char(word, *++p);
		else if (quote && *p == quote) quote = 0;
		else if (!quote && (*p == '"' || *p == '\'')) quote = *p;
		else strbuf_char(word, *p);
	}
	*text = p;
	return !quote;
}

int daemon_words_split(const char *text, struct daemon_words *words, struct err *err)
{
	for (;;) {
		while (is_blank(*text)) text++;
		if (!*text) return 0;
		struct strbuf word = STRBUF_INIT;
		bool closed = next_word(&text, &word);
		vec_push(&words->words, strbuf_take(&word));
		if (!closed) return err_set(err, -EINVAL, "a quote is not closed");
	}
}

void daemon_words_done(struct daemon_words *words)
{
	for (size_t i = 0; i < words->words.count; i++) free(words->words.items[i]);
	vec_done(&words->words);
}
