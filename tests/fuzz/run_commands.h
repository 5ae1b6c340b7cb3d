/* Commands run in this process on one recording, as their users do, with what they print on stdout thrown away. Options
 * of a command are static: a process may run one line, any number of times. */
#ifndef TESTS_FUZZ_RUN_COMMANDS_H
#define TESTS_FUZZ_RUN_COMMANDS_H

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/compiler.h"
#include "cli/console.h"
#include "commands/commands.h"

/* What is looked up must not depend on the machine: no symbols but those in the recording. */
#define RUN_COMMANDS_NO_SYMBOLS "--symfs", "/nonexistent", "--kallsyms", "/dev/null"

/* Stands for the path, where a command takes it as a bare word; without it -i is appended. */
#define RUN_COMMANDS_PATH "@"

enum { RUN_COMMANDS_WORDS = 24 };

/* A command that is not there, or refuses an option, ends the process: the line is wrong then. word: one more, or NULL.
 */
static inline void run_command_with(const char *const *line, const char *path, const char *word)
{
	static char path_words[64]; /* stays, as options point there */
	const char *argv[RUN_COMMANDS_WORDS + 4];
	int argc = 0;
	snprintf(path_words, sizeof(path_words), "%s", path);
	bool named = false;
	for (; argc < RUN_COMMANDS_WORDS && line[argc]; argc++) {
		bool is_path = strcmp(line[argc], RUN_COMMANDS_PATH) == 0;
		argv[argc] = is_path ? path_words : line[argc];
		named |= is_path;
	}
	if (word) argv[argc++] = word;
	if (!named) {
		argv[argc++] = "-i";
		argv[argc++] = path_words;
	}
	argv[argc] = NULL;
	const struct command *command = commands_find(argv[0]);
	if (!command || setenv("PERF_CACHE_DIR", "", 1) < 0) abort();
	fflush(stdout);
	int before = fcntl(1, F_DUPFD_CLOEXEC, 3), null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (before < 0 || null < 0 || dup2(null, 1) < 0) abort();
	console.verbosity = 3; /* what a process that ends does not free otherwise is freed */
	(void)command->run(argc, argv);
	fflush(stdout);
	if (dup2(before, 1) < 0) abort();
	close(before);
	close(null);
}

static inline void run_command(const char *const *line, const char *path) { run_command_with(line, path, NULL); }

#endif
