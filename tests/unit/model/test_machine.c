/* A host and its guests: equal numbers and addresses of two machines are different things. The expectations about
 * records with an event's id were observed on upstream 6.12. */
#include "base/outbuf.h"
#include "model/model.h"
#include "perfdata/record/events.h"
#include "tests/unit/model/record_builder.h"
#include "tests/unit/test.h"

enum { ONE = 1000, TWO = 2000, X = 5 };
enum { HOST_ID = 11, ONE_ID, TWO_ID };

static void apply(struct model *m, struct record r, uint64_t t) { CHECK_INT(model_apply(m, &r, t), 0); }

static void apply_kernel(struct model *m, uint32_t pid, uint64_t start, const char *name)
{
	struct built b;
	apply(m, build_mmap(&b, CPUMODE_GUEST_KERNEL, pid, 0, start, 0x100000, start, name), 0);
}

static const char *kernel_at(const struct machine *machine, uint64_t t, uint64_t vaddr)
{
	const struct map *map = space_find(machine_kernel_space(machine, t, NULL), vaddr);
	return map ? map->dso->name : "-";
}

static const char *user_at(const struct machine *machine, uint32_t tid, uint64_t t, uint64_t vaddr)
{
	const struct task *task = machine_task(machine, tid, t, NULL);
	const struct map *map = task ? space_find(task_space(task, t, NULL), vaddr) : NULL;
	return map ? map->dso->name : "-";
}

static const char *comm_of(const struct machine *machine, uint32_t tid, uint64_t t)
{
	const struct task *task = machine_task(machine, tid, t, NULL);
	return task ? task_comm(task, t, NULL) : "-";
}

TEST(a_host_alone)
{
	struct model *m = model_new(NULL);
	CHECK_INT(model_nr_machines(m), 2); /* the second is any guest that nobody names */
	CHECK(model_machine(m, 0) == model_host(m));
	CHECK(machine_is_host(model_host(m)) && !machine_is_host(model_machine(m, 1)));
	CHECK_INT(machine_pid(model_host(m)), 0);
	CHECK_INT(machine_pid(model_machine(m, 1)), -1);
	CHECK(!model_names_guests(m) && !model_guest(m, ONE) && !model_guest(m, 0));
	for (enum cpumode mode = CPUMODE_UNKNOWN; mode <= CPUMODE_HYPERVISOR; mode++)
		CHECK(model_machine_of(m, mode, ONE_ID, ONE) == model_host(m));
	CHECK(model_machine_of(m, CPUMODE_GUEST_KERNEL, 0, ONE) == model_machine(m, 1));
	CHECK(model_machine_of(m, CPUMODE_GUEST_USER, 0, (uint32_t)-1) == model_machine(m, 1));
	CHECK_STR(comm_of(model_host(m), 0, 5), "swapper");
	CHECK_STR(comm_of(model_machine(m, 1), 0, 5), "[guest/0]");
	model_free(m);
}

