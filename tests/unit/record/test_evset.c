/* Which events are opened on which CPUs and threads, and what is done when they are refused: against a kernel that the
 * test plays; and switching, ids and filters, with events that any user may open. */
#include "record/evset/evset.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/strbuf.h"
#include "tests/unit/fixture_tree.h"

/* -- a kernel -- */

/* Refuses an attempt with -errno, or 0. */
typedef int rule(const struct event_attr *attr, const struct event_place *place);

static struct strbuf opened; /* a line an event: "config@cpu/pid", behind it ">leader's" */
static struct {
	int fd;
	char text[32];
} open_events[256];
static size_t nr_open;
static rule *refuse;
static struct event_attr last_attr;

static const char *text_of(int fd)
{
	for (size_t i = nr_open; i-- > 0;)
		if (open_events[i].fd == fd) return open_events[i].text;
	return "?";
}

static int played_open(void *ctx, const struct event_attr *attr, const struct event_place *place, bool cloexec)
{
	int code = refuse ? refuse(attr, place) : 0;
	if (code) return code;
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	char *text = open_events[nr_open].text;
	snprintf(text, sizeof(open_events[0].text), "%" PRIu64 "@%d/%d%s", attr->config, place->cpu, place->pid,
		 place->pid_is_cgroup ? "g" : "");
	open_events[nr_open++].fd = fd;
	last_attr = *attr;
	strbuf_printf(&opened, "%s%s%s\n", text, place->group_fd >= 0 ? ">" : "",
		      place->group_fd >= 0 ? text_of(place->group_fd) : "");
	return fd;
}

static const struct event_opener played = { played_open, NULL };

/* -- events and targets -- */

static struct event_list events;
static struct target target;
static struct evset evset;
static const struct kernelfs fs = { "/nonexistent" };

static struct event_spec *add(const char *name, uint32_t type, uint64_t config)
{
	struct event_spec *spec = event_list_add(&events, name);
	spec->attr.type = type;
	spec->attr.config = config;
	return spec;
}

static void begin(const int32_t *cpus, size_t nr_cpus, const int32_t *tids, size_t nr_tids)
{
	events = (struct event_list)EVENT_LIST_INIT;
	target = (struct target){ .has_task = tids[0] >= 0, .has_cpu = tids[0] < 0 };
	for (size_t i = 0; i < nr_cpus; i++) vec_push(&target.cpus, cpus[i]);
	for (size_t i = 0; i < nr_tids; i++) vec_push(&target.tids, tids[i]);
	refuse = NULL;
	nr_open = 0;
	opened.size = 0;
}

/* cpus 0 and 1 of all threads; one thread, wherever it runs */
static void begin_cpus(void) { begin((const int32_t[]){ 0, 1 }, 2, (const int32_t[]){ -1 }, 1); }
static void begin_thread(void) { begin((const int32_t[]){ -1 }, 1, (const int32_t[]){ 7 }, 1); }

static int open_with(struct evset_options options, struct err *err)
{
	options.fs = &fs;
	options.opener = &played;
	return evset_open(&evset, &options, &events, &target, err);
}

static int open_all(struct err *err) { return open_with((struct evset_options){ .counting = false }, err); }
static int count_all(struct err *err) { return open_with((struct evset_options){ .counting = true }, err); }

/* What was opened is closed, each once. */
static void end(void)
{
	evset_done(&evset);
	for (size_t i = 0; i < nr_open; i++) CHECK(fcntl(open_events[i].fd, F_GETFD) < 0 && errno == EBADF);
	event_list_done(&events);
	target_done(&target);
	strbuf_done(&opened);
}

static bool is_open(size_t event, size_t cpu, size_t thread) { return evset_fd(&evset, event, cpu, thread) >= 0; }

