/* What the menu of key r offers: a row each. */
#include "commands/report/report_script.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/spawn.h"
#include "perfdata/perfdata.h"
#include "tui/view/text_view.h"

static const struct script {
	const char *title;
	const char *words[4]; /* of the command, without the recording */
	bool of_entry;        /* of samples whose own address is in the selected entry */
} scripts[] = {
	{ "Samples at the selected entry (perf script)", { "script" }, .of_entry = true },
	{ "All samples (perf script)", { "script" } },
	{ "Samples at the selected entry as JSON (perf script --json)", { "script", "--json" }, .of_entry = true },
	{ "Records and samples as they stand in the file (perf script -D)", { "script", "-D" } },
	{ "Header information (perf report --header-only -I)", { "report", "--header-only", "-I" } },
	{ "Statistics of records (perf report --stats)", { "report", "--stats" } },
	{ "Tasks and who started them (perf report --tasks)", { "report", "--tasks" } },
	{ "Events with all that they were opened with (perf evlist -v)", { "evlist", "-v" } },
	{ "Object files and their build ids (perf buildid-list)", { "buildid-list" } },
};

const char *const *report_script_titles(void)
{
	static const char *titles[ARRAY_SIZE(scripts) + 1];
	for (size_t i = 0; i < ARRAY_SIZE(scripts); i++) titles[i] = scripts[i].title;
	return titles;
}

typedef VEC(const char *) word_vec;

/* A name with commas would be a list of others: it is left out, which the title of the window shows. */
static void add_name(word_vec *words, const char *option, const char *value)
{
	if (!value || !*value || strchr(value, ',')) return;
	vec_push(words, option);
	vec_push(words, value);
}

static void add_option(word_vec *words, const char *option, const char *value)
{
	if (!value || !*value) return;
	vec_push(words, option);
	vec_push(words, value);
}

/* Where symbols come from, and which samples: those of the command alone that shows samples. */
static void add_words(word_vec *words, const struct script *script, const struct report *report,
		      const struct profile_view_entry *entry)
{
	const struct session_option_values *session = &report->values->session;
	vec_push(words, "perf");
	for (size_t i = 0; i < ARRAY_SIZE(script->words) && script->words[i]; i++) vec_push(words, script->words[i]);
	add_option(words, "-i", perfdata_path(session_perfdata(report->session)));
	if (strcmp(script->words[0], "script") == 0) {
		add_option(words, "--symfs", session->symfs);
		add_option(words, "--kallsyms", session->kallsyms);
		add_option(words, "--vmlinux", session->vmlinux);
	}
	if (script->of_entry) {
		add_name(words, "--comms", entry->comm);
		add_name(words, "--dsos", entry->dso);
		add_name(words, "--symbols", entry->symbol);
	}
	vec_push(words, NULL);
}

/* Starts a command of this program with its standard output in a pipe; what it says on standard error would be written
 * over the screen, and goes nowhere. Returns the pipe, or -errno. */
static int start(const char *const *words, pid_t *ret_pid)
{
	int fds[2];
	if (pipe2(fds, O_CLOEXEC) < 0) return -errno;
	const struct spawn_streams streams = { .output = fds[1], .errors = -1 };
	int r = spawn_program("/proc/self/exe", words, &streams, ret_pid);
	close(fds[1]);
	if (!r) return fds[0];
	close(fds[0]);
	return r;
}

/* Takes those off the list that have ended. */
static void reap(struct report_scripts *started)
{
	size_t left = 0;
	for (size_t i = 0; i < started->running.count; i++)
		if (waitpid(started->running.items[i], NULL, WNOHANG) == 0)
			started->running.items[left++] = started->running.items[i];
	started->running.count = left;
}

struct view *report_script_view(struct report_scripts *started, const struct report *report, struct ui *ui,
				size_t index, const struct profile_view_entry *entry, struct err *err)
{
	const struct script *script = &scripts[index];
	struct text_lines *lines;
	word_vec words = VEC_INIT;
	pid_t pid;
	reap(started);
	if (perfdata_form(session_perfdata(report->session)) == PERFDATA_PIPE) {
		err_set(err, -EINVAL,
			"The recording came through a pipe, which cannot be read again: write it to a file");
		return NULL;
	}
	add_words(&words, script, report, entry);
	_strbuf_done_ struct strbuf title = STRBUF_INIT;
	for (size_t i = 0; words.items[i]; i++) strbuf_printf(&title, "%s%s", i ? " " : "", words.items[i]);
	int fd = start(words.items, &pid);
	vec_done(&words);
	if (fd < 0) {
		err_set_errno(err, fd, "Cannot run perf %s", script->words[0]);
		return NULL;
	}
	vec_push(&started->running, pid);
	if (text_lines_new(fd, ui_screen(ui), &lines, err) < 0) return NULL;
	return text_view_new(lines, &(struct text_view_options){ .title = strbuf_text(&title) });
}

void report_scripts_done(struct report_scripts *started)
{
	for (size_t i = 0; i < started->running.count; i++) {
		kill(started->running.items[i], SIGTERM);
		while (waitpid(started->running.items[i], NULL, 0) < 0 && errno == EINTR) continue;
	}
	vec_done(&started->running);
}