/* As `perf kvm record` writes them: the maps of guests' kernels have the guest's number as their pid. */
TEST(guests_by_the_pid_of_their_maps)
{
	struct model *m = model_new(NULL);
	struct built b;
	struct build_id id = { 20, { 1, 2, 3 } };
	model_add_build_id(m, CPUMODE_GUEST_KERNEL, TWO, "[guest.kernel.kallsyms.2000]", &id);
	apply(m,
	      build_mmap(&b, CPUMODE_KERNEL, (uint32_t)-1, 0, 0x81000000, 0x100000, 0x81000000,
			 "[kernel.kallsyms]_text"),
	      0);
	apply_kernel(m, ONE, 0x81000000, "[guest.kernel.kallsyms.1000]_text");
	apply_kernel(m, ONE, 0xc0000000, "[one]");
	apply_kernel(m, TWO, 0x82000000, "[guest.kernel.kallsyms.2000]_stext");
	apply_kernel(m, TWO, 0xc0000000, "[two]");
	apply_kernel(m, 0, 0x83000000, "[guest.kernel.kallsyms]_text");
	const struct machine *one = model_guest(m, ONE), *two = model_guest(m, TWO), *other = model_machine(m, 1);
	CHECK(one && two && one != two);
	CHECK_INT(machine_pid(one), ONE);
	CHECK(model_machine_of(m, CPUMODE_GUEST_USER, 0, ONE) == one);
	CHECK(model_machine_of(m, CPUMODE_GUEST_KERNEL, 0, 77) == other);
	CHECK_STR(kernel_at(model_host(m), 5, 0x81000100), "[kernel.kallsyms]");
	CHECK_STR(kernel_at(one, 5, 0x81000100), "[guest.kernel.kallsyms.1000]");
	CHECK_STR(kernel_at(two, 5, 0x81000100), "-");
	CHECK_STR(kernel_at(two, 5, 0x82000100), "[guest.kernel.kallsyms.2000]");
	CHECK_STR(kernel_at(other, 5, 0x83000100), "[guest.kernel.kallsyms]");
	CHECK_STR(kernel_at(one, 5, 0xc0000100), "[one]");
	CHECK_STR(kernel_at(two, 5, 0xc0000100), "[two]");
	CHECK_STR(kernel_at(model_host(m), 5, 0xc0000100), "-");
	struct model_kernel kernel;
	machine_kernel(one, &kernel);
	CHECK_STR(kernel.ref_name, "_text");
	CHECK_INT(kernel.ref_vaddr, 0x81000000);
	CHECK_INT(kernel.build_id.size, 0);
	machine_kernel(two, &kernel);
	CHECK_STR(kernel.ref_name, "_stext");
	CHECK_INT(kernel.ref_vaddr, 0x82000000);
	CHECK_INT(kernel.build_id.size, 20);
	machine_kernel(model_host(m), &kernel);
	CHECK_INT(kernel.build_id.size, 0);
	model_free(m);
}

/* Numbers that no process has, and more guests than anybody runs. */
TEST(absurd_guests_are_one)
{
	struct warnings *warnings = warnings_new();
	struct model *m = model_new(&(struct model_options){ .warnings = warnings });
	const uint32_t none[] = { 0, (uint32_t)-1, (uint32_t)INT32_MIN };
	for (size_t i = 0; i < ARRAY_SIZE(none); i++) apply_kernel(m, none[i], 0x1000000 * (i + 1), "[none]");
	CHECK_INT(model_nr_machines(m), 2);
	CHECK_STR(kernel_at(model_machine(m, 1), 0, 0x3000000), "[none]");
	size_t before = model_size_bytes(m);
	for (uint32_t pid = 1; pid <= 100000; pid++) {
		apply_kernel(m, pid, 0x81000000, "[same]");
		if (pid == 5000) before = model_size_bytes(m);
	}
	CHECK_INT(model_nr_machines(m), 4096);
	CHECK(model_guest(m, 4094) && !model_guest(m, 4095));
	CHECK(model_machine_of(m, CPUMODE_GUEST_KERNEL, 0, 99999) == model_machine(m, 1));
	CHECK(model_size_bytes(m) - before < 95000 * 512); /* a map each, no machine */
	CHECK_INT(warnings_count(warnings, NULL), 1);
	model_free(m);
	warnings_free(warnings);
}

struct scene {
	struct perf_events events;
	struct outbuf out;
	struct model *model;
};

static struct record record_of(struct scene *s)
{
	uint32_t type;
	uint16_t misc;
	memcpy(&type, s->out.data, sizeof(type));
	memcpy(&misc, s->out.data + 4, sizeof(misc));
	return (struct record){
		.type = type, .misc = misc, .size = (uint16_t)s->out.size, .data = (const uint8_t *)s->out.data
	};
}

static void apply_with_id(struct scene *s, uint32_t type, uint16_t misc, uint64_t id, uint64_t t,
			  const union record_fields *fields)
{
	struct sample_id trailer = { .present = SAMPLE_TIME | SAMPLE_IDENTIFIER, .time_ns = t, .id = id };
	s->out.size = 0;
	CHECK_INT(record_encode(&s->out, (struct record_envelope){ type, misc, &trailer }, fields), 0);
	apply(s->model, record_of(s), t);
}

