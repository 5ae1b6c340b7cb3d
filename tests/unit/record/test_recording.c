/* Whole recordings, of a command whose events the test knows and that any user may record: page faults of this program,
 * which touches as many pages as it is told to. What they leave in their files; when they end, and begin new files; and
 * what is kept when something goes wrong. */
#include "record/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "perfdata/perfdata.h"
#include "tests/unit/test.h"
#include "tests/unit/touch_command.h"

/* -- the command -- */

static const char *const touch_1000[] = { self, "touch", "1000", "0", NULL };
static const char *const touch_on[] = { self, "touch", "100", "on", NULL };

/* -- a recording -- */

static const struct kernelfs machine = { "" };
static char dir[] = "/tmp/perf-recording-XXXXXX";
static struct event_list events;
static struct recording_options options;
static struct recording_result result;
static struct strbuf notices;
static struct err err;

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *where) { return remove(path); }
static void remove_dir(void) { nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

static char *path_in(const char *name) { return xasprintf("%s/%s", dir, name); }

static unsigned ends_after_dumps; /* as if by a signal, after so many complete files; 0: it does not */

static void take_notice(void *ctx, const char *text)
{
	strbuf_printf(&notices, "%s\n", text);
	if (strstr(text, "perf record: Dump ") && ends_after_dumps && !--ends_after_dumps) kill(getpid(), SIGTERM);
}

static struct event_spec *add_faults(void)
{
	struct event_spec *spec = event_list_add(&events, "page-faults:u");
	spec->attr.type = ATTR_TYPE_SOFTWARE;
	spec->attr.config = ATTR_SOFTWARE_PAGE_FAULTS;
	spec->attr.flags = ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV;
	spec->period = 1;
	return spec;
}

/* A recording of touch_1000 to dir/r, unless the test says something else. */
static void begin(void)
{
	static const char *const cmdline[] = { "perf", "record" };
	static bool has_dir;
	if (!has_dir && (!mkdtemp(dir) || atexit(remove_dir))) abort();
	has_dir = true;
	options = (struct recording_options){ .sampling = { .has_workload = true, .period = 1, .rate_set = true },
					      .workload = touch_1000,
					      .cmdline = cmdline,
					      .nr_cmdline = 2,
					      .version = "test",
					      .output.path = path_in("r"),
					      .fs = &machine,
					      .synth_tasks = true,
					      .synth_maps = true,
					      .timestamp_boundary = true,
					      .no_build_ids = true,
					      .reports_no_samples = true,
					      .notice = take_notice };
	events = (struct event_list)EVENT_LIST_INIT;
	add_faults();
	notices = (struct strbuf)STRBUF_INIT;
	err = (struct err)ERR_INIT;
}

static int record(void) { return recording_run(&options, &events, &result, &err); }

static void end(void)
{
	recording_result_done(&result);
	event_list_done(&events);
	strbuf_done(&notices);
	err_done(&err);
	free((char *)(uintptr_t)options.output.path);
	remove_dir();
	if (mkdir(dir, 0700) < 0) abort();
}

/* Why nothing can be recorded here; NULL: it can. */
static const char *refused(void)
{
	static int known = 1;
	if (known == 1) {
		struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
					   .config = ATTR_SOFTWARE_PAGE_FAULTS,
					   .flags = ATTR_DISABLED | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV };
		known = event_open_exact(&attr, &(struct event_place){ .pid = 0, .cpu = -1, .group_fd = -1 }, true);
		if (known >= 0) close(known);
	}
	return known < 0 ? "no perf_event_open(2) here" : NULL;
}

#define BEGIN                                   \
	do {                                    \
		if (refused()) SKIP(refused()); \
		begin();                        \
	} while (0)

/* What a file has. */
struct found {
	unsigned comp_ratio, nr_samples, nr_rounds, nr_maps, nr_exits, nr_comms;
	uint64_t first_ns, last_ns;
	bool whole, has_times, has_version, is_compressed, begins_with_side_band;
	char hit[4096]; /* names of the objects with build-ids, a line each */
};

