/* perf kvm stat live: a recording to nowhere, whose rounds are counted, and shown every second anew.
 *
 *     recorder's thread    rounds -> kvm_live, under the lock
 *     another thread       every -d seconds, under the lock: a table of what was counted, which is then forgotten */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>
#include "analysis/kvm/kvm_live.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/kvm/kvm_choice.h"
#include "commands/kvm/kvm_cmd.h"
#include "commands/record/record_value.h"
#include "commands/record/record_watch.h"

struct kvm_live_values {
	struct record_setup setup;
	struct kvm_choice choice;
	unsigned display_s;
	uint64_t duration_us;
};

/* One run. The lock is for live and text: what is to be shown. It is not held while that is written, so that a terminal
 * that stands still does not hold up the recorder. */
struct watch {
	struct kvm_live_values *values;
	struct warnings *warnings;
	struct kvm_live *live;
	struct perf_header header; /* of the source, with the formats */
	struct recording *recording;
	struct outbuf text;
	pthread_mutex_t lock;
	pthread_t thread;
	bool has_thread, on_terminal;
	int stop_fd;
	/* How the output ended: -errno of writing. */
	int closed;
};

static const char *const usage[] = { "perf kvm stat live [<options>]", NULL };
#define T struct kvm_live_values
static const struct option options[] = {
	OPTION_STRING('p', "pid", T, choice.pids, "pid", "record events on existing process id"),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 'm', "mmap-pages", "number of mmap data pages"), .arg_name = "pages",
	  .store = record_value_data_pages, .member = OPTION_PLACE(T, setup) },
	OPTION_VERBOSE("be more verbose (show counter open errors, etc)"),
	OPTION_BOOL('a', "all-cpus", T, setup.recording.target.all_cpus, "system-wide collection from all CPUs"),
	OPTION_UINT('d', "display", T, display_s, "time in seconds between display updates"),
	KVM_CHOICE_ROW_EVENT(T, choice),
	KVM_CHOICE_ROW_VCPU(T, choice),
	KVM_CHOICE_ROW_KEY(T, choice),
	OPTION_U64(0, "duration", T, duration_us,
		   "show events other than HLT (x86 only) or Wait state (s390 only) that take longer than duration "
		   "usecs"),
	OPTION_UINT(0, "proc-map-timeout", T, setup.recording.maps_timeout_ms,
		    "per thread proc mmap processing timeout in ms"),
	OPTION_END
};
#undef T
static const struct option_table table = { .rows = options, .usage = usage };

/* -- what is shown -- */

static void put_time(struct watch *watch)
{
	struct timespec now;
	struct tm local;
	clock_gettime(CLOCK_REALTIME, &now);
	localtime_r(&now.tv_sec, &local);
	out_printf(&watch->text, "%02d:%02d:%02d.%06ld", local.tm_hour, local.tm_min, local.tm_sec, now.tv_nsec / 1000);
}

/* An event that took long, but for a guest that waits for something to do. Under the lock: a round is being counted. */
static void kvm_live_ended(void *ctx, const struct kvm_ended *ended)
{
	struct watch *watch = ctx;
	const char *name = ended->name ? ended->name : "UNKNOWN";
	if (strcasecmp(name, "HLT") == 0 || strcmp(name, "Wait state") == 0) return;
	put_time(watch);
	out_printf(&watch->text, " tid %u, VCPU %u: %s took %.2fus\n", ended->tid, ended->vcpu, name,
		   (double)ended->length_ns / 1e3);
}

static void put_table(struct watch *watch)
{
	struct kvm *kvm = kvm_live_kvm(watch->live);
	if (watch->on_terminal && !watch->values->duration_us) out_lit(&watch->text, "\33[H\33[2J");
	put_time(watch);
	kvm_text(kvm_finish(kvm, NULL), &watch->values->choice.style, &watch->text);
	kvm_restart(kvm);
}

/* Ends with the recording, which it ends itself when nobody reads. */
static void *show(void *ctx)
{
	struct watch *watch = ctx;
	struct pollfd stop = { .fd = watch->stop_fd, .events = POLLIN };
	struct outbuf out;
	bool stopped = false;
	textout_stdout(&out);
	while (!stopped && !out.error) {
		stopped = poll(&stop, 1, (int)watch->values->display_s * 1000) > 0;
		pthread_mutex_lock(&watch->lock);
		put_table(watch);
		out_mem(&out, watch->text.data, watch->text.size);
		watch->text.size = 0;
		pthread_mutex_unlock(&watch->lock);
		out_flush(&out);
	}
	if (!stopped) record_watch_end(watch->recording);
	watch->closed = textout_close(&out, NULL);
	return NULL;
}