TEST(each_on_each_cpu_and_thread)
{
	begin((const int32_t[]){ 0, 3 }, 2, (const int32_t[]){ 10, 11 }, 2);
	add("a", ATTR_TYPE_HARDWARE, 1);
	add("b", ATTR_TYPE_HARDWARE, 2);
	CHECK_INT(open_all(NULL), 0);
	CHECK_STR(strbuf_text(&opened), "1@0/10\n1@0/11\n1@3/10\n1@3/11\n2@0/10\n2@0/11\n2@3/10\n2@3/11\n");
	CHECK_STR(text_of(evset_fd(&evset, 1, 1, 0)), "2@3/10");
	CHECK_STR(text_of(evset_fd(&evset, 0, 0, 1)), "1@0/11");
	CHECK_INT(evset.failed_event, -1);
	end();
}

TEST(groups_have_their_leader_of_the_same_place)
{
	begin_cpus();
	add("a", ATTR_TYPE_HARDWARE, 1)->nr_members = 2;
	add("b", ATTR_TYPE_HARDWARE, 2)->leader = 0;
	CHECK_INT(open_all(NULL), 0);
	CHECK_STR(strbuf_text(&opened), "1@0/-1\n1@1/-1\n2@0/-1>1@0/-1\n2@1/-1>1@1/-1\n");
	CHECK(evset_leads(&evset, 0) && !evset_leads(&evset, 1));
	end();
}

/* Whoever runs there: once a CPU, for no thread of the target. */
TEST(events_of_cpus)
{
	begin((const int32_t[]){ 0, 1 }, 2, (const int32_t[]){ 10, 11 }, 2);
	add("a", ATTR_TYPE_HARDWARE, 1)->of_cpus = true;
	CHECK_INT(open_all(NULL), 0);
	CHECK_STR(strbuf_text(&opened), "1@0/-1\n1@1/-1\n");
	CHECK(is_open(0, 1, 0) && !is_open(0, 1, 1));
	end();
}

/* Events of a package are on its CPU alone, the others on no CPU of a package. */
TEST(events_of_packages)
{
	begin((const int32_t[]){ -1, 4 }, 2, (const int32_t[]){ 10, 11 }, 2);
	target.nr_package_cpus = 1;
	add("a", ATTR_TYPE_HARDWARE, 1);
	add("b", ATTR_TYPE_HARDWARE, 2)->is_uncore = true;
	CHECK_INT(open_all(NULL), 0);
	CHECK_STR(strbuf_text(&opened), "1@-1/10\n1@-1/11\n2@4/-1\n");
	end();
}

TEST(where_its_pmu_can_count)
{
	struct err err = ERR_INIT;
	begin_cpus();
	add("a", ATTR_TYPE_HARDWARE, 1)->pmu_cpus = xstrdup("1-3");
	CHECK_INT(open_all(NULL), 0);
	CHECK_STR(strbuf_text(&opened), "1@1/-1\n");
	end();
	begin_cpus();
	add("a", ATTR_TYPE_HARDWARE, 1)->pmu_cpus = xstrdup("5");
	CHECK_INT(open_all(&err), -ENODEV);
	CHECK_INT(evset.failed_event, 0);
	err_done(&err);
	end();
	begin_thread();
	add("a", ATTR_TYPE_HARDWARE, 1)->pmu_cpus = xstrdup("5"); /* of a thread: wherever it gets there */
	CHECK_INT(open_all(NULL), 0);
	CHECK_STR(strbuf_text(&opened), "1@-1/7\n");
	end();
}

/* -- refusals -- */

static int no_hardware_code = -ENOENT;
static int no_hardware(const struct event_attr *attr, const struct event_place *place)
{
	return attr->type == ATTR_TYPE_HARDWARE ? no_hardware_code : 0;
}

