/* Downloads by build-id through libdebuginfod (debuginfod_find_debuginfo(3)), which is loaded with dlopen so that
 * perf runs without it.
 *
 * Up to NR_CLIENTS threads take wishes in order; the caller's thread waits for them and reports progress. When the
 * time is over, running downloads end at the library's next call of check_time, and wishes that are left get -ETIME.
 * Failures are noted in files under notes_dir, whose modification time says how long they are believed. */
#include "symbol/source/debuginfod.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/clock.h"
#include "base/strbuf.h"
#include "base/user_dirs.h"

#define PROGRESS_NS 100000000
#define NR_CLIENTS 4 /* at once: waiting is what takes time */
/* How long a note is believed: servers get new packages, and get well. */
#define NONE_SECONDS (24 * 3600)
#define TROUBLE_SECONDS 600

/* elfutils' client; one per thread. Signatures are those of debuginfod_find_debuginfo(3). */
typedef struct debuginfod_client client;
struct library {
	client *(*begin)(void);
	int (*find_debuginfo)(client *, const unsigned char *build_id, int build_id_len, char **path);
	int (*find_executable)(client *, const unsigned char *build_id, int build_id_len, char **path);
	void (*set_progressfn)(client *, int (*progress)(client *, long a, long b));
	void (*end)(client *);
};

/* One call of debuginfod_fetch, shared by its threads. */
struct fetch {
	const struct library *library;
	const struct debuginfod_options *options;
	struct debuginfod_wish *wishes;
	size_t count, next; /* next: not taken yet */
	size_t nr_done;
	const char *waiting_for;
	uint64_t started_ns;
	/* Of next, nr_done, waiting_for, and those who wait for changes. */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	char *notes_dir; /* NULL: there is no home */
};

static uint64_t waited_ms(const struct fetch *fetch) { return (clock_now_ns() - fetch->started_ns) / 1000000; }

bool debuginfod_names_servers(const char *urls) { return urls && urls[strspn(urls, " \t")]; }

/* All functions or none. The library is not unloaded again. dlerror()'s words are part of the message. */
static int library_load(struct library *ret, struct err *err)
{
	void *handle = dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		return err_set(err, -ENOTSUP, "DEBUGINFOD_URLS is set, but libdebuginfod.so.1 cannot be loaded: %s",
			       dlerror());
	const struct {
		const char *name;
		void *to;
	} functions[] = {
		{ "debuginfod_begin", &ret->begin },
		{ "debuginfod_find_debuginfo", &ret->find_debuginfo },
		{ "debuginfod_find_executable", &ret->find_executable },
		{ "debuginfod_set_progressfn", &ret->set_progressfn },
		{ "debuginfod_end", &ret->end },
	};
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		void *function = dlsym(handle, functions[i].name);
		if (!function)
			return err_set(err, -ENOTSUP, "libdebuginfod.so.1 is too old: it has no %s", functions[i].name);
		memcpy(functions[i].to, &function, sizeof(function));
	}
	return 0; /* it stays loaded */
}

bool debuginfod_is_available(void)
{
	struct library library;
	return library_load(&library, NULL) == 0;
}

/* -- notes of what was not to be had: files of the wish's name that say why -- */

/* NULL: the user has no cache directory, and nothing is noted. The caller frees. */
static char *notes_dir_find(const char *given)
{
	if (given) return xstrdup(given);
	_free_ char *cache = user_cache_dir();
	return cache ? xasprintf("%s/perf/debuginfod", cache) : NULL;
}

/* Which servers were asked counts too. FNV-1a. */
static uint32_t servers_hash(const char *urls)
{
	uint32_t hash = 2166136261u;
	for (const char *c = urls; c && *c; c++) hash = (hash ^ (uint8_t)*c) * 16777619u;
	return hash;
}

/* BUILD-ID-KIND-SERVERS. The caller frees. */
static char *note_path(const struct fetch *fetch, const struct debuginfod_wish *wish)
{
	_strbuf_done_ struct strbuf path = STRBUF_INIT;
	strbuf_printf(&path, "%s/", fetch->notes_dir);
	for (size_t i = 0; i < wish->build_id_size; i++) strbuf_printf(&path, "%02x", wish->build_id[i]);
	strbuf_printf(&path, "-%s-%08x", wish->kind == DEBUGINFOD_PROGRAM ? "executable" : "debuginfo",
		      servers_hash(fetch->options->urls));
	return strbuf_take(&path);
}

