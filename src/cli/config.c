/* Variables of the configuration: those of the system and of the user in one list, which configtext reads from their
 * text. configfile finds the files and writes them, config_known tells which variables there are.
 *
 *     files --configfile--> text --configtext--> items --config_parse--> config.variables --config_find--> commands
 *
 * A variable stands once in the list: a later file, or a later line, replaces its value. */
#include "cli/config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "cli/config_known.h"
#include "cli/configtext.h"

void config_init(struct config *config)
{
	arena_init(&config->arena);
	memset(&config->variables, 0, sizeof(config->variables));
}

void config_done(struct config *config)
{
	arena_done(&config->arena);
	vec_done(&config->variables);
}

/* Replaces the value of a variable that is there; else puts it behind the last one of its section, so that a listing
 * shows sections together. */
static void insert(struct config *config, const char *section, const char *name, const char *value)
{
	size_t at = config->variables.count;

	for (size_t i = 0; i < config->variables.count; i++) {
		struct config_variable *variable = &config->variables.items[i];

		if (strcmp(variable->section, section) != 0) continue;
		if (strcmp(variable->name, name) == 0) {
			variable->value = arena_strdup(&config->arena, value);
			return;
		}
		at = i + 1;
	}
	(void)vec_add(&config->variables);
	struct config_variable *place = &config->variables.items[at];
	memmove(place + 1, place, (config->variables.count - 1 - at) * sizeof(*place));
	*place = (struct config_variable){ arena_strdup(&config->arena, section), arena_strdup(&config->arena, name),
					   arena_strdup(&config->arena, value) };
}

/* No person writes more; keeps a hostile file from taking quadratic time. */
#define VARIABLES_MAX 4096

/* Sections of other programs are none of our business, as long as they are not ours mistyped. */
static void check(const char *section, const char *name, const char *path, struct warnings *warnings)
{
	enum config_known state = config_known(section, name);
	_strbuf_done_ struct strbuf text = STRBUF_INIT;

	if (state == CONFIG_KNOWN || state == CONFIG_FOREIGN_SECTION) return;
	config_known_format(section, name, &text);
	warnings_add(warnings, "config-unknown", "%s: %s", path, strbuf_text(&text));
}

/* Each variable is checked against config_known.def and then taken in any case: an unknown one may be read by a
 * command through config_find all the same. */
void config_parse(struct config *config, const char *text, size_t size_bytes, const char *path,
		  struct warnings *warnings)
{
	struct configtext reader;
	enum configtext_kind kind;

	configtext_init(&reader, text, size_bytes);
	while ((kind = configtext_next(&reader)) != CONFIGTEXT_END) {
		if (kind == CONFIGTEXT_ERROR) {
			warnings_add(warnings, "config", "bad config file line %u in %s: %s", reader.item_line, path,
				     reader.error);
		} else if (kind == CONFIGTEXT_VARIABLE) {
			if (config->variables.count >= VARIABLES_MAX) {
				warnings_add(warnings, "config", "%s: more than %d variables, the rest is not read",
					     path, VARIABLES_MAX);
				break;
			}
			check(strbuf_text(&reader.section), strbuf_text(&reader.name), path, warnings);
			insert(config, strbuf_text(&reader.section), strbuf_text(&reader.name),
			       strbuf_text(&reader.value));
		}
	}
	configtext_done(&reader);
}

/* The section may hold dots (man.<viewer>.path), a name may not: the last dot parts them. */
const char *config_find(const struct config *config, const char *key)
{
	const char *dot = strrchr(key, '.');

	if (!dot) return NULL;
	for (size_t i = 0; i < config->variables.count; i++) {
		const struct config_variable *variable = &config->variables.items[i];

		if (strncasecmp(variable->section, key, (size_t)(dot - key)) == 0 && !variable->section[dot - key] &&
		    strcasecmp(variable->name, dot + 1) == 0)
			return variable->value;
	}
	return NULL;
}