static void look(const char *path, struct found *ret)
{
	struct warnings *warnings = warnings_new();
	const struct perfdata_options how = { .force = true, .warnings = warnings };
	struct perfdata *pd = NULL;
	struct record r;
	*ret = (struct found){ .whole = false };
	CHECK_INT(perfdata_open(path, &how, &pd, NULL), 0);
	while (pd && perfdata_next(pd, &r) > 0) {
		if (r.type == RECORD_SAMPLE) {
			const struct perf_event *event = events_of_record(perfdata_events(pd), &r);
			uint64_t time_ns = event && event->off_time >= 0 ? record_u64_at(&r, (size_t)event->off_time)
									 : 0;
			if (!ret->nr_samples || time_ns < ret->first_ns) ret->first_ns = time_ns;
			if (time_ns > ret->last_ns) ret->last_ns = time_ns;
			ret->nr_samples++;
		}
		ret->nr_rounds += r.type == RECORD_FINISHED_ROUND;
		ret->nr_maps += r.type == RECORD_MMAP || r.type == RECORD_MMAP2;
		ret->nr_exits += r.type == RECORD_EXIT;
		ret->nr_comms += r.type == RECORD_COMM;
		if (r.type == RECORD_FINISHED_INIT) ret->begins_with_side_band = !ret->nr_samples;
	}
	if (pd) {
		const struct perf_header *header = perfdata_header(pd);
		struct perfdata_info info;
		perfdata_info(pd, &info);
		ret->whole = !info.unfinished;
		ret->is_compressed = info.nr_compressed;
		ret->comp_ratio = header->comp_ratio;
		ret->has_version = header_has(header, FEATURE_VERSION) && strcmp(header->version, "test") == 0;
		ret->has_times = header_has(header, FEATURE_SAMPLE_TIME) && header->first_sample_ns == ret->first_ns &&
				 header->last_sample_ns == ret->last_ns;
		for (uint32_t i = 0; i < header->nr_build_ids; i++)
			snprintf(ret->hit + strlen(ret->hit), sizeof(ret->hit) - strlen(ret->hit), "%s\n",
				 header->build_ids[i].filename);
		perfdata_close(pd);
	}
	CHECK_INT(warnings_count(warnings, NULL), 0);
	warnings_free(warnings);
}

/* Its files called NAME..., in order; paths are the caller's to free. */
static unsigned files_of(const char *name, char *paths[64])
{
	char command[128], line[256];
	unsigned count = 0;
	snprintf(command, sizeof(command), "ls -d %s/%s* 2>/dev/null", dir, name);
	FILE *list = popen(command, "r");
	while (list && count < 64 && fgets(line, sizeof(line), list))
		paths[count++] = xstrndup(line, strcspn(line, "\n"));
	if (list) pclose(list);
	return count;
}

TEST(a_file)
{
	struct found found;
	BEGIN;
	CHECK_INT(record(), 0);
	look(options.output.path, &found);
	CHECK(found.nr_samples >= 1000);
	CHECK_INT(result.nr_samples, found.nr_samples);
	CHECK(result.counted && !result.nr_lost && !result.no_samples && !result.dumped && !result.end_signal);
	CHECK(result.has_workload && WIFEXITED(result.workload_status) && !WEXITSTATUS(result.workload_status));
	CHECK(found.whole && found.has_version && found.has_times && found.begins_with_side_band);
	CHECK(found.nr_rounds && found.nr_maps && found.nr_exits && found.nr_comms);
	CHECK_STR(result.path, options.output.path);
	CHECK(result.data_bytes > 1000 * 32 && !result.raw_bytes);
	uint64_t in_rings = 0;
	for (size_t i = 0; i < result.nr_rings; i++) in_rings += result.rings[i].nr_samples;
	CHECK_INT(in_rings, found.nr_samples);
	end();
}

TEST(how_the_command_ends)
{
	static const char *const three[] = { self, "touch", "1", "3", NULL }, *const die[] = { self, "touch", "1",
											       "die", NULL };
	BEGIN;
	options.workload = three;
	CHECK_INT(record(), 0);
	CHECK_INT(WEXITSTATUS(result.workload_status), 3);
	end();
	begin();
	options.workload = die;
	CHECK_INT(record(), 0);
	CHECK(WIFSIGNALED(result.workload_status) && WTERMSIG(result.workload_status) == SIGKILL);
	end();
	begin();
	static const char *const none[] = { "/nonexistent/program", NULL };
	options.workload = none;
	CHECK_INT(record(), -ENOENT);
	CHECK_STR(err.message, "Workload failed: No such file or directory");
	end();
}

TEST(ended_by_size)
{
	struct found found;
	BEGIN;
	options.workload = touch_on;
	options.max_size_bytes = 100000;
	CHECK_INT(record(), 0);
	look(options.output.path, &found);
	CHECK(result.reached_max_size && result.data_bytes > 100000);
	CHECK(WIFSIGNALED(result.workload_status) && WTERMSIG(result.workload_status) == SIGTERM);
	CHECK(found.whole && found.nr_samples);
	end();
}

