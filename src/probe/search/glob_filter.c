/* Filters of names: patterns with "|", "&", "!" and parentheses. The text is parsed once into steps in reverse Polish
 * notation, which each name is run through with a small stack:
 *
 *     "!foo* & (bar | *baz)"     ->     foo* ! bar *baz | &
 *
 * Grammar, loosest first; each has a function of its name:
 *
 *     any = all { "|" all }      all = one { "&" one }      one = "!" one | "(" any ")" | pattern */
#include "probe/search/glob_filter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/vec.h"

/* A rule in reverse Polish notation: a pattern pushes whether it matches, operators take what is on the stack. */
struct step {
	char kind; /* 'p': a pattern, '<': "text*", '>': "*text", '=': "text"; '!', '&', '|' */
	char *pattern;
	size_t size; /* of the text */
};
struct glob_filter {
	VEC(struct step) steps;
};

/* Of parentheses and "!", and of patterns and operators. */
enum { MAX_DEPTH = 64, MAX_STEPS = 4096 };

/* at is where parsing stands, and after a failure where the text is wrong. */
struct parser {
	const char *text, *at;
	struct glob_filter *filter;
	unsigned depth;
};

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void skip_blanks(struct parser *parser)
{
	while (is_blank(*parser->at)) parser->at++;
}

/* Up to an operator or a blank; in brackets these are letters. */
static size_t pattern_size(const char *text)
{
	size_t i = 0;
	bool inside = false;
	for (; text[i]; i++) {
		if (text[i] == '\\' && text[i + 1]) i++;
		else if (text[i] == '[' && strchr(text + i, ']')) inside = true;
		else if (text[i] == ']') inside = false;
		else if (!inside && (is_blank(text[i]) || strchr("!&|()", text[i]))) break;
	}
	return i;
}

static bool parse_any(struct parser *parser);

/* Takes pattern over. False: there are too many steps. */
static bool push_step(struct parser *parser, char kind, char *pattern)
{
	struct step step = { .kind = kind, .pattern = pattern };
	static const char special[] = "*?[\\";
	size_t plain = pattern ? strcspn(pattern, special) : 0, size = pattern ? strlen(pattern) : 0;
	/* most patterns are simple ones */
	if (kind == 'p' && plain == size) {
		step.kind = '=';
		step.size = size;
	} else if (kind == 'p' && pattern[plain] == '*' && !pattern[plain + 1]) {
		step.kind = '<';
		step.size = plain;
	} else if (kind == 'p' && *pattern == '*' && !strpbrk(pattern + 1, special)) {
		step.kind = '>';
		memmove(pattern, pattern + 1, size);
		step.size = size - 1;
	}
	vec_push(&parser->filter->steps, step);
	return parser->filter->steps.count <= MAX_STEPS;
}

/* "!" one, "(" any ")", or a pattern; false: parser->at is where it went wrong. */
static bool parse_one(struct parser *parser)
{
	skip_blanks(parser);
	bool ok = false;
	if (++parser->depth > MAX_DEPTH) return false;
	if (*parser->at == '!') {
		parser->at++;
		ok = parse_one(parser) && push_step(parser, '!', NULL);
	} else if (*parser->at == '(') {
		parser->at++;
		ok = parse_any(parser);
		skip_blanks(parser);
		ok = ok && *parser->at == ')';
		if (ok) parser->at++;
	} else {
		size_t size = pattern_size(parser->at);
		ok = size && push_step(parser, 'p', xstrndup(parser->at, size));
		if (ok) parser->at += size;
	}
	parser->depth--;
	return ok;
}

/* one { "&" one }: "&" pushes its step behind both operands. */
static bool parse_all(struct parser *parser)
{
	if (!parse_one(parser)) return false;
	for (;;) {
		skip_blanks(parser);
		if (*parser->at != '&') return true;
		parser->at++;
		if (!parse_one(parser) || !push_step(parser, '&', NULL)) return false;
	}
}

/* all { "|" all } */
static bool parse_any(struct parser *parser)
{
	if (!parse_all(parser)) return false;
	for (;;) {
		skip_blanks(parser);
		if (*parser->at != '|') return true;
		parser->at++;
		if (!parse_all(parser) || !push_step(parser, '|', NULL)) return false;
	}
}