/* Says so on stderr and returns -EINVAL. */
static int bad_value(const char *key, const char *text)
{
	fprintf(stderr, "Bad config value for '%s': %s\n", key, text);
	return -EINVAL;
}

int config_string(const struct config *config, const char *key, const char **value)
{
	const char *text = config_find(config, key);

	if (!text) return 0;
	*value = text;
	return 1;
}

/* A lookup in a set without regard to case, which option_set_has does not do. */
struct word_search {
	const char *text;
	bool found;
};

static void look_for_word(void *ctx, const char *name)
{
	struct word_search *search = ctx;
	if (strcasecmp(name, search->text) == 0) search->found = true;
}

int config_word(const struct config *config, const char *key, const struct option_set *set, const char **value)
{
	struct word_search search = { .text = config_find(config, key) };
	_strbuf_done_ struct strbuf near = STRBUF_INIT;

	if (!search.text) return 0;
	option_set_visit(set, look_for_word, &search);
	if (search.found) {
		*value = search.text;
		return 1;
	}
	option_set_format(set, search.text, &near);
	(void)bad_value(key, search.text);
	fputs(strbuf_text(&near), stderr);
	return -EINVAL;
}

/* Upstream's words. The second row repeats one, for there are five words for false. */
int config_parse_bool(const char *text, bool *ret)
{
	static const char *const words[2][5] = { { "false", "off", "no", "0", "" }, { "true", "on", "yes", "1", "1" } };

	for (int value = 0; value < 2; value++)
		for (size_t i = 0; i < ARRAY_SIZE(words[value]); i++)
			if (strcasecmp(text, words[value][i]) == 0) {
				*ret = value;
				return 0;
			}
	return -EINVAL;
}

int config_bool(const struct config *config, const char *key, bool *value)
{
	const char *text = config_find(config, key);

	if (!text) return 0;
	return config_parse_bool(text, value) < 0 ? bad_value(key, text) : 1;
}

/* Powers of 1024, one letter; -1 for anything else. */
static int unit_shift(const char *unit)
{
	if (!*unit) return 0;
	if (unit[1]) return -1;
	switch (*unit) {
	case 'k':
	case 'K': return 10;
	case 'm':
	case 'M': return 20;
	case 'g':
	case 'G': return 30;
	default: return -1;
	}
}

/* strtoll with base 0, then the unit; a product beyond 64 bits is no value. */
int config_int(const struct config *config, const char *key, int64_t min, int64_t max, int64_t *value)
{
	const char *text = config_find(config, key);
	long long number;
	char *end;

	if (!text) return 0;
	errno = 0;
	number = strtoll(text, &end, 0);
	int shift = unit_shift(end);
	if (errno || end == text || shift < 0 || __builtin_mul_overflow(number, 1LL << shift, &number) ||
	    number < min || number > max)
		return bad_value(key, text);
	*value = number;
	return 1;
}

int config_float(const struct config *config, const char *key, double *value)
{
	const char *text = config_find(config, key);
	char *end;

	if (!text) return 0;
	errno = 0;
	double number = strtod(text, &end);
	if (errno || end == text || (*end && strcmp(end, "%") != 0) || !(number == number)) return bad_value(key, text);
	*value = number;
	return 1;
}

static void print_warning(void *ctx, const char *kind, const char *text, uint64_t more)
{
	fprintf(stderr, "%s\n", text);
}

/* Loaded once a process, by the main thread; freed with the process. */
const struct config *config_get(void)
{
	static struct {
		struct config config;
		bool loaded;
	} own;

	if (!own.loaded) {
		struct warnings *warnings = warnings_new();

		own.loaded = true;
		config_init(&own.config);
		config_load(&own.config, CONFIG_ALL, warnings);
		warnings_visit(warnings, print_warning, NULL);
		warnings_free(warnings);
	}
	return &own.config;
}
