/* Programs whose code is made while they run, or that interpret others: what makes their functions known to perf. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "doctor/finding.h"
#include "doctor/program.h"
#include "kernel/machine_root.h"
#include "symbol/file/target_file.h"

/* How a family of programs, which are called so and perhaps have a version behind that, is told to name its code. */
static const struct runtime {
	const char *name;
	const char *mark;    /* in the command line or environment of one that was told */
	const char *without; /* what is seen otherwise */
	const char *advice;
	bool makes_code;
} runtimes[] = {
	{ "python", "PYTHONPERFSUPPORT=1", "its own C functions, not those of Python",
	  "PYTHONPERFSUPPORT=1 in the environment, or -X perf (Python 3.12 and later); -X perf_jit with --call-graph "
	  "dwarf" },
	{ "java", "PreserveFramePointer", "addresses without names, and cut stacks",
	  "java -XX:+PreserveFramePointer -XX:+DumpPerfMapAtExit (JDK 17), or -agentpath of libperf-jvmti or "
	  "perf-map-agent",
	  true },
	{ "node", "--perf-", "addresses without names",
	  "node --perf-basic-prof --interpreted-frames-native-stack, or --perf-prof (jitdump)", true },
	{ "ruby", "--yjit-perf", "its own C functions, not those of Ruby", "ruby --yjit --yjit-perf (3.3 and later)" },
	{ "dotnet", "DOTNET_PerfMapEnabled", "addresses without names", "DOTNET_PerfMapEnabled=1 in the environment",
	  true },
	{ "php", "opcache.jit_debug", "its own C functions, not those of PHP",
	  "php -d opcache.jit_debug=0x10 (perf map) or 0x20 (jitdump)" },
	{ "luajit", "-p", "addresses without names", "a LuaJIT that is built with LUAJIT_USE_PERFTOOLS", true },
};

/* "python3.11" is of "python"; "javac" of none. */
static const struct runtime *runtime_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	for (size_t i = 0; i < ARRAY_SIZE(runtimes); i++) {
		size_t size = strlen(runtimes[i].name);
		if (strncmp(name, runtimes[i].name, size) == 0 && !name[size + strspn(name + size, "0123456789.-")])
			return &runtimes[i];
	}
	return NULL;
}

bool doctor_makes_code(const char *path)
{
	const struct runtime *runtime = runtime_of(path);
	return runtime && runtime->makes_code;
}

/* Whether a file of /proc/PID with texts that end in NULs has one with this part. */
static bool has_part(int32_t pid, const char *file, const char *part)
{
	enum { MOST_BYTES = 1 << 20 };
	size_t size;
	_free_ char *path = xasprintf("proc/%d/%s", pid, file);
	_free_ char *text = kernelfs_read_raw(machine_of_this_process(), path, MOST_BYTES, &size);
	return text && memmem(text, size, part, strlen(part));
}

/* What the process has written for its profiler: 'm' a map, 'j' a jitdump, 0 neither. */
static char written_by(const struct doctor_scene *scene)
{
	struct target_files files;
	int32_t inner = target_file_inner_pid(scene->pid);
	target_files_init(&files, NULL, scene->build_id_dir);
	_free_ char *wanted = xasprintf("/tmp/perf-%d.map", inner);
	_free_ char *map = target_file_written(&files, scene->pid, wanted, inner != scene->pid);
	target_files_done(&files);
	if (access(map, R_OK) == 0) return 'm';
	_free_ char *dump = xasprintf("jit-%d.dump", inner);
	return has_part(scene->pid, "maps", dump) ? 'j' : 0;
}

void doctor_program_runtime(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	_program_close_ struct program program;
	program_open(scene, &program);
	const struct runtime *runtime = program.path ? runtime_of(program.path) : NULL;
	char written = scene->pid ? written_by(scene) : 0;
	if (written) {
		finding_set(finding, DOCTOR_OK, "it names its code in a %s",
			    written == 'm' ? "perf map (/tmp/perf-PID.map)" : "jitdump");
	} else if (!runtime) {
		finding_set(finding, DOCTOR_OK, "no interpreter or compiler that is known");
	} else if (scene->pid &&
		   (has_part(scene->pid, "cmdline", runtime->mark) || has_part(scene->pid, "environ", runtime->mark))) {
		finding_set(finding, DOCTOR_OK, "%s was told to name its code (%s)", runtime->name, runtime->mark);
	} else {
		finding_set(finding, DOCTOR_LIMITED, "%s runs code that perf cannot name by itself", runtime->name);
		finding_follows(finding, "seen are %s", runtime->without);
		finding_advise(finding, "%s", runtime->advice);
	}
}
