/* PROGRAM --start-address=A --stop-address=B -d -w --no-show-raw-insn -C [-M STYLE] [--prefix=...] [-j SECTION] --
 * FILE, as upstream calls it but for source lines, which are ours. */
#include "commands/option/objdump_run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/spawn.h"
#include "base/strbuf.h"
#include "base/unlinked_file.h"
#include "commands/option/code_option.h"

enum { OUTPUT_MAX = 256 << 20, READ_BYTES = 64 << 10, MESSAGE_BYTES = 256 };

/* The words of its command line, each allocated. */
struct words {
	VEC(char *) list;
};

static void words_done(struct words *words)
{
	for (size_t i = 0; i < words->list.count; i++) free(words->list.items[i]);
	vec_done(&words->list);
}

static void make_words(const struct code_option_values *values, const struct object_code_place *place,
		       uint64_t size_bytes, struct words *ret)
{
	static const char *const fixed[] = { "-d", "-w", "--no-show-raw-insn", "-C" };
	vec_push(&ret->list, xstrdup(values->objdump));
	vec_push(&ret->list, xasprintf("--start-address=0x%llx", (unsigned long long)place->vaddr));
	vec_push(&ret->list, xasprintf("--stop-address=0x%llx", (unsigned long long)(place->vaddr + size_bytes)));
	for (size_t i = 0; i < ARRAY_SIZE(fixed); i++) vec_push(&ret->list, xstrdup(fixed[i]));
	if (values->style) vec_push(&ret->list, xasprintf("-M%s", values->style));
	if (values->prefix) vec_push(&ret->list, xasprintf("--prefix=%s", values->prefix));
	if (values->prefix_strip) vec_push(&ret->list, xasprintf("--prefix-strip=%s", values->prefix_strip));
	if (place->section) vec_push(&ret->list, xasprintf("--section=%s", place->section));
	/* "--" is not known to all */
	vec_push(&ret->list, xasprintf("%s%s", *place->path == '-' ? "./" : "", place->path));
	vec_push(&ret->list, NULL);
}

/* To its end, or until it is more than any function has (-EFBIG). */
static int read_all(int fd, struct strbuf *text)
{
	_free_ char *bytes = xmalloc(READ_BYTES);
	for (;;) {
		ssize_t n = read(fd, bytes, READ_BYTES);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return n < 0 ? -errno : 0;
		strbuf_add(text, bytes, (size_t)n);
		if (text->size > OUTPUT_MAX) return -EFBIG;
	}
}

/* The first line that it wrote to stderr, or its status. */
static int failed(const struct code_option_values *values, const char *path, int status, int messages, struct err *err)
{
	char line[MESSAGE_BYTES];
	ssize_t size = pread(messages, line, sizeof(line) - 1, 0);
	line[MAX(size, (ssize_t)0)] = '\0';
	line[strcspn(line, "\n")] = '\0';
	if (*line) return err_set(err, -EIO, "%s failed on %s: %s", values->objdump, path, line);
	if (WIFSIGNALED(status))
		return err_set(err, -EIO, "%s was ended on %s by signal %d", values->objdump, path, WTERMSIG(status));
	return err_set(err, -EIO, "%s failed on %s with status %d", values->objdump, path, WEXITSTATUS(status));
}

/* A program that runs. */
struct running {
	pid_t pid;
	int output, messages;
};

static int collect(const struct code_option_values *values, const char *path, const struct running *running,
		   struct strbuf *text, struct err *err)
{
	int status = 0, r = read_all(running->output, text);
	if (r < 0) kill(running->pid, SIGKILL);
	while (waitpid(running->pid, &status, 0) < 0 && errno == EINTR) continue;
	if (r == -EFBIG) return err_set(err, r, "%s wrote more than %d bytes", values->objdump, OUTPUT_MAX);
	if (r < 0) return err_set_errno(err, r, "what %s writes", values->objdump);
	if (WIFEXITED(status) && !WEXITSTATUS(status)) return 0;
	return failed(values, path, status, running->messages, err);
}

int objdump_run(const void *ctx, const struct object_code_place *place, uint64_t size_bytes, char **ret,
		size_t *ret_size_bytes, struct err *err)
{
	const struct code_option_values *values = ctx;
	struct words words = { VEC_INIT };
	struct strbuf text = STRBUF_INIT;
	struct running running = { .messages = unlinked_file_open("objdump-messages") };
	int fds[2];

	if (running.messages < 0 || pipe2(fds, O_CLOEXEC) < 0) {
		int r = err_set_errno(err, -errno, "cannot run %s", values->objdump);
		if (running.messages >= 0) close(running.messages);
		return r;
	}
	running.output = fds[0];
	make_words(values, place, size_bytes, &words);
	const struct spawn_streams streams = { .output = fds[1], .errors = running.messages };
	int r = spawn_program(words.list.items[0], (const char *const *)words.list.items, &streams, &running.pid);
	close(fds[1]);
	if (r == 0) {
		r = collect(values, place->path, &running, &text, err);
	} else {
		err_set_errno(err, r, "cannot run %s", values->objdump);
		err_hint(err, "Name a program that is there with --objdump, or leave the option out: perf reads "
			      "instructions itself.");
	}
	close(fds[0]);
	close(running.messages);
	words_done(&words);
	*ret_size_bytes = text.size;
	*ret = strbuf_take(&text);
	if (r < 0) free(take(*ret));
	return r;
}