/* A note is "n BUDGET" (the servers have none) or "t BUDGET" (trouble, or the time was over), BUDGET in milliseconds.
 * Trouble is believed only as long as nobody is ready to wait longer than the one who noted it. */
static bool note_says_no(const struct fetch *fetch, const struct debuginfod_wish *wish)
{
	if (!fetch->notes_dir || fetch->options->ignore_notes) return false;
	_free_ char *path = note_path(fetch, wish);
	struct stat st;
	char kind = 0;
	unsigned budget_ms = 0;
	FILE *file = fopen(path, "re");
	if (!file) return false;
	bool read = fscanf(file, "%c %u", &kind, &budget_ms) == 2 && fstat(fileno(file), &st) == 0;
	fclose(file);
	if (!read) return false;
	time_t age = time(NULL) - st.st_mtime;
	if (kind == 'n') return age >= 0 && age < NONE_SECONDS;
	/* who is ready to wait longer may have more luck */
	return age >= 0 && age < TROUBLE_SECONDS && budget_ms >= fetch->options->budget_ms;
}

/* Directories are made as needed; a note that cannot be written is no failure. */
static void note_write(const struct fetch *fetch, const struct debuginfod_wish *wish)
{
	if (!fetch->notes_dir) return;
	_free_ char *path = note_path(fetch, wish);
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		mkdir(path, 0700);
		*slash = '/';
	}
	FILE *file = fopen(path, "we");
	if (!file) return; /* then it is asked again */
	fprintf(file, "%c %u\n", wish->result == -ENOENT ? 'n' : 't', fetch->options->budget_ms);
	fclose(file);
}

/* The library keeps notes of its own, as empty files. Otherwise the library would answer by itself what the user wants
 * to be asked again. */
