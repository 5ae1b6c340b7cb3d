/* Values of options that have a form of their own. */
#include "commands/ftrace/ftrace_option.h"

#include <stdlib.h>
#include <string.h>

static const char *const func_names[] = { "call-graph", "irq-info", NULL };
static const char *const graph_names[] = { "args",         "retval", "retval-hex", "retaddr",
					   "nosleep-time", "noirqs", "verbose",    "thresh=",
					   "depth=",       "tail",   NULL };
const struct option_set ftrace_func_opts_set = { .what = "option name", .names = func_names, .is_list = true };
const struct option_set ftrace_graph_opts_set = { .what = "option name", .names = graph_names, .is_list = true };

/* "64K", of each CPU. The kernel has buffers of whole kilobytes. */
int ftrace_value_buffer(const struct option *option, const char *arg, bool unset, void *kb)
{
	static const char letters[] = "BKMG";
	uint64_t *ret = kb;
	*ret = 0;
	if (unset) return 0;
	size_t digits = strspn(arg, "0123456789");
	const char *letter = arg[digits] ? strchr(letters, arg[digits]) : NULL;
	if (!digits || digits > 12 || !letter || arg[digits + 1])
		return option_error(option, "'%s' is no size: a number with B, K, M or G behind it, such as 64K", arg);
	uint64_t bytes = strtoull(arg, NULL, 10);
	for (ptrdiff_t i = letter - letters; i > 0; i--)
		if (__builtin_mul_overflow(bytes, 1024, &bytes)) return option_error(option, "'%s' is too large", arg);
	if (bytes < 1024) return option_error(option, "buffer size too small, must larger than 1KB.");
	*ret = bytes / 1024;
	return 0;
}

/* A further function, or glob. */
int ftrace_value_function(const struct option *option, const char *arg, bool unset, void *functions)
{
	struct tracer_functions *list = functions;
	if (unset) vec_clear(&list->names);
	else if (!*arg || strpbrk(arg, " \t\n"))
		return option_error(option, "'%s' is no name of a function, and no pattern of names", arg);
	else vec_push(&list->names, arg);
	return 0;
}

/* Calls set for each word of a list, with what stands behind its "=" (NULL: there is none), until one returns less than
 * 0. */
static int each_word(const struct option *option, const char *arg, void *tracer,
		     int (*set)(const struct option *option, const char *name, const char *value, void *tracer))
{
	_free_ char *words = xstrdup(arg);
	char *place = NULL;
	int r = 0;
	for (char *word = strtok_r(words, ",", &place); word && r == 0; word = strtok_r(NULL, ",", &place)) {
		char *value = strchr(word, '=');
		if (value) *value++ = '\0';
		r = set(option, word, value, tracer);
	}
	return r;
}

static int set_func_opt(const struct option *option, const char *name, const char *value, void *tracer)
{
	struct function_tracer_options *options = tracer;
	if (!value && strcmp(name, "call-graph") == 0) options->call_graph = true;
	else if (!value && strcmp(name, "irq-info") == 0) options->irq_info = true;
	else return option_unknown(option, name);
	return 0;
}

int ftrace_value_func_opts(const struct option *option, const char *arg, bool unset, void *tracer)
{
	struct function_tracer_options *options = tracer;
	if (!unset) return each_word(option, arg, tracer, set_func_opt);
	options->call_graph = options->irq_info = false;
	return 0;
}

static int set_graph_opt(const struct option *option, const char *name, const char *value, void *tracer)
{
	struct function_tracer_options *options = tracer;
	const struct {
		const char *name;
		bool *flag;
		uint32_t *number;
	} words[] = {
		{ "args", &options->arguments, NULL },
		{ "retval", &options->returned, NULL },
		{ "retval-hex", &options->returned_hex, NULL },
		{ "retaddr", &options->return_address, NULL },
		{ "nosleep-time", &options->no_sleep_time, NULL },
		{ "noirqs", &options->no_interrupts, NULL },
		{ "verbose", &options->verbose, NULL },
		{ "thresh", NULL, &options->threshold_us },
		{ "depth", NULL, &options->depth },
		{ "tail", &options->tail, NULL },
	};
	size_t i = 0;
	while (i < ARRAY_SIZE(words) && strcmp(words[i].name, name) != 0) i++;
	if (i == ARRAY_SIZE(words)) return option_unknown(option, name);
	int64_t number;
	if (words[i].flag) {
		if (value) return option_error(option, "%s takes no value, as in '%s=%s'", name, name, value);
		*words[i].flag = true;
		return 0;
	}
	if (!value || option_number(value, 0, INT32_MAX, &number) < 0)
		return option_error(option, "%s needs a number, such as %s=5", name, name);
	*words[i].number = (uint32_t)number;
	return 0;
}

int ftrace_value_graph_opts(const struct option *option, const char *arg, bool unset, void *tracer)
{
	struct function_tracer_options *options = tracer;
	if (!unset) return each_word(option, arg, tracer, set_graph_opt);
	options->arguments = options->returned = options->returned_hex = options->return_address = false;
	options->no_sleep_time = options->no_interrupts = options->verbose = options->tail = false;
	options->threshold_us = options->depth = 0;
	return 0;
}