TEST(a_clock_in_place_of_cycles)
{
	struct err err = ERR_INIT;
	begin_thread();
	add("cycles:P", ATTR_TYPE_HARDWARE, 0)->precise_max = true;
	refuse = no_hardware;
	CHECK_INT(open_all(NULL), 0);
	CHECK_STR(strbuf_text(&opened), "1@-1/7\n");
	CHECK_STR(evset.fallbacks.clock, "task-clock");
	CHECK_STR(evset.fallbacks.clock_from, "cycles");
	CHECK_STR(event_list_get(&events, 0)->name, "task-clock:ppp");
	CHECK_INT(event_list_get(&events, 0)->attr.type, ATTR_TYPE_SOFTWARE);
	end();
	begin_cpus();
	add("cycles", ATTR_TYPE_HARDWARE, 0);
	refuse = no_hardware;
	CHECK_INT(open_all(NULL), 0);
	CHECK_STR(strbuf_text(&opened), "0@0/-1\n0@1/-1\n");
	CHECK_STR(evset.fallbacks.clock, "cpu-clock");
	end();
	static const int codes[] = { -ENXIO, -ENODEV, -EBUSY, -ENOENT };
	for (size_t i = 0; i < ARRAY_SIZE(codes); i++) {
		begin_thread();
		add("cycles", ATTR_TYPE_HARDWARE, 0);
		refuse = no_hardware;
		no_hardware_code = codes[i];
		CHECK_INT(open_all(NULL), codes[i] == -EBUSY ? -EBUSY : 0);
		end();
	}
	begin_thread();
	add("instructions", ATTR_TYPE_HARDWARE, 1); /* a clock does not count these */
	refuse = no_hardware;
	CHECK_INT(open_all(&err), -ENOENT);
	CHECK_STR(err.message, "The instructions event is not supported.");
	CHECK_INT(evset.failed_event, 0);
	err_done(&err);
	end();
}

static int kernel_forbidden_code = -EACCES;
static int kernel_forbidden(const struct event_attr *attr, const struct event_place *place)
{
	return attr->flags & ATTR_EXCLUDE_KERNEL ? 0 : kernel_forbidden_code;
}

static const char *name_for_users(const char *name, bool is_tracepoint)
{
	static char got[64];
	begin_thread();
	struct event_spec *spec = add(name, ATTR_TYPE_HARDWARE, 1);
	if (is_tracepoint) spec->tracepoint_name = xstrdup("switch");
	refuse = kernel_forbidden;
	CHECK_INT(open_all(NULL), 0);
	CHECK(evset.fallbacks.kernel_excluded);
	CHECK_INT(spec->attr.flags, ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_GUEST);
	snprintf(got, sizeof(got), "%s", spec->name);
	end();
	return got;
}

TEST(without_the_kernel)
{
	CHECK_STR(name_for_users("a", false), "a:u");
	CHECK_STR(name_for_users("a:p", false), "a:pu");
	CHECK_STR(name_for_users("cpu/a/", false), "cpu/a/u");
	CHECK_STR(name_for_users("sched:switch", true), "sched:switch:u");
	kernel_forbidden_code = -EPERM;
	CHECK_STR(name_for_users("a", false), "a:u");
	kernel_forbidden_code = -EACCES;
}

static int forbidden(const struct event_attr *attr, const struct event_place *place) { return -EACCES; }

/* Who asked for one side gets no other; what is refused in the end is what was asked for. */
TEST(not_permitted)
{
	begin_thread();
	struct event_spec *spec = add("a:k", ATTR_TYPE_HARDWARE, 1);
	spec->attr.flags = ATTR_EXCLUDE_USER;
	refuse = kernel_forbidden;
	CHECK_INT(open_all(NULL), -EACCES);
	CHECK_INT(spec->attr.flags, ATTR_EXCLUDE_USER);
	end();
	begin_thread();
	spec = add("a", ATTR_TYPE_HARDWARE, 1);
	refuse = forbidden;
	CHECK_INT(open_all(NULL), -EACCES);
	CHECK_STR(spec->name, "a");
	CHECK_INT(spec->attr.flags, 0);
	end();
}

static int first_code, later_code;
static int no_clock_either(const struct event_attr *attr, const struct event_place *place)
{
	return attr->type == ATTR_TYPE_HARDWARE ? first_code : later_code;
}

/* What is told of an event that has a way round, which is refused too: that it is not permitted, or what was said
 * first. */
