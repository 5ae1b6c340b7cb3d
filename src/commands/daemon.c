/* perf daemon: recording sessions in the background, as the configuration has them. Alone it lists them; its
 * subcommands start and stop the daemon and reach its sessions. Each but start is a request over the daemon's socket:
 *
 *     daemon_request -> daemon_ask -> the daemon (daemon_server, daemon_order) -> daemon_state -> daemon_list_text */
#include "base/printable.h"
#include "cli/command.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/daemon/daemon_client.h"
#include "commands/daemon/daemon_list.h"
#include "commands/daemon/daemon_option.h"
#include "commands/daemon/daemon_settings.h"

#define FAILED 255

static const char *const usage[] = { "perf daemon {start|signal|stop|ping} [<options>]", "perf daemon [<options>]",
				     NULL };
static const char *const subcommands[] = { "start", "signal", "stop", "ping", NULL };
static const struct option options[] = {
	DAEMON_ROWS, OPTION_BOOL('j', "json", struct daemon_values, json, "list as JSON (docs/json-daemon.md)"),
	OPTION_END
};
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};
static const char *const stop_usage[] = { "perf daemon stop [<options>]", NULL };
static const struct option stop_options[] = { DAEMON_ROWS, OPTION_END };
static const struct option_table stop_table = { .rows = stop_options, .usage = stop_usage };
static const char *const signal_usage[] = { "perf daemon signal [<options>]", NULL };
static const struct option signal_options[] = { DAEMON_ROWS,
						OPTION_TEXT(0, "session", struct daemon_values, session, "session",
							    "Sent signal to specific session", &daemon_session_set),
						OPTION_END };
static const struct option_table signal_table = { .rows = signal_options, .usage = signal_usage };
static const char *const ping_usage[] = { "perf daemon ping [<options>]", NULL };
static const struct option ping_options[] = { DAEMON_ROWS,
					      OPTION_TEXT(0, "session", struct daemon_values, session, "session",
							  "Ping to specific session", &daemon_session_set),
					      OPTION_END };
static const struct option_table ping_table = { .rows = ping_options, .usage = ping_usage };

/* Asks the daemon that the values name. False after saying why there is no answer. */
static bool ask(const struct daemon_values *values, const struct daemon_request *request, struct daemon_state *ret)
{
	_err_done_ struct err err = ERR_INIT;
	_free_ char *base = NULL;
	int r = daemon_find_base(values, &base, &err);
	if (r >= 0) r = daemon_ask(base, request, ret, &err);
	if (r < 0) console_err(&err);
	return r >= 0;
}

static int list(const struct daemon_values *values)
{
	const struct daemon_request request = { .order = DAEMON_LIST };
	struct daemon_state state;
	struct outbuf out;
	if (!ask(values, &request, &state)) return FAILED;
	textout_stdout(&out);
	if (values->json) daemon_list_json(&state, &out);
	else if (values->separator) daemon_list_separated(&state, values->separator, &out);
	else daemon_list_text(&state, console.verbosity > 0, &out);
	daemon_state_done(&state);
	return textout_close(&out, NULL) < 0 ? FAILED : 0;
}

/* Reads the options of a subcommand that takes no words. False: that ends the command, with that status. */
static bool parse(const struct option_table *of, int argc, const char **argv, struct daemon_values *values,
		  int *ret_status)
{
	if (!option_table_parse(of, &argc, argv, values, ret_status)) return false;
	if (!argc) return true;
	*ret_status = option_table_unexpected(of, argv[0]);
	return false;
}

/* What signal and ping share: a request to the session that was named, or to all. */
static bool ask_sessions(const struct daemon_values *values, struct daemon_request *request, struct daemon_state *ret)
{
	/* a name that is too long is none of any session's */
	if (values->session) (void)snprintf(request->session, sizeof(request->session), "%s", values->session);
	return ask(values, request, ret);
}

static int run_signal(struct daemon_values *values, int argc, const char **argv)
{
	struct daemon_request request = { .order = DAEMON_SIGNAL, .signal_number = SIGUSR2 };
	struct daemon_state state;
	struct outbuf out;
	int status;
	if (!parse(&signal_table, argc, argv, values, &status)) return status;
	if (!ask_sessions(values, &request, &state)) return FAILED;
	textout_stdout(&out);
	bool all = daemon_list_signalled(&state, SIGUSR2, &out);
	bool found = !values->session || state.sessions.count;
	daemon_state_done(&state);
	bool printed = textout_close(&out, NULL) >= 0;
	if (!found) {
		_err_done_ struct err err = ERR_INIT;
		(void)err_set(&err, -ENOENT, "failed: there is no session '%s'", values->session);
		err_hint(&err, "perf daemon lists them.");
		console_err(&err);
	}
	return all && found && printed ? 0 : FAILED;
}

static int run_ping(struct daemon_values *values, int argc, const char **argv)
{
	struct daemon_request request = { .order = DAEMON_PING };
	struct daemon_state state;
	struct outbuf out;
	int status;
	if (!parse(&ping_table, argc, argv, values, &status)) return status;
	if (!ask_sessions(values, &request, &state)) return FAILED;
	textout_stdout(&out);
	bool all = daemon_list_pinged(&state, &out);
	if (values->session && !state.sessions.count) {
		all = false;
		out_printf(&out, "FAIL %s (not found)\n", values->session);
	}
	daemon_state_done(&state);
	return textout_close(&out, NULL) < 0 || !all ? FAILED : 0;
}

static int run_stop(struct daemon_values *values, int argc, const char **argv)
{
	const struct daemon_request request = { .order = DAEMON_STOP };
	struct daemon_state state;
	int status;
	if (!parse(&stop_table, argc, argv, values, &status)) return status;
	if (!ask(values, &request, &state)) return FAILED;
	daemon_state_done(&state);
	return 0;
}

static int run(int argc, const char **argv)
{
	struct daemon_values values = { 0 };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!argc) return list(&values);
	if (strcmp(argv[0], "start") == 0) return daemon_start(&values, argc, argv);
	if (strcmp(argv[0], "stop") == 0) return run_stop(&values, argc, argv);
	if (strcmp(argv[0], "signal") == 0) return run_signal(&values, argc, argv);
	if (strcmp(argv[0], "ping") == 0) return run_ping(&values, argc, argv);
	return option_table_unknown_subcommand(&table, argv[0]);
}

const struct command command_daemon = {
	.name = "daemon",
	.summary = "Run record sessions on background",
	.run = run,
};