static void apply_comm(struct scene *s, uint16_t misc, uint64_t id, uint64_t t, uint32_t tid, const char *name)
{
	union record_fields fields = { .as_comm = { .pid = tid, .tid = tid, .comm = name } };
	apply_with_id(s, RECORD_COMM, misc, id, t, &fields);
}

static void apply_mmap(struct scene *s, uint16_t misc, uint64_t id, uint64_t start, uint32_t tid, const char *name)
{
	union record_fields fields = {
		.as_mmap = { .pid = tid, .tid = tid, .start = start, .len = 0x1000, .prot = X, .filename = name }
	};
	apply_with_id(s, RECORD_MMAP2, misc, id, 5, &fields);
}

static void apply_task(struct scene *s, uint32_t type, uint64_t id, uint64_t t, uint32_t tid, uint32_t parent)
{
	union record_fields fields = { .as_task = { .pid = tid, .ppid = parent, .tid = tid, .ptid = parent } };
	apply_with_id(s, type, CPUMODE_GUEST_USER, id, t, &fields);
}

static void scene_init(struct scene *s)
{
	const uint64_t ids[] = { HOST_ID, ONE_ID, TWO_ID };
	uint64_t index[1 + 3 * 4 + 3 * 2] = { 3 };
	*s = (struct scene){ 0 };
	out_init(&s->out, -1);
	events_init(&s->events);
	struct event_attr attr = { .sample_type = SAMPLE_TIME | SAMPLE_IDENTIFIER, .flags = ATTR_SAMPLE_ID_ALL };
	events_add_ids(&s->events, events_add(&s->events, &attr, "cycles"), ids, ARRAY_SIZE(ids));
	s->model = model_new(&(struct model_options){ .events = &s->events });
	for (size_t i = 0; i < 3; i++) {
		index[1 + 4 * i] = ids[i];
		index[13 + 2 * i] = i * 1000;
		index[13 + 2 * i + 1] = i;
	}
	struct built b;
	begin_record(&b, RECORD_ID_INDEX, 0);
	put(&b, index, sizeof(index));
	struct record r = end_record(&b);
	CHECK_INT(model_add_guest_ids(s->model, &r), 0);
	r.size = 12;
	CHECK(model_add_guest_ids(s->model, &r) < 0);
}

static void scene_done(struct scene *s)
{
	model_free(s->model);
	events_done(&s->events);
	out_done(&s->out);
}