static void library_note_remove(const struct debuginfod_wish *wish)
{
	_strbuf_done_ struct strbuf path = STRBUF_INIT;
	_free_ char *dir = user_debuginfod_dir();
	struct stat st;
	strbuf_printf(&path, "%s/", dir);
	for (size_t i = 0; i < wish->build_id_size; i++) strbuf_printf(&path, "%02x", wish->build_id[i]);
	strbuf_str(&path, wish->kind == DEBUGINFOD_PROGRAM ? "/executable" : "/debuginfo");
	if (*dir && lstat(strbuf_text(&path), &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0)
		unlink(strbuf_text(&path));
}

static void note_remove(const struct fetch *fetch, const struct debuginfod_wish *wish)
{
	_free_ char *path = fetch->notes_dir ? note_path(fetch, wish) : NULL;
	if (path) unlink(path);
}

/* -- downloads -- */

/* The library calls this a few times a second, also while it waits for a server; non-zero ends the download. */
static _Thread_local struct {
	const struct fetch *fetch;
	bool out_of_time;
} downloading;

static int check_time(client *c, long a, long b)
{
	(void)c;
	(void)a;
	(void)b;
	downloading.out_of_time = waited_ms(downloading.fetch) >= downloading.fetch->options->budget_ms;
	return downloading.out_of_time;
}

/* 0: the file is in the client's cache. The descriptor is not needed: sources open the file by its path. The library's
 * answer of no such file (-ENOENT) and of no servers (-ENOSYS) both mean that there is none. */
static int download(const struct fetch *fetch, client *c, const struct debuginfod_wish *wish)
{
	char *path = NULL;
	int (*find)(client *, const unsigned char *, int, char **) = wish->kind == DEBUGINFOD_PROGRAM
									     ? fetch->library->find_executable
									     : fetch->library->find_debuginfo;
	downloading.fetch = fetch;
	downloading.out_of_time = false;
	int fd = find(c, wish->build_id, (int)wish->build_id_size, &path);
	free(path);
	if (fd < 0 && downloading.out_of_time) return -ETIME;
	if (fd < 0) return fd == -ENOSYS ? -ENOENT : fd;
	close(fd);
	return 0;
}

/* The next wish that no note answers; NULL: there is no more. */
static struct debuginfod_wish *wish_take(struct fetch *fetch)
{
	struct debuginfod_wish *wish = NULL;
	pthread_mutex_lock(&fetch->lock);
	while (fetch->next < fetch->count && !wish) {
		wish = &fetch->wishes[fetch->next++];
		if (wish->result != -EINPROGRESS) wish = NULL; /* a note said no */
	}
	if (wish) fetch->waiting_for = wish->name;
	pthread_mutex_unlock(&fetch->lock);
	return wish;
}

/* A thread: takes wishes until there are no more. Also run by the caller's thread when none can be started. */
static void *fetch_some(void *argument)
{
	struct fetch *fetch = argument;
	client *c = fetch->library->begin();
	if (c) fetch->library->set_progressfn(c, check_time);
	for (struct debuginfod_wish *wish; (wish = wish_take(fetch));) {
		bool late = waited_ms(fetch) >= fetch->options->budget_ms;
		if (!c) wish->result = -ENOMEM;
		else wish->result = late ? -ETIME : download(fetch, c, wish);
		if (wish->result == 0) note_remove(fetch, wish);
		else if (!late) note_write(fetch, wish);
	}
	if (c) fetch->library->end(c);
	pthread_mutex_lock(&fetch->lock);
	fetch->nr_done++;
	pthread_cond_signal(&fetch->changed);
	pthread_mutex_unlock(&fetch->lock);
	return NULL;
}

/* Reports progress without the lock, so that threads go on meanwhile. A timed wait, since the threads report no
 * progress of their own. */
static void wait_for(struct fetch *fetch, size_t nr_threads)
{
	pthread_mutex_lock(&fetch->lock);
	while (fetch->nr_done < nr_threads) {
		struct timespec until;
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += PROGRESS_NS;
		if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
		pthread_cond_timedwait(&fetch->changed, &fetch->lock, &until);
		const char *name = fetch->waiting_for;
		pthread_mutex_unlock(&fetch->lock);
		if (fetch->options->on_progress && name)
			fetch->options->on_progress(fetch->options->on_progress_ctx, name, waited_ms(fetch),
						    fetch->options->budget_ms);
		pthread_mutex_lock(&fetch->lock);
	}
	pthread_mutex_unlock(&fetch->lock);
}

/* Loads the library, starts threads, waits for all of them. Returns how many wishes came true. */
static int run(struct fetch *fetch, size_t nr_open, struct err *err)
{
	struct library library;
	pthread_t threads[NR_CLIENTS];
	size_t nr_threads = 0;
	int code = library_load(&library, err), nr_fetched = 0;

	if (code < 0) return code;
	fetch->library = &library; /* cppcheck-suppress autoVariables: whoever uses it is waited for below */
	fetch->started_ns = clock_now_ns();
	pthread_mutex_init(&fetch->lock, NULL);
	pthread_cond_init(&fetch->changed, NULL);
	while (nr_threads < MIN(nr_open, (size_t)NR_CLIENTS) &&
	       pthread_create(&threads[nr_threads], NULL, fetch_some, fetch) == 0)
		nr_threads++;
	if (!nr_threads) fetch_some(fetch);
	wait_for(fetch, nr_threads);
	for (size_t i = 0; i < nr_threads; i++) pthread_join(threads[i], NULL);
	pthread_cond_destroy(&fetch->changed);
	pthread_mutex_destroy(&fetch->lock);
	for (size_t i = 0; i < fetch->count; i++) nr_fetched += fetch->wishes[i].result == 0;
	return nr_fetched;
}

/* Nothing is loaded or started when notes answer all wishes. */
int debuginfod_fetch(struct debuginfod_wish *wishes, size_t count, const struct debuginfod_options *options,
		     struct err *err)
{
	struct fetch fetch = {
		.options = options, .wishes = wishes, .count = count, .notes_dir = notes_dir_find(options->notes_dir)
	};
	size_t nr_open = 0;

	for (size_t i = 0; i < count; i++) {
		if (options->ignore_notes) library_note_remove(&wishes[i]);
		wishes[i].result = note_says_no(&fetch, &wishes[i]) ? -EAGAIN : -EINPROGRESS;
		nr_open += wishes[i].result == -EINPROGRESS;
	}
	int code = nr_open ? run(&fetch, nr_open, err) : 0;
	free(fetch.notes_dir);
	return code;
}
