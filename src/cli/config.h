/* perfconfig files: what users want for every run. Options given on the command line are read after it and win.
 *
 * Files, later ones win: /etc/perfconfig unless PERF_CONFIG_NOSYSTEM is true, then the user's unless
 * PERF_CONFIG_NOGLOBAL is:
 * ~/.perfconfig or, if there is none, $XDG_CONFIG_HOME/perfconfig. PERF_CONFIG names one file that is read instead of
 * all. A file that belongs to neither the user nor root is not read. */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include <stdbool.h>
#include <stdint.h>
#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "cli/option_set.h"

/* Which files: all that apply, or one of them (--system, --user). */
enum config_scope { CONFIG_ALL, CONFIG_SYSTEM, CONFIG_USER };

/* One setting. section is in lower case, but for its quoted part; name is in lower case. Strings of a struct config are
 * its arena's. */
struct config_variable {
	const char *section, *name, *value;
};

/* What the files say. VARIABLES_MAX of config.c bounds it; lookups are linear. */
struct config {
	/* The strings of the variables. */
	struct arena arena;
	/* Each section.name once, with its last value; in order of first sight of sections. */
	VEC(struct config_variable) variables;
};

/* An empty configuration; config_done frees it and all strings that were found in it. */
void config_init(struct config *config);
void config_done(struct config *config);
/* Adds what the text of a file says. Lines that make no sense are told to warnings ("bad config file line 3 in PATH:
 * ...") and skipped. Variables that mean nothing are told, too, but for those in sections that look like another
 * program's. path is for both only. */
void config_parse(struct config *config, const char *text, size_t size_bytes, const char *path,
		  struct warnings *warnings);
/* Adds what the files say; files that do not exist say nothing. */
void config_load(struct config *config, enum config_scope scope, struct warnings *warnings);

/* Adds what that one file says, whoever owns it: it was named by who runs the command. 0 or -errno: -ENOENT when it
 * does not exist. */
int config_load_file(struct config *config, const char *path, struct warnings *warnings) _warn_unused_;

/* This process' configuration, loaded on first use; warnings go to stderr. */
const struct config *config_get(void);

/* "section.name"; NULL when not set. Names compare without regard to case. */
const char *config_find(const struct config *config, const char *key);
/* Each returns 1 and stores the value when the variable is set, 0 when it is not, -EINVAL (with a warning on stderr)
 * when it cannot be read as that type; *value is only changed with 1. */
int config_string(const struct config *config, const char *key, const char **value);
/* One of a set's words, in any case of letters. */
int config_word(const struct config *config, const char *key, const struct option_set *set, const char **value);
int config_bool(const struct config *config, const char *key, bool *value);
/* A number in [min, max], decimal, 0x or 0 octal, which k, m or g (1024, ...) may follow. */
int config_int(const struct config *config, const char *key, int64_t min, int64_t max, int64_t *value);
/* A number that a % may follow, which changes nothing. */
int config_float(const struct config *config, const char *key, double *value);
/* true on yes 1, false off no 0, "" is false; -EINVAL otherwise. */
int config_parse_bool(const char *text, bool *ret);

/* The file that `perf config` writes; the caller frees it. NULL when there is no home. */
char *config_path(enum config_scope scope);
/* Sets variables ("section.name", value pairs) in that file, whole or not at all: the new text is written beside it and
 * renamed. */
int config_store(enum config_scope scope, const struct config_variable *variables, size_t count, struct err *err);

#endif