TEST(which_refusal_is_told)
{
	static const struct {
		bool counting;
		int first, later, told;
	} cases[] = { { false, -ENOENT, -EACCES, -EACCES },
		      { false, -ENOENT, -EPERM, -EPERM },
		      { false, -ENOENT, -EBUSY, -ENOENT },
		      { true, -EACCES, -EACCES, -EACCES },
		      { true, -EBUSY, -EACCES, -EBUSY } };
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		begin_thread();
		struct event_spec *spec = add("cycles", ATTR_TYPE_HARDWARE, 0);
		spec->attr.flags = ATTR_EXCLUDE_KERNEL;
		refuse = no_clock_either;
		first_code = cases[i].first;
		later_code = cases[i].later;
		CHECK_INT(cases[i].counting ? count_all(NULL) : open_all(NULL), cases[i].told);
		CHECK_STR(spec->name, "cycles");
		CHECK_INT(spec->attr.type, ATTR_TYPE_HARDWARE);
		end();
	}
}

/* Precise in no way but one level. */
static unsigned most_precise;
static int imprecise_code = -EOPNOTSUPP;
static int imprecise(const struct event_attr *attr, const struct event_place *place)
{
	return attr_precise(attr) > most_precise ? imprecise_code : 0;
}

TEST(as_precise_as_can_be)
{
	for (most_precise = 0; most_precise < 4; most_precise++) {
		begin_thread();
		struct event_spec *spec = add("a:P", ATTR_TYPE_HARDWARE, 1);
		spec->precise_max = true;
		spec->attr.flags = 3ull << ATTR_PRECISE_SHIFT;
		refuse = imprecise;
		CHECK_INT(open_all(NULL), 0);
		CHECK_INT(attr_precise(&spec->attr), most_precise);
		end();
	}
	static const int others[] = { -EACCES, -EPERM, -EMFILE, -ESRCH }; /* it is not that */
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		begin_thread();
		struct event_spec *spec = add("a:P", ATTR_TYPE_HARDWARE, 1);
		spec->precise_max = true;
		spec->attr.flags = 3ull << ATTR_PRECISE_SHIFT | ATTR_EXCLUDE_KERNEL;
		most_precise = 2;
		imprecise_code = others[i];
		refuse = imprecise;
		CHECK_INT(open_all(NULL), others[i]);
		CHECK_INT(attr_precise(&spec->attr), 3);
		end();
	}
	imprecise_code = -EOPNOTSUPP;
	begin_thread();
	struct event_spec *spec = add("a:ppp", ATTR_TYPE_HARDWARE, 1); /* not less than was asked for */
	spec->attr.flags = 3ull << ATTR_PRECISE_SHIFT;
	most_precise = 2;
	refuse = imprecise;
	CHECK_INT(open_all(NULL), -EOPNOTSUPP);
	CHECK_INT(attr_precise(&spec->attr), 3);
	end();
}

/* -- groups that do not fit -- */

static int two_fit(const struct event_attr *attr, const struct event_place *place)
{
	return place->group_fd >= 0 && attr->config == 3 ? -EINVAL : 0;
}

static void add_group(bool weak)
{
	struct event_spec *leader = add("a", ATTR_TYPE_HARDWARE, 1);
	leader->nr_members = 3;
	leader->weak = weak;
	leader->attr.sample_period = 1000;
	leader->attr.flags = ATTR_DISABLED | ATTR_FREQ;
	add("b", ATTR_TYPE_HARDWARE, 2)->leader = 0;
	add("c", ATTR_TYPE_HARDWARE, 3)->leader = 0;
	add("d", ATTR_TYPE_HARDWARE, 4);
	refuse = two_fit;
}

TEST(weak_groups_break_up)
{
	struct err err = ERR_INIT;
	begin_cpus();
	add_group(true);
	CHECK_INT(open_all(NULL), 0);
	CHECK_STR(strbuf_text(&opened), "1@0/-1\n1@1/-1\n2@0/-1>1@0/-1\n2@1/-1>1@1/-1\n" /* as a group */
					"1@0/-1\n1@1/-1\n2@0/-1\n2@1/-1\n3@0/-1\n3@1/-1\n4@0/-1\n4@1/-1\n");
	for (size_t i = 0; i < 3; i++) { /* who leads samples and is switched */
		const struct event_spec *spec = event_list_get(&events, i);
		CHECK(evset_leads(&evset, i) && spec->leader == i && spec->nr_members == 1);
		CHECK_INT(spec->attr.flags, ATTR_DISABLED | ATTR_FREQ);
		CHECK_INT(spec->attr.sample_period, 1000);
	}
	CHECK_INT(event_list_get(&events, 3)->attr.flags, 0);
	end();
	begin_cpus();
	add_group(true);
	CHECK_INT(count_all(NULL), 0);
	CHECK_INT(event_list_get(&events, 1)->attr.sample_period, 0); /* nobody samples */
	CHECK_INT(event_list_get(&events, 1)->attr.flags, ATTR_DISABLED);
	end();
	begin_cpus();
	add_group(false);
	CHECK_INT(open_all(&err), -EINVAL);
	CHECK_INT(evset.failed_event, 2);
	err_done(&err);
	end();
}