/* -- the recorder's callbacks (record/drain/round_consumer.h) -- */

static void kvm_live_begins(void *ctx, const struct round_source *source)
{
	struct watch *watch = ctx;
	watch->header = *source->header;
	watch->header.tracing_data = source->tracing_data;
	watch->header.tracing_data_size = source->tracing_data_size;
	watch->recording = source->recording;
	kvm_live_begin(watch->live, source->raw, &watch->header);
	watch->has_thread = pthread_create(&watch->thread, NULL, show, watch) == 0;
	if (!watch->has_thread) record_watch_end(watch->recording);
}

static void kvm_live_known(void *ctx, const void *records, size_t size_bytes)
{
	(void)ctx, (void)records, (void)size_bytes; /* names and maps are not asked for */
}

static void kvm_live_rounds(void *ctx, const void *records, size_t size_bytes)
{
	struct watch *watch = ctx;
	pthread_mutex_lock(&watch->lock);
	kvm_live_round(watch->live, records, size_bytes);
	pthread_mutex_unlock(&watch->lock);
}

static void kvm_live_dues(void *ctx, const void *records, size_t size_bytes, struct outbuf *out)
{
	struct watch *watch = ctx;
	(void)records, (void)size_bytes, (void)out;
	pthread_mutex_lock(&watch->lock);
	kvm_live_due(watch->live);
	pthread_mutex_unlock(&watch->lock);
}

static void kvm_live_ends(void *ctx)
{
	struct watch *watch = ctx;
	const uint64_t one = 1;
	if (!watch->has_thread) return;
	if (write(watch->stop_fd, &one, sizeof(one)) < 0) console_warning("the last table may be late");
	pthread_join(watch->thread, NULL);
	watch->has_thread = false;
}

/* -- a run -- */

static int run(struct watch *watch)
{
	const struct round_consumer consumer = { .ctx = watch,
						 .begin = kvm_live_begins,
						 .known = kvm_live_known,
						 .round = kvm_live_rounds,
						 .due = kvm_live_dues,
						 .end = kvm_live_ends };
	pthread_mutex_init(&watch->lock, NULL);
	watch->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	watch->on_terminal = isatty(STDOUT_FILENO);
	out_init(&watch->text, -1);
	int status = record_watch_run(&watch->values->setup, &consumer);
	out_done(&watch->text);
	pthread_mutex_destroy(&watch->lock);
	close(watch->stop_fd);
	return watch->closed < 0 && watch->closed != -EPIPE ? 255 : status;
}

static int add_event(void *ctx, const char *name)
{
	static const struct option event = { .kind = OPTION_KIND_CALLBACK, .short_name = 'e', .long_name = "event" };
	struct kvm_live_values *values = ctx;
	return record_value_event(&event, name, false, &values->setup);
}

/* Every event is a sample, with its payload; neither tasks nor maps that were there before are asked for. 0, or the
 * exit status. */
static int prepare(struct kvm_live_values *values)
{
	struct recording_options *recording = &values->setup.recording;
	int status = kvm_cmd_events(add_event, values);
	if (status) return status;
	record_watch_prepare(&values->setup);
	if (values->choice.pids) recording->target.pids = values->choice.pids;
	else recording->target.all_cpus = true;
	if (!values->display_s) values->display_s = 1;
	return record_setup_finish(&values->setup);
}

int kvm_cmd_stat_live(int argc, const char **argv)
{
	struct kvm_live_values values = { .setup = RECORD_SETUP_INIT, .choice = KVM_CHOICE_INIT, .display_s = 1 };
	int status;

	if (option_table_parse(&table, &argc, argv, &values, &status)) {
		struct watch watch = { .values = &values, .warnings = warnings_new() };
		status = argc ? option_table_unexpected(&table, argv[0]) : kvm_choice_finish(&values.choice);
		if (!status) status = prepare(&values);
		if (!status && values.duration_us) {
			values.choice.wanted.ended = kvm_live_ended;
			values.choice.wanted.ctx = &watch;
			values.choice.wanted.least_ns = values.duration_us * 1000;
		}
		if (!status) {
			watch.live = kvm_live_new(&values.choice.wanted, watch.warnings);
			status = run(&watch);
		}
		kvm_live_free(watch.live);
		console_warnings(watch.warnings);
		warnings_free(watch.warnings);
	}
	kvm_choice_done(&values.choice);
	record_setup_done(&values.setup);
	return status;
}
