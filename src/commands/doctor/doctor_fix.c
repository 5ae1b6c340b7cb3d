/* Asks, runs, looks again. Commands are texts for a shell, and of our own (kernel/remedy.h). No file is changed that
 * outlives a boot: the line for one is shown. */
#include "commands/doctor/doctor_fix.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/spawn.h"
#include "render/listing/doctor_text.h"

/* Whether the next line of standard input begins with y; its end is a no. */
static bool is_consented(void)
{
	char line[64];
	if (!fgets(line, sizeof(line), stdin)) return false;
	bool is_yes = line[0] == 'y' || line[0] == 'Y';
	while (!strchr(line, '\n') && fgets(line, sizeof(line), stdin)) continue;
	return is_yes;
}

/* Root needs no sudo, which may not be there. */
static const char *without_sudo(const char *command)
{
	static const char prefix[] = "sudo ";
	bool has_it = geteuid() == 0 && strncmp(command, prefix, strlen(prefix)) == 0;
	return has_it ? command + strlen(prefix) : command;
}

/* The command's exit status; 127 where it cannot be started. */
static int run_command(const char *command)
{
	enum { NOT_STARTED = 127 };
	const char *const words[] = { "sh", "-c", command, NULL };
	const struct spawn_streams streams = { .output = STDERR_FILENO, .errors = STDERR_FILENO };
	pid_t pid;
	int status;
	if (spawn_program("sh", words, &streams, &pid) < 0 || waitpid(pid, &status, 0) < 0) return NOT_STARTED;
	return WIFEXITED(status) ? WEXITSTATUS(status) : NOT_STARTED;
}

static void show_permanent(const struct doctor_finding *finding, struct outbuf *out)
{
	if (!finding->permanent) return;
	out_lit(out, "It lasts until the next boot; in a file of /etc/sysctl.d for longer:\n");
	out_str(out, finding->permanent);
	out_char(out, '\n');
}

/* One finding that can be mended; *finding is what it is afterwards. */
static void mend(const struct doctor_check *check, const struct doctor_scene *scene, bool yes,
		 struct doctor_finding *finding, struct outbuf *out)
{
	const char *command = without_sudo(finding->remedy);
	doctor_text_finding(finding, false, out);
	out_printf(out, yes ? "Running: %s\n" : "Run \"%s\"? [y/N] ", command);
	(void)out_flush(out); /* its failure is told at the end */
	if (!yes && !is_consented()) return;
	int status = run_command(command);
	struct doctor_finding after;
	doctor_check_run(check, scene, &after);
	if (status) out_printf(out, "The command failed: status %d.\n", status);
	doctor_text_finding(&after, false, out);
	if (!status) show_permanent(finding, out);
	out_char(out, '\n');
	doctor_finding_done(finding);
	*finding = after;
}

int doctor_fix(const struct doctor_scene *scene, const char *groups, bool yes, struct outbuf *out)
{
	struct doctor_findings findings;
	unsigned nr_mendable = 0;
	doctor_examine(scene, groups, &findings);
	for (size_t i = 0; i < findings.items.count; i++) {
		struct doctor_finding *finding = &findings.items.items[i];
		const struct doctor_check *check = doctor_check_of(finding);
		/* what was done for another may have mended this one */
		doctor_finding_done(finding);
		doctor_check_run(check, scene, finding);
		if (finding->verdict < DOCTOR_LIMITED || !finding->can_fix) continue;
		nr_mendable++;
		mend(check, scene, yes, finding, out);
	}
	if (!nr_mendable) out_lit(out, "There is nothing that a command mends for now.\n");
	int status = doctor_findings_status(&findings);
	doctor_findings_done(&findings);
	return status;
}