/* The error shows the text with a caret below the place. */
int glob_filter_new(const char *text, struct glob_filter **ret, struct err *err)
{
	struct glob_filter *filter = xcalloc(1, sizeof(*filter));
	struct parser parser = { .text = text, .at = text, .filter = filter };
	bool ok = parse_any(&parser);
	skip_blanks(&parser);
	if (ok && !*parser.at) {
		*ret = filter;
		return 0;
	}
	glob_filter_free(filter);
	int column = (int)(parser.at - text);
	return err_set(err, -EINVAL, "Filter parse error at %d.\nSource: \"%s\"\n         %*c", column + 1, text,
		       column + 1, '^');
}

void glob_filter_free(struct glob_filter *filter)
{
	if (!filter) return;
	for (size_t i = 0; i < filter->steps.count; i++) free(filter->steps.items[i].pattern);
	vec_done(&filter->steps);
	free(filter);
}

/* Every filter leaves just one value. No step fails, since the parser made them. */
bool glob_filter_matches(const struct glob_filter *filter, const char *name)
{
	/* each level of parentheses keeps at most two values: one of any, one of all */
	bool stack[MAX_DEPTH * 2 + 2];
	size_t depth = 0, size = strlen(name);
	for (size_t i = 0; i < filter->steps.count; i++) {
		const struct step *step = &filter->steps.items[i];
		switch (step->kind) {
		case 'p': stack[depth++] = glob_matches(step->pattern, name, false); break;
		case '=': stack[depth++] = step->size == size && memcmp(name, step->pattern, size) == 0; break;
		case '<': stack[depth++] = step->size <= size && memcmp(name, step->pattern, step->size) == 0; break;
		case '>':
			stack[depth++] = step->size <= size &&
					 memcmp(name + size - step->size, step->pattern, step->size) == 0;
			break;
		case '!': stack[depth - 1] = !stack[depth - 1]; break;
		case '&':
			depth--;
			stack[depth - 1] &= stack[depth];
			break;
		default:
			depth--;
			stack[depth - 1] |= stack[depth];
			break;
		}
	}
	return stack[0];
}

/* "[a-z]", "[!abc]" at pattern, which moves behind it; a bracket that nothing closes is a letter. A "]" at the
 * beginning is one of the characters. */
static bool class_matches(const char **pattern, char c)
{
	const char *at = *pattern + 1;
	bool not = *at == '!', found = false;
	if (not ) at++;
	for (const char *first = at; *at && (*at != ']' || at == first); at++) {
		if (at[1] == '-' && at[2] && at[2] != ']') {
			found |= c >= at[0] && c <= at[2];
			at += 2;
		} else {
			found |= c == *at;
		}
	}
	if (!*at) {
		bool is_bracket = c == '[';
		++*pattern;
		return is_bracket;
	}
	*pattern = at + 1;
	return found != not ;
}

/* Without recursion: when something does not fit, the last "*" takes one character more. O(pattern * text) at worst. */
bool glob_matches(const char *pattern, const char *text, bool ignore_blanks)
{
	const char *star = NULL, *star_text = NULL; /* the last *, and what it has been tried up to */
	for (;;) {
		while (ignore_blanks && is_blank(*text)) text++;
		while (ignore_blanks && is_blank(*pattern)) pattern++;
		if (*pattern == '*') {
			star = ++pattern;
			star_text = text;
			continue;
		}
		if (!*text) break;
		bool same;
		const char *next = pattern;
		if (*pattern == '?') {
			same = true;
			next++;
		} else if (*pattern == '[') {
			same = class_matches(&next, *text);
		} else {
			if (*pattern == '\\' && pattern[1]) next++;
			same = *next == *text;
			next++;
		}
		if (same) {
			pattern = next;
			text++;
			continue;
		}
		if (!star) return false;
		pattern = star;
		text = ++star_text;
	}
	while (*pattern == '*' || (ignore_blanks && is_blank(*pattern))) pattern++;
	return !*pattern;
}
