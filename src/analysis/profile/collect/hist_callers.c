/* Callers that were asked for by a regular expression: --parent, --ignore-callees. */
#include <errno.h>
#include "analysis/profile/collect/hist_collector.h"

/* The message is upstream's: the pattern, and what regerror(3) says. */
static int compile(regex_t *regex, const char *pattern, bool *ret_has, struct err *err)
{
	int error = regcomp(regex, pattern, REG_EXTENDED | REG_NOSUB);
	*ret_has = !error;
	if (!error) return 0;
	char text[256];
	regerror(error, regex, text, sizeof(text));
	return err_set(err, -EINVAL, "Invalid regex: %s\n%s", pattern, text);
}

int hist_callers_init(struct hist *hist, struct err *err)
{
	const struct hist_options *o = &hist->options;
	/* Upstream's default: entries into the kernel. */
	const char *parent = o->parent_regex ? o->parent_regex : "^sys_|^do_page_fault";
	int r = hist->parents ? compile(&hist->parent, parent, &hist->has_parent, err) : 0;
	return r == 0 && o->ignore_callees ? compile(&hist->ignore, o->ignore_callees, &hist->has_ignore, err) : r;
}

void hist_callers_done(struct hist *hist)
{
	if (hist->has_parent) regfree(&hist->parent);
	if (hist->has_ignore) regfree(&hist->ignore);
}

/* Frames without a symbol match nothing. */
static bool hits(const regex_t *regex, const struct frame *frame)
{
	return frame->symbol && regexec(regex, frame->symbol->name, 0, NULL, 0) == 0;
}

const struct frame *hist_parent_of(const struct hist *hist, const struct chain_memo *chain)
{
	for (size_t n = 0; n < chain->count; n++) {
		const struct frame *frame = chain->frames[hist->options.caller_first ? n : chain->count - 1 - n];
		if (hits(&hist->parent, frame)) return frame;
	}
	return NULL;
}

size_t hist_ignore_callees(const struct hist *hist, const struct chain_memo *chain, const struct frame **leaf)
{
	for (size_t i = 0; i < chain->count; i++) {
		if (!hits(&hist->ignore, chain->frames[i])) continue;
		*leaf = chain->frames[i];
		return i + 1;
	}
	return chain->count;
}