static int led_only(const struct event_attr *attr, const struct event_place *place)
{
	return place->group_fd >= 0 && attr->config == 2 ? -EINVAL : 0;
}

/* Counters that nobody grouped are opened as a group, and without it where that is refused. */
TEST(gathered)
{
	const struct evset_options options = { .counting = true, .gather = true };
	for (unsigned refused = 0; refused < 2; refused++) {
		begin_cpus();
		for (unsigned i = 0; i < 3; i++) {
			struct event_spec *spec = add("a", ATTR_TYPE_SOFTWARE, i);
			spec->attr.flags = ATTR_DISABLED | ATTR_INHERIT;
			spec->attr.read_format = READ_ID;
		}
		refuse = refused ? led_only : NULL;
		CHECK_INT(open_with(options, NULL), 0);
		CHECK_STR(strbuf_text(&opened),
			  refused ? "0@0/-1\n0@1/-1\n1@0/-1>0@0/-1\n1@1/-1>0@1/-1\n2@0/-1\n2@1/-1\n"
				  : "0@0/-1\n0@1/-1\n1@0/-1>0@0/-1\n1@1/-1>0@1/-1\n2@0/-1>0@0/-1\n2@1/-1>0@1/-1\n");
		CHECK_INT(evset_leads(&evset, 2), refused);
		CHECK_INT(last_attr.flags & ATTR_DISABLED, refused ? ATTR_DISABLED : 0);
		CHECK_INT(last_attr.read_format, refused ? READ_ID : READ_ID | READ_GROUP);
		for (unsigned i = 0; i < 3; i++) { /* what users are told of is what they asked for */
			CHECK_INT(event_list_get(&events, i)->attr.flags, ATTR_DISABLED | ATTR_INHERIT);
			CHECK_INT(event_list_get(&events, i)->attr.read_format, READ_ID);
		}
		end();
	}
}

/* An event of the caller's leads on each CPU; it is not one of ours. */
TEST(led_by_the_caller)
{
	int leaders[2] = { open("/dev/null", O_RDONLY), open("/dev/zero", O_RDONLY) };
	begin_cpus();
	add("a", ATTR_TYPE_SOFTWARE, 0)->attr.flags = ATTR_DISABLED | ATTR_INHERIT;
	for (unsigned i = 0; i < 2; i++) {
		open_events[nr_open].fd = leaders[i];
		snprintf(open_events[nr_open++].text, sizeof(open_events[0].text), "leader %u", i);
	}
	const struct evset_options options = { .counting = true, .gather = true, .leader_fds = leaders };
	CHECK_INT(open_with(options, NULL), 0);
	CHECK_STR(strbuf_text(&opened), "0@0/-1>leader 0\n0@1/-1>leader 1\n");
	CHECK_INT(last_attr.flags, 0); /* starts with its leader, and CPUs have no children */
	CHECK_INT(event_list_get(&events, 0)->attr.flags, ATTR_DISABLED | ATTR_INHERIT);
	CHECK(fcntl(leaders[0], F_GETFD) >= 0);
	close(leaders[0]);
	close(leaders[1]);
	nr_open = 0; /* the others are closed below */
	end();
}

/* -- what is not there -- */

static int no_two_code = -ENOENT;
static int no_two(const struct event_attr *attr, const struct event_place *place)
{
	return attr->config == 2 ? no_two_code : 0;
}