/* Signals wait for the recording while it runs: this one has come when it looks. */
TEST(ended_by_signal)
{
	struct found found;
	BEGIN;
	sigset_t set, before;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, &before);
	kill(getpid(), SIGTERM);
	options.workload = touch_on;
	CHECK_INT(record(), 0);
	CHECK_INT(result.end_signal, SIGTERM);
	look(options.output.path, &found);
	CHECK(found.whole);
	sigset_t now;
	sigprocmask(SIG_SETMASK, &before, &now);
	CHECK(sigismember(&now, SIGTERM) && !sigismember(&now, SIGINT)); /* as it was */
	end();
}

/* -- one file after the other -- */

static void check_files(unsigned wanted)
{
	char *paths[64];
	struct found found;
	unsigned count = files_of("r.", paths);
	CHECK_INT(count, wanted);
	for (unsigned i = 0; i < count; i++) {
		look(paths[i], &found);
		CHECK(found.whole && found.begins_with_side_band && found.has_version);
		CHECK(found.nr_comms && found.nr_maps); /* those that were there before it began too */
		if (i + 1 == count) CHECK_STR(result.dumped, paths[i]);
		free(paths[i]);
	}
	CHECK(access(options.output.path, F_OK) < 0);
	CHECK(strstr(strbuf_text(&notices), "dump data: Woken up"));
}

TEST(next_file_by_size)
{
	BEGIN;
	options.workload = touch_on;
	options.rings.pages = 16; /* rounds of half of 64 KiB */
	options.output.stamped = true;
	options.next_file.bytes = 100000;
	ends_after_dumps = 3;
	CHECK_INT(record(), 0);
	check_files(4);
	end();
}

TEST(next_file_by_time)
{
	BEGIN;
	options.workload = touch_on;
	options.output.stamped = true;
	options.output.max_files = 3;
	options.next_file.ns = 1000000;
	ends_after_dumps = 6;
	CHECK_INT(record(), 0);
	CHECK_STR(strrchr(result.path, '.'), ".<timestamp>");
	check_files(3);
	end();
}

/* -- orders -- */

static struct control orders;

static void give(const char *text)
{
	int ends[2], acks[2];
	CHECK(pipe(ends) == 0 && pipe(acks) == 0);
	CHECK(write(ends[1], text, strlen(text)) == (ssize_t)strlen(text));
	orders = (struct control)CONTROL_NONE;
	orders.fd = ends[0];
	orders.ack_fd = acks[1];
	options.control = &orders;
	close(ends[1]);
	CHECK(dup2(acks[0], 200) == 200);
	close(acks[0]);
}

static unsigned nr_acks(void)
{
	char acks[256] = "";
	close(orders.ack_fd);
	close(orders.fd);
	ssize_t n = read(200, acks, sizeof(acks));
	close(200);
	return n > 0 ? (unsigned)n / 4 : 0;
}

TEST(orders_while_it_runs)
{
	BEGIN;
	event_list_add(&events, "dummy:u")->attr = (struct event_attr){ .type = ATTR_TYPE_SOFTWARE,
									.config = ATTR_SOFTWARE_DUMMY,
									.flags = ATTR_EXCLUDE_KERNEL |
										 ATTR_EXCLUDE_HV };
	event_list_get(&events, 1)->period = 1;
	options.workload = touch_on;
	give("evlist\nenable\ndisable page-faults:u\nenable nothing\nevlist -F\nevlist -x\nping\nstop\ndisable\n");
	CHECK_INT(record(), 0);
	CHECK_STR(strbuf_text(&notices), "page-faults:u\ndummy:u\nEvents enabled\nEvent page-faults:u disabled\n"
					 "failed: can't find 'nothing' event\npage-faults:u: sample_period=1\n"
					 "dummy:u: sample_period=1\nfailed: wrong command\n");
	CHECK_INT(nr_acks(), 8); /* not what comes behind stop */
	end();
}

TEST(groups_in_a_list)
{
	BEGIN;
	struct event_spec *member = add_faults();
	member->leader = 0;
	event_list_get(&events, 0)->nr_members = 2;
	event_list_get(&events, 0)->group_name = xstrdup("both");
	add_faults();
	options.workload = touch_on;
	give("evlist -g\nstop\n");
	CHECK_INT(record(), 0);
	CHECK_STR(strbuf_text(&notices), "both{page-faults:u,page-faults:u}\npage-faults:u\n");
	CHECK_INT(nr_acks(), 2);
	end();
}

