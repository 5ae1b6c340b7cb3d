#include "commands/daemon/daemon_settings.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "cli/config.h"
#include "commands/daemon/daemon_command_line.h"
#include "commands/daemon/daemon_message.h"

/* What sections of sessions begin with. */
#define PREFIX "session-"

bool daemon_name_is_valid(const char *name)
{
	if (!*name || *name == '.' || strlen(name) > DAEMON_NAME_MAX) return false;
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && !strchr("-_.", *name)) return false;
	return true;
}

/* Why the variable is none that a session can be made of, in words; NULL: it is one. */
static const char *why_not(const struct config_variable *variable, const struct daemon_settings *settings)
{
	_err_done_ struct err err = ERR_INIT;
	struct daemon_words words = { 0 };
	if (strcmp(variable->name, "run") != 0) return "the variable of a session is 'run'";
	if (!daemon_name_is_valid(variable->section + strlen(PREFIX)))
		return "a session's name has at most 64 letters, digits, '-', '_' and '.', and does not begin with '.'";
	if (strlen(variable->value) > DAEMON_RUN_MAX) return "its command line is longer than 8192 bytes";
	if (settings->sessions.count >= DAEMON_SESSIONS_MAX) return "a daemon has at most 256 sessions";
	int r = daemon_words_split(variable->value, &words, &err);
	daemon_words_done(&words);
	return r < 0 ? "a quote is not closed" : NULL;
}

static void take_config(const struct config *config, struct daemon_settings *settings, struct warnings *warnings)
{
	const char *base = config_find(config, "daemon.base");
	if (base && *base) settings->base = xstrdup(base);
	for (size_t i = 0; i < config->variables.count; i++) {
		const struct config_variable *variable = &config->variables.items[i];
		if (!text_starts_with(variable->section, PREFIX)) continue;
		const char *why = why_not(variable, settings);
		if (why) {
			warnings_add(warnings, "daemon", "%s.%s is left out: %s", variable->section, variable->name,
				     why);
			continue;
		}
		struct daemon_wanted wanted = { xstrdup(variable->section + strlen(PREFIX)), xstrdup(variable->value) };
		vec_push(&settings->sessions, wanted);
	}
}

int daemon_settings_read(const char *path, struct daemon_settings *settings, struct warnings *warnings, struct err *err)
{
	struct config config;
	int r = 0;
	*settings = (struct daemon_settings){ 0 };
	config_init(&config);
	if (path) r = config_load_file(&config, path, warnings);
	else config_load(&config, CONFIG_ALL, warnings);
	if (r < 0) {
		r = err_set_errno(err, r, "failed: cannot read the configuration %s", path);
		err_hint(err, "Without --config it is /etc/perfconfig and ~/.perfconfig.");
	} else {
		take_config(&config, settings, warnings);
	}
	config_done(&config);
	return r;
}

void daemon_settings_done(struct daemon_settings *settings)
{
	for (size_t i = 0; i < settings->sessions.count; i++) {
		free(settings->sessions.items[i].name);
		free(settings->sessions.items[i].run);
	}
	vec_done(&settings->sessions);
	free(settings->base);
	settings->base = NULL;
}

static void visit_sessions(void (*add)(void *ctx, const char *name), void *ctx)
{
	struct daemon_settings settings;
	if (daemon_settings_read(NULL, &settings, NULL, NULL) >= 0)
		for (size_t i = 0; i < settings.sessions.count; i++) add(ctx, settings.sessions.items[i].name);
	daemon_settings_done(&settings);
}

const struct option_set daemon_session_set = { .what = "session", .visit = visit_sessions, .is_open = true };