TEST(counting_goes_on_without)
{
	struct err err = ERR_INIT;
	static const int codes[] = { -EINVAL, -ENOSYS, -EOPNOTSUPP, -ENXIO, -ENODEV, -EBUSY, -ENOENT };
	for (size_t i = 0; i < ARRAY_SIZE(codes); i++) {
		begin_cpus();
		add("a", ATTR_TYPE_HARDWARE, 2);
		add("b", ATTR_TYPE_HARDWARE, 1);
		refuse = no_two;
		no_two_code = codes[i];
		CHECK_INT(count_all(NULL), codes[i] == -EBUSY ? -EBUSY : 0); /* it is there, but in use */
		if (codes[i] != -EBUSY) {
			CHECK_INT(evset.missing[0], codes[i]);
			CHECK_INT(evset.missing[1], 0);
			CHECK(!is_open(0, 0, 0) && is_open(1, 1, 0));
		}
		end();
	}
	begin_cpus();
	add("a", ATTR_TYPE_HARDWARE, 2)->nr_members = 2; /* on which another depends */
	add("b", ATTR_TYPE_HARDWARE, 1)->leader = 0;
	refuse = no_two;
	CHECK_INT(count_all(&err), -ENOENT);
	err_done(&err);
	end();
	begin_cpus();
	add("a", ATTR_TYPE_HARDWARE, 2);
	refuse = forbidden; /* is told, not passed over */
	CHECK_INT(count_all(NULL), -EACCES);
	end();
}

/* What is counted by others is not opened; what no kernel counts cannot be sampled. */
TEST(not_the_kernels)
{
	struct err err = ERR_INIT;
	begin_cpus();
	add("a", ATTR_TYPE_HARDWARE, 1)->bpf_counter = true;
	add("duration_time", ATTR_TYPE_SOFTWARE, 9)->tool = EVENT_TOOL_DURATION_TIME;
	CHECK_INT(count_all(NULL), 0);
	CHECK_STR(strbuf_text(&opened), "");
	end();
	begin_cpus();
	add("duration_time", ATTR_TYPE_SOFTWARE, 9)->tool = EVENT_TOOL_DURATION_TIME;
	CHECK_INT(open_all(&err), -ENOENT);
	CHECK_STR(err.hint, "It is for perf stat only: nothing happens that could be sampled.");
	err_done(&err);
	end();
}

static int ended_thread;
static int has_ended(const struct event_attr *attr, const struct event_place *place)
{
	return place->pid == ended_thread || ended_thread == 0 ? -ESRCH : 0;
}

TEST(threads_that_ended)
{
	begin((const int32_t[]){ -1 }, 1, (const int32_t[]){ 10, 11, 12 }, 3);
	add("a", ATTR_TYPE_HARDWARE, 1);
	refuse = has_ended;
	ended_thread = 11;
	CHECK_INT(open_all(NULL), 0);
	CHECK(is_open(0, 0, 0) && !is_open(0, 0, 1) && is_open(0, 0, 2));
	end();
	begin_thread();
	add("a", ATTR_TYPE_HARDWARE, 1);
	refuse = has_ended;
	ended_thread = 0;
	CHECK_INT(open_all(NULL), -ESRCH);
	end();
}

TEST(control_groups_that_are_not_there)
{
	struct err err = ERR_INIT;
	begin_cpus();
	add("a", ATTR_TYPE_HARDWARE, 1)->cgroup = xstrdup("shop");
	CHECK(open_all(&err) < 0);
	CHECK(err.message && strstr(err.message, "no access to cgroup shop"));
	err_done(&err);
	end();
	begin_cpus();
	add("a", ATTR_TYPE_HARDWARE, 1)->cgroup = xstrdup("shop");
	CHECK_INT(count_all(NULL), 0); /* counts nothing: that is what is shown */
	CHECK(evset.missing[0] < 0);
	end();
}

/* -- the end -- */

