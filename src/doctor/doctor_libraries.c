/* Libraries that are loaded when they are needed: each is asked of the part that loads it. */
#include <elf.h>
#include <errno.h>
#include <unistd.h>
#include "bpf/bpf_library.h"
#include "doctor/finding.h"
#include "event/spec/pfm.h"
#include "symbol/code/disasm.h"
#include "symbol/source/debuginfod.h"
#include "tui/terminfo.h"

/* Libraries of a machine of which only files are known cannot be loaded here. */
static bool is_elsewhere(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	if (scene->is_foreign) finding_set(finding, DOCTOR_SKIPPED, "it is of the machine that perf runs on");
	return scene->is_foreign;
}

static void set_library(struct doctor_finding *finding, bool is_there, const char *use, const char *package)
{
	finding_set(finding, is_there ? DOCTOR_OK : DOCTOR_MISSING, "%s",
		    is_there ? "it can be loaded" : "it is not installed");
	if (is_there) return;
	finding_follows(finding, "%s", use);
	finding_advise(finding, "install %s", package);
}

void doctor_capstone(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct disasm *disasm = NULL;
	const struct disasm_options options = { .set = { EM_X86_64, true } };
	if (is_elsewhere(scene, finding)) return;
	int code = disasm_open(&options, &disasm, NULL);
	if (code >= 0) disasm_close(disasm);
	set_library(finding, code >= 0, "annotate and script show no instructions as text; no types of data",
		    "libcapstone4 (or 5)");
}

void doctor_libdebuginfod(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	if (is_elsewhere(scene, finding)) return;
	set_library(finding, debuginfod_is_available(), "nothing is fetched from servers of debug information",
		    "libdebuginfod1 (elfutils)");
}

void doctor_libbpf(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	if (is_elsewhere(scene, finding)) return;
	set_library(finding, bpf_library_is_available(), "record --off-cpu takes each switch of tasks", "libbpf1");
}

void doctor_libpfm(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	if (is_elsewhere(scene, finding)) return;
	struct pfm *pfm = pfm_open(NULL);
	set_library(finding, pfm != NULL, "no --pfm-events", "libpfm4");
	pfm_close(pfm);
}

/* Whether the terminal is known is another question. */
void doctor_ncurses(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct terminfo terminfo;
	if (is_elsewhere(scene, finding)) return;
	int code = terminfo_open("xterm", STDOUT_FILENO, &terminfo, NULL);
	set_library(finding, code != -ENOTSUP, "report, annotate and top have no browser on terminals, only text",
		    "libncursesw6");
}
