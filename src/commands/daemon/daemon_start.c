/* perf daemon start: everything that can fail is done before it goes into the background, so that the exit status and
 * the message are those of who started it. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "cli/console.h"
#include "commands/daemon/daemon_client.h"
#include "commands/daemon/daemon_server.h"

static const char *const usage[] = { "perf daemon start [<options>]", NULL };
static const struct option options[] = {
	OPTION_BOOL('f', "foreground", struct daemon_values, foreground, "stay on console"), DAEMON_ROWS, OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage };

/* The path as it is known from any directory; links in it stay. */
static char *absolute_path(const char *path)
{
	char here[PATH_MAX];
	if (path[0] == '/' || !getcwd(here, sizeof(here))) return xstrdup(path);
	return xasprintf("%s/%s", here, path);
}

/* In the child: away from the terminal. What it says goes to the file output. */
static void go_into_background(int output_fd)
{
	int null_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	setsid();
	if (null_fd >= 0) dup2(null_fd, STDIN_FILENO);
	dup2(output_fd, STDOUT_FILENO);
	dup2(output_fd, STDERR_FILENO);
	descriptor_close(&null_fd);
}

/* Runs the server, in a child unless it is to stay in the foreground. 0 or -errno with err set. */
static int serve(struct daemon_server *server, const struct daemon_settings *settings, bool foreground, struct err *err)
{
	_close_ int output_fd = foreground ? -1 : daemon_base_output(server->base.dir_fd, err);
	if (!foreground && output_fd < 0) return output_fd;
	fflush(NULL);
	pid_t pid = foreground ? 0 : fork();
	if (pid < 0) return err_set_errno(err, -errno, "failed: cannot start a process");
	/* by the parent, so that it is there when the command has ended */
	if (pid > 0 || foreground) daemon_base_write_pid(&server->base, pid ? pid : getpid());
	if (pid > 0) return 0;
	if (!foreground) go_into_background(output_fd);
	/* so that it keeps no file system busy but that of its base */
	if (fchdir(server->base.dir_fd) < 0)
		daemon_log(&server->log, "cannot change into the directory %s", server->base.path);
	daemon_server_run(server, settings);
	daemon_base_leave(&server->base);
	return 0;
}

/* Takes the base, and runs. */
static int start_at(const char *path, const struct daemon_values *values, const struct daemon_settings *settings,
		    struct err *err)
{
	struct daemon_server server = { .log.fd = STDOUT_FILENO, .signal_fd = -1, .listen_fd = -1, .watch.fd = -1 };
	int r = daemon_base_open(path, &server.base, err);
	if (r >= 0) r = daemon_base_lock(&server.base, err);
	if (r >= 0) {
		server.config_path = values->config ? absolute_path(values->config) : NULL;
		r = daemon_server_open(&server, err);
	}
	if (r >= 0) r = serve(&server, settings, values->foreground, err);
	daemon_server_done(&server);
	daemon_base_done(&server.base);
	free(server.config_path);
	return r;
}

int daemon_start(struct daemon_values *values, int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	struct daemon_settings settings;
	int status;
	if (!option_table_parse(&table, &argc, argv, values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	/* what the caller has open is not for a process that lives on: locks, pipes that others wait for the end of */
	if (!values->foreground) (void)close_range(STDERR_FILENO + 1, UINT_MAX, 0);
	struct warnings *warnings = warnings_new();
	int r = daemon_settings_read(values->config, &settings, warnings, &err);
	console_warnings(warnings);
	warnings_free(warnings);
	const char *base = values->base ? values->base : settings.base;
	if (r >= 0 && !base) r = daemon_no_base(&err);
	if (r >= 0) {
		if (!settings.sessions.count)
			console_warning("There is no session to run: add one by perf config session-NAME.run=OPTIONS");
		r = start_at(base, values, &settings, &err);
	}
	daemon_settings_done(&settings);
	if (r >= 0) return 0;
	console_err(&err);
	return 255;
}