TEST(off_until_it_is_told)
{
	struct found found;
	BEGIN;
	options.starts_disabled = options.sampling.delayed = true;
	CHECK_INT(record(), 0);
	look(options.output.path, &found);
	CHECK_INT(found.nr_samples, 0);
	CHECK(result.no_samples && strstr(result.no_samples, "The events were never on: -D -1 leaves that"));
	end();
	begin();
	static const char *const off_and_on[] = { self, "touch", "20000", "0", NULL };
	options.workload = off_and_on;
	options.starts_disabled = options.sampling.delayed = true;
	give("enable\n");
	CHECK_INT(record(), 0);
	CHECK(!result.no_samples || !strstr(result.no_samples, "never on"));
	CHECK_INT(nr_acks(), 1);
	end();
	begin();
	options.windows = (struct recording_window[]){ { 3600000, -1 } };
	options.nr_windows = 1;
	options.sampling.delayed = true;
	CHECK_INT(record(), 0);
	CHECK(result.no_samples &&
	      strstr(result.no_samples, "the command ended before the 3600000 ms of -D had passed."));
	end();
}

/* The last of them ends the recording. */
TEST(windows)
{
	BEGIN;
	struct recording_window two[] = { { 1, 2 }, { 3, 4 } };
	options.workload = touch_on;
	options.windows = two;
	options.nr_windows = 2;
	options.sampling.delayed = true;
	CHECK_INT(record(), 0);
	CHECK_STR(strbuf_text(&notices),
		  "Events disabled\nEvents enabled\nEvents disabled\nEvents enabled\nEvents disabled\n");
	CHECK(!result.no_samples || !strstr(result.no_samples, "never on"));
	CHECK(WIFSIGNALED(result.workload_status) && WTERMSIG(result.workload_status) == SIGTERM);
	end();
}

TEST(why_there_are_no_samples)
{
	BEGIN;
	event_list_get(&events, 0)->period = 100000000;
	CHECK_INT(record(), 0);
	CHECK(result.no_samples && strstr(result.no_samples, "\npage-faults:u: happened "));
	CHECK(result.no_samples && strstr(result.no_samples, " times, with a sample every 100000000 times (-c)"));
	end();
	begin();
	event_list_get(&events, 0)->attr.config = ATTR_SOFTWARE_PAGE_FAULTS_MAJ;
	event_list_get(&events, 0)->period = 100000000;
	CHECK_INT(record(), 0);
	CHECK(result.no_samples && strstr(result.no_samples, "No samples were recorded"));
	end();
}

/* -- forms -- */

TEST(compressed)
{
	struct found found;
	BEGIN;
	options.compression_level = 1;
	CHECK_INT(record(), 0);
	look(options.output.path, &found);
	CHECK(found.is_compressed && found.whole && found.has_times);
	CHECK_INT(result.nr_samples, found.nr_samples);
	CHECK(found.nr_samples >= 1000 && result.raw_bytes > result.data_bytes);
	CHECK(found.comp_ratio >= 2); /* pages one after the other: little to say */
	end();
}

static void check_directory(int compression_level)
{
	struct found found;
	begin();
	options.threads = "cpu";
	options.output.directory = true;
	options.compression_level = compression_level;
	CHECK_INT(record(), 0);
	_free_ char *main = path_in("r/data"), *first = path_in("r/data.0");
	look(options.output.path, &found);
	CHECK(found.nr_samples >= 1000 && found.whole && found.has_times);
	CHECK_INT(result.nr_samples, found.nr_samples);
	CHECK(access(main, F_OK) == 0 && access(first, F_OK) == 0);
	CHECK(!compression_level == !result.raw_bytes);
	end();
}

TEST(by_several_threads)
{
	if (refused()) SKIP(refused());
	check_directory(0);
	check_directory(1);
	begin();
	options.threads = "nobody";
	CHECK_INT(record(), -EINVAL);
	CHECK(result.bad_threads && !result.no_target);
	end();
}

/* The last of what happened, oldest first, once. */
TEST(overwritten)
{
	struct found found;
	BEGIN;
	static const char *const touch_many[] = { self, "touch", "20000", "0", NULL };
	options.workload = touch_many;
	options.sampling.overwrite = true;
	options.rings.pages = 1;
	CHECK_INT(record(), 0);
	look(options.output.path, &found);
	CHECK(found.nr_samples > 0 && found.nr_samples < 20000);
	CHECK_INT(result.nr_samples, found.nr_samples);
	CHECK(found.whole && found.nr_rounds == 1);
	end();
}

TEST(to_a_pipe)
{
	struct found found;
	BEGIN;
	_free_ char *path = path_in("stream");
	int before = dup(STDOUT_FILENO), fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	fflush(stdout);
	dup2(fd, STDOUT_FILENO);
	free((char *)(uintptr_t)options.output.path);
	options.output.path = xstrdup("-");
	int r = record();
	dup2(before, STDOUT_FILENO);
	close(before);
	close(fd);
	CHECK_INT(r, 0);
	look(path, &found);
	CHECK(found.nr_samples >= 1000 && found.has_version && found.begins_with_side_band && !result.path);
	end();
}