/* As `perf inject --guest-data` writes them: what was recorded in the guests, with ids of their own. */
TEST(guests_by_the_id_of_their_events)
{
	struct scene s;
	scene_init(&s);
	struct model *m = s.model;
	const struct machine *host = model_host(m), *one = model_guest(m, ONE), *two = model_guest(m, TWO);
	struct model_vcpu vcpu = { NULL, 0 };
	CHECK(model_names_guests(m) && one && two);
	CHECK(model_machine_of(m, CPUMODE_GUEST_USER, ONE_ID, 77) == one);
	CHECK(model_machine_of(m, CPUMODE_GUEST_KERNEL, TWO_ID, ONE) == two); /* before the pid */
	CHECK(model_machine_of(m, CPUMODE_USER, TWO_ID, 77) == host);         /* the mode decides */
	CHECK(model_machine_of(m, CPUMODE_GUEST_USER, HOST_ID, TWO) == two);
	CHECK(!model_vcpu(m, HOST_ID, &vcpu) && model_vcpu(m, TWO_ID, &vcpu));
	CHECK(vcpu.machine == two && vcpu.vcpu == 2);
	apply_comm(&s, 0, ONE_ID, 5, 77, "of-host");
	apply_comm(&s, CPUMODE_GUEST_USER, ONE_ID, 5, 77, "of-one");
	apply_comm(&s, CPUMODE_GUEST_USER, TWO_ID, 5, 77, "of-two");
	apply_mmap(&s, CPUMODE_USER, HOST_ID, 0x400000, 77, "/bin/x");
	apply_mmap(&s, CPUMODE_GUEST_USER, ONE_ID, 0x500000, 77, "/bin/x");
	apply_mmap(&s, CPUMODE_GUEST_KERNEL, TWO_ID, 0x81000000, ONE, "[guest.kernel.kallsyms]_text");
	CHECK_STR(comm_of(host, 77, 9), "of-host");
	CHECK_STR(comm_of(one, 77, 9), "of-one");
	CHECK_STR(comm_of(two, 77, 9), "of-two");
	CHECK_STR(user_at(host, 77, 9, 0x400100), "/bin/x");
	CHECK_STR(user_at(one, 77, 9, 0x400100), "-");
	CHECK_STR(user_at(one, 77, 9, 0x500100), "/bin/x");
	CHECK_STR(user_at(two, 77, 9, 0x500100), "-");
	const struct map *of_host = space_find(task_space(machine_task(host, 77, 9, NULL), 9, NULL), 0x400100),
			 *of_one = space_find(task_space(machine_task(one, 77, 9, NULL), 9, NULL), 0x500100);
	CHECK(of_host->dso != of_one->dso && of_host->dso->machine == host && of_one->dso->machine == one);
	CHECK_STR(kernel_at(two, 9, 0x81000100), "[guest.kernel.kallsyms.2000]");
	CHECK_STR(kernel_at(one, 9, 0x81000100), "-");
	apply_task(&s, RECORD_FORK, ONE_ID, 10, 78, 77);
	CHECK_STR(comm_of(one, 78, 11), "of-one");
	CHECK_STR(user_at(one, 78, 11, 0x500100), "/bin/x");
	CHECK_STR(comm_of(host, 78, 11), "-");
	apply_task(&s, RECORD_EXIT, ONE_ID, 12, 77, 77);
	CHECK_STR(comm_of(one, 77, 13), "-");
	CHECK_STR(comm_of(two, 77, 13), "of-two");
	CHECK_STR(comm_of(host, 77, 13), "of-host");
	union record_fields fields = {
		.as_ksymbol = { .addr = 0xc0000000, .len = 0x100, .ksym_type = 1, .name = "bpf_prog_one" }
	};
	apply_with_id(&s, RECORD_KSYMBOL, CPUMODE_GUEST_KERNEL, ONE_ID, 20, &fields);
	CHECK_STR(kernel_at(one, 21, 0xc0000010), "bpf_prog_one");
	CHECK_STR(kernel_at(two, 21, 0xc0000010), "-");
	CHECK_STR(kernel_at(host, 21, 0xc0000010), "-");
	scene_done(&s);
}

TEST(guests_are_in_the_present)
{
	struct scene s;
	scene_init(&s);
	apply_comm(&s, 0, HOST_ID, 5, 77, "of-host");
	apply_comm(&s, CPUMODE_GUEST_USER, TWO_ID, 5, 77, "of-two");
	apply_mmap(&s, CPUMODE_GUEST_USER, TWO_ID, 0x500000, 77, "/bin/x");
	apply_kernel(s.model, 3000, 0x81000000, "[guest.kernel.kallsyms.3000]_text");
	struct model *now = model_present(s.model, 8);
	const struct machine *two = model_guest(now, TWO), *three = model_guest(now, 3000);
	model_free(s.model);
	s.model = now;
	CHECK(model_machine_of(now, CPUMODE_GUEST_USER, TWO_ID, 77) == two);
	CHECK_INT(machine_index(two), 3);
	CHECK_STR(comm_of(model_host(now), 77, 9), "of-host");
	CHECK_STR(comm_of(two, 77, 9), "of-two");
	CHECK_STR(user_at(two, 77, 9, 0x500100), "/bin/x");
	CHECK_STR(user_at(model_host(now), 77, 9, 0x500100), "-");
	CHECK_STR(kernel_at(three, 9, 0x81000100), "[guest.kernel.kallsyms.3000]");
	struct model_kernel kernel;
	machine_kernel(three, &kernel);
	CHECK_STR(kernel.ref_name, "_text");
	apply_comm(&s, CPUMODE_GUEST_USER, TWO_ID, 10, 77, "later");
	CHECK_STR(comm_of(two, 77, 11), "later");
	scene_done(&s);
}

TEST_MAIN