/* A session is over, and another one follows: closing tracepoints would disturb it. */
static void check_parking(uint32_t type, bool is_probe, bool stays_open)
{
	struct evset_parked parked = { VEC_INIT };
	const struct kernelfs fixture = { fixture_root };
	fixture_file("sys/kernel/tracing/dynamic_events",
		     is_probe ? "p:group/name /bin/sh:0x1234\n" : "p:group/names x\n");
	fixture_file("sys/kernel/tracing/events/header_page", "");
	begin_cpus();
	struct event_spec *spec = add("group:name", type, 1);
	spec->tracepoint_system = xstrdup("group");
	spec->tracepoint_name = xstrdup("name");
	CHECK_INT(open_all(NULL), 0);
	evset.fs = &fixture;
	evset_park(&evset, &parked);
	CHECK(!evset.fds);
	CHECK_INT(parked.fds.count, stays_open ? 2 : 0);
	for (size_t i = 0; i < nr_open; i++) CHECK_INT(fcntl(open_events[i].fd, F_GETFD) >= 0, stays_open);
	evset_parked_leave_behind(&parked);
	end();
}

TEST(parked)
{
	fixture_begin();
	check_parking(ATTR_TYPE_TRACEPOINT, false, true);
	check_parking(ATTR_TYPE_TRACEPOINT, true, false); /* somebody may want to take it away */
	check_parking(ATTR_TYPE_HARDWARE, false, false);
}

/* -- on the running kernel -- */

static bool open_own(void)
{
	const struct evset_options options = { .fs = &fs };
	events = (struct event_list)EVENT_LIST_INIT;
	target = (struct target){ .has_task = true };
	vec_push(&target.cpus, -1);
	vec_push(&target.tids, 0);
	struct event_spec *clock = add("task-clock:u", ATTR_TYPE_SOFTWARE, 1),
			  *dummy = add("dummy:u", ATTR_TYPE_SOFTWARE, ATTR_SOFTWARE_DUMMY);
	clock->attr.flags = dummy->attr.flags = ATTR_DISABLED | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV;
	return evset_open(&evset, &options, &events, &target, NULL) == 0;
}

static uint64_t counted(void)
{
	uint64_t count = 0;
	struct timespec begin, now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
	do {
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	} while (now.tv_sec == begin.tv_sec && now.tv_nsec - begin.tv_nsec < 1000000);
	CHECK_INT(event_count(evset_fd(&evset, 0, 0, 0), &event_list_get(&events, 0)->attr, &count), 0);
	return count;
}

static void end_own(void)
{
	evset_done(&evset);
	event_list_done(&events);
	target_done(&target);
}

TEST(switching)
{
	if (!open_own()) {
		end_own();
		SKIP("no perf_event_open(2) here");
	}
	CHECK_INT(counted(), 0);
	evset_enable(&evset);
	uint64_t first = counted();
	CHECK(first > 0);
	CHECK(counted() > first);
	evset_pause(&evset);
	first = counted();
	CHECK_INT(counted(), first);
	evset_switch(&evset, 1, true); /* another one */
	CHECK_INT(counted(), first);
	evset_switch(&evset, 0, true);
	CHECK(counted() > first);
	evset_disable(&evset);
	first = counted();
	CHECK_INT(counted(), first);
	end_own();
}

TEST(ids_and_filters)
{
	struct perf_events described;
	struct err err = ERR_INIT;
	if (!open_own()) {
		end_own();
		SKIP("no perf_event_open(2) here");
	}
	events_init(&described);
	event_list_get(&events, 0)->nr_members = 2;
	event_list_get(&events, 0)->group_name = xstrdup("both");
	event_list_get(&events, 1)->leader = 0;
	CHECK_INT(evset_ids(&evset, &described, NULL), 0);
	CHECK_INT(described.count, 2);
	CHECK_INT(described.items[0]->nr_ids, 1);
	CHECK(described.items[0]->ids[0] && described.items[0]->ids[0] != described.items[1]->ids[0]);
	CHECK(described.items[1]->leader == described.items[0]);
	CHECK_STR(described.items[0]->group_name, "both");
	CHECK_STR(described.items[1]->name, "dummy:u");
	events_done(&described);
	CHECK_INT(evset_filter(&evset, NULL), 0);
	event_list_get(&events, 1)->filter = xstrdup("a == 1");
	CHECK(evset_filter(&evset, &err) < 0); /* no tracepoint */
	CHECK(err.message && strstr(err.message, "failed to set filter \"a == 1\" on event dummy:u with"));
	err_done(&err);
	end_own();
}

TEST_MAIN
