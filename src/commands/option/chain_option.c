/* -g of report: the words between its commas, in any order, as upstream takes them. Each group of words (style,
 * order, key, value) has a function that says whether the word is one of its own; the rest must be numbers. */
#include "commands/option/chain_option.h"
#include <errno.h>
#include <string.h>
#include "cli/config.h"

const char chain_option_help[] = "Display call graph (stack chain/backtrace):\n\n" CHAIN_OPTION_HELP_WORDS
				 "\t\t\t\tDefault: graph,0.5,caller,function,percent";

/* All words, for completion and suggestions. A new word goes here and into the parse_... function of its group. */
static const char *const words[] = { "graph",  "flat",    "fractal",  "folded",  "none",
				     "caller", "callee",  "function", "address", "srcline",
				     "branch", "percent", "period",   "count",   NULL };
const struct option_set chain_option_set = { .what = "word", .names = words, .is_list = true };

/* Words may be cut short: "frac", "per" (which is percent, as the first that fits). */
static bool is(const char *word, const char *name) { return *word && strncmp(word, name, strlen(word)) == 0; }

/* A style takes back a "none" before it. */
static bool parse_style(struct chain_option *option, const char *word)
{
	if (is(word, "graph")) option->style = TREE_GRAPH;
	else if (is(word, "flat")) option->style = TREE_FLAT;
	else if (is(word, "fractal")) option->style = TREE_FRACTAL;
	else if (is(word, "folded")) option->style = TREE_FOLDED;
	else return false;
	option->none = false;
	return true;
}

static bool parse_order(struct chain_option *option, const char *word)
{
	bool caller = is(word, "caller");
	if (!caller && !is(word, "callee")) return false;
	option->order_given = true;
	option->caller_first = caller;
	return true;
}

static bool parse_key(struct chain_option *option, const char *word)
{
	if (is(word, "function")) option->key = CHAIN_FUNCTION;
	else if (is(word, "address")) option->key = CHAIN_ADDRESS;
	else if (is(word, "srcline")) option->key = CHAIN_SRCLINE;
	else if (is(word, "branch")) option->branches = true;
	else return false;
	return true;
}

static bool parse_value(struct chain_option *option, const char *word)
{
	if (is(word, "percent")) option->value = TREE_PERCENT;
	else if (is(word, "period")) option->value = TREE_PERIOD;
	else if (is(word, "count")) option->value = TREE_COUNT;
	else return false;
	return true;
}

static int refuse(const char *word, char **ret_wrong)
{
	*ret_wrong = xstrdup(word);
	return -EINVAL;
}

/* Words are tried group by group, so a shortened word means the first that fits: styles, orders, keys, values.
 * "none" counts only as the first word; behind it nothing is read. */
int chain_option_parse(struct chain_option *option, const char *text, char **ret_wrong)
{
	_free_ char *copy = xstrdup(text);
	char *save = NULL;
	/* The first number is the threshold, the second the limit. */
	bool has_threshold = false;
	if (strncmp(text, "none", strlen(text)) == 0 || strncmp(text, "none,", 5) == 0) {
		option->none = true;
		return 0;
	}
	for (char *word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		if (parse_style(option, word) || parse_order(option, word)) continue;
		if (parse_key(option, word) || parse_value(option, word)) continue;
		char *end;
		if (!has_threshold) {
			double percent = strtod(word, &end);
			if (end == word || *end) return refuse(word, ret_wrong);
			option->threshold_percent = percent;
			has_threshold = true;
		} else {
			unsigned long limit = strtoul(word, &end, 0);
			if (end == word || *end) return refuse(word, ret_wrong);
			option->limit = (unsigned)limit;
		}
	}
	return 0;
}

/* What variables of the configuration may say: whole words only, one group each. */
static const char *const styles[] = { "graph", "flat", "fractal", "folded", "none", NULL }, *const orders[] = {
	"caller", "callee", NULL
};
static const char *const keys[] = { "function", "address", "srcline", NULL };
static const struct option_set style_set = { .what = "style", .names = styles },
			       order_set = { .what = "order", .names = orders };
static const struct option_set key_set = { .what = "key", .names = keys };

/* The same settings as those of -g, one a variable; what is wrong is told by config_word and left as it was. */
void chain_option_configure(struct chain_option *option)
{
	const struct config *config = config_get();
	const char *text;
	int64_t number;
	if (config_word(config, "call-graph.print-type", &style_set, &text) > 0) {
		option->none = strcmp(text, "none") == 0;
		if (!option->none) (void)parse_style(option, text);
	}
	if (config_word(config, "call-graph.order", &order_set, &text) > 0) (void)parse_order(option, text);
	if (config_word(config, "call-graph.sort-key", &key_set, &text) > 0) (void)parse_key(option, text);
	(void)config_float(config, "call-graph.threshold", &option->threshold_percent);
	if (config_int(config, "call-graph.print-limit", 0, UINT32_MAX, &number) > 0) option->limit = (unsigned)number;
}