TEST(side_band_at_the_end)
{
	struct found found;
	BEGIN;
	options.tail_synthesize = true;
	CHECK_INT(record(), 0);
	look(options.output.path, &found);
	CHECK(found.nr_samples >= 1000 && !found.begins_with_side_band && found.whole);
	end();
}

/* The objects that samples hit are listed, and kept. */
TEST(objects)
{
	struct found found;
	char exe[512] = "";
	BEGIN;
	_free_ char *cache = path_in("debug");
	options.no_build_ids = false;
	options.build_id_dir = cache;
	CHECK_INT(record(), 0);
	look(options.output.path, &found);
	CHECK(readlink(self, exe, sizeof(exe) - 1) > 0);
	strcat(exe, "\n");
	CHECK(strstr(found.hit, exe));
	exe[strlen(exe) - 1] = '\0';
	_free_ char *kept = xasprintf("%s%s", cache, exe);
	CHECK(access(kept, F_OK) == 0);
	end();
}

/* -- who has the rounds instead -- */

struct seen {
	struct recording *recording;
	unsigned nr_rounds, nr_due, nr_samples, nr_known;
	bool asks_for_end, rewrites;
};

static void seen_begin(void *ctx, const struct round_source *source)
{
	((struct seen *)ctx)->recording = source->recording;
	CHECK_INT(source->raw->count, source->written->count);
}
static void seen_known(void *ctx, const void *records, size_t size_bytes)
{
	((struct seen *)ctx)->nr_known += size_bytes > 0;
}
static void seen_round(void *ctx, const void *records, size_t size_bytes)
{
	struct seen *seen = ctx;
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) seen->nr_samples += r.type == RECORD_SAMPLE;
	seen->nr_rounds += size_bytes > 0;
	if (seen->asks_for_end && seen->nr_samples) recording_request_end(seen->recording);
}
static void seen_due(void *ctx, const void *records, size_t size_bytes, struct outbuf *out)
{
	struct seen *seen = ctx;
	CHECK(!out == !seen->rewrites);
	seen->nr_due++;
	if (out) out_mem(out, records, size_bytes);
}

TEST(consumed)
{
	struct seen seen = { 0 };
	const struct round_consumer consumer = {
		.ctx = &seen, .begin = seen_begin, .known = seen_known, .round = seen_round, .due = seen_due
	};
	BEGIN;
	options.consumer = &consumer;
	options.output.none = true;
	CHECK_INT(record(), 0);
	CHECK(seen.nr_samples >= 1000);
	CHECK_INT(seen.nr_known, 1);
	CHECK_INT(seen.nr_due, seen.nr_rounds);
	CHECK(access(options.output.path, F_OK) < 0 && !result.path);
	end();
	begin();
	seen = (struct seen){ .asks_for_end = true };
	options.consumer = &consumer;
	options.output.none = true;
	options.workload = touch_on;
	CHECK_INT(record(), 0);
	CHECK(seen.nr_samples && !result.end_signal);
	end();
}

/* -- what goes wrong -- */

TEST(whom_to_record)
{
	BEGIN;
	options.workload = NULL;
	options.target.pids = "1,x";
	CHECK_INT(record(), -ESRCH);
	CHECK(result.no_target && access(options.output.path, F_OK) < 0);
	end();
	begin();
	options.target.cpus = "8191";
	options.sampling.has_cpu = true;
	CHECK_INT(record(), -ENODEV);
	CHECK(result.no_target);
	end();
	begin();
	event_list_get(&events, 0)->attr.type = 0x7fffffff; /* no PMU */
	CHECK(record() < 0);
	CHECK(err.message && access(options.output.path, F_OK) < 0);
	end();
}

/* A file may be no larger than that: what was written before is a whole recording. */
TEST(no_room_for_all_of_it)
{
	struct found found;
	BEGIN;
	struct rlimit before, lower;
	CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
	lower = (struct rlimit){ 300000, before.rlim_max };
	options.workload = touch_on;
	CHECK(setrlimit(RLIMIT_FSIZE, &lower) == 0);
	CHECK_INT(record(), -EFBIG);
	CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
	CHECK(err.hint && strstr(err.hint, "What was recorded before is in "));
	look(options.output.path, &found);
	CHECK(found.whole && found.nr_samples > 1000 && found.has_version);
	end();
}

TEST_MAIN
