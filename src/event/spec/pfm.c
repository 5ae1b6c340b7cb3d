/* libpfm4 through dlopen(3): its headers are needed for building, the library only when its names are used.
 * pfm_absent.c stands here where the headers are missing. */
#include "event/spec/pfm.h"

#include <dlfcn.h>
#include <errno.h>
#include <perfmon/pfmlib_perf_event.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"

#define PFM_LIBRARY "libpfm.so.4"
/* Bytes of one event's name: a bound, names of libpfm are far shorter. */
enum { TEXT_MAX = 4096 };

/* The library's functions, as pfmlib.h declares them. It is loaded with dlopen(3), so that perf runs without it. */
struct pfm {
	void *library;
	int (*initialize)(void);
	void (*terminate)(void);
	const char *(*strerror)(int code);
	int (*get_os_event_encoding)(const char *str, int dfl_plm, pfm_os_t os, void *args);
	int (*get_pmu_info)(pfm_pmu_t pmu, pfm_pmu_info_t *output);
	int (*get_event_info)(int index, pfm_os_t os, pfm_event_info_t *output);
	int (*get_event_next)(int index);
	int (*get_event_attr_info)(int event, int attr, pfm_os_t os, pfm_event_attr_info_t *output);
	struct arena arena;
	VEC(const char *) names; /* once they were asked for */
};

/* False: an older library lacks one of them. */
static bool load_symbols(struct pfm *pfm)
{
	const struct {
		const char *name;
		void *at;
	} symbols[] = {
		{ "pfm_initialize", &pfm->initialize },
		{ "pfm_terminate", &pfm->terminate },
		{ "pfm_strerror", &pfm->strerror },
		{ "pfm_get_os_event_encoding", &pfm->get_os_event_encoding },
		{ "pfm_get_pmu_info", &pfm->get_pmu_info },
		{ "pfm_get_event_info", &pfm->get_event_info },
		{ "pfm_get_event_next", &pfm->get_event_next },
		{ "pfm_get_event_attr_info", &pfm->get_event_attr_info },
	};
	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++) {
		void *function = dlsym(pfm->library, symbols[i].name);
		if (!function) return false;
		/* C has no conversion from void * to a function pointer. */
		memcpy(symbols[i].at, &function, sizeof(function));
	}
	return true;
}

struct pfm *pfm_open(struct err *err)
{
	struct pfm *pfm = xcalloc(1, sizeof(*pfm));
	arena_init(&pfm->arena);
	pfm->library = dlopen(PFM_LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE); /* it keeps what it made */
	if (pfm->library && load_symbols(pfm)) {
		int code = pfm->initialize();
		if (code == PFM_SUCCESS) return pfm;
		err_set(err, -ENOENT, "libpfm4: %s", pfm->strerror(code));
		pfm->terminate = NULL;
	} else {
		err_set(err, -ENOENT, "%s cannot be loaded", PFM_LIBRARY);
		err_hint(err, "Install libpfm4 to use its names of events.");
	}
	pfm_close(pfm);
	return NULL;
}

void pfm_close(struct pfm *pfm)
{
	if (!pfm) return;
	if (pfm->library && pfm->terminate) pfm->terminate();
	if (pfm->library) dlclose(pfm->library);
	vec_done(&pfm->names);
	arena_done(&pfm->arena);
	free(pfm);
}

/* Events that libpfm has from the kernel's own names. */
static bool is_generic(const char *full_name)
{
	return strncmp(full_name, "perf::", 6) == 0 || strncmp(full_name, "perf_raw::", 10) == 0;
}

int pfm_encode(struct pfm *pfm, const char *text, bool generic, struct event_attr *ret_attr, char **ret_name,
	       struct err *err)
{
	/* the kernel header's struct, as libpfm knows no other */
	struct perf_event_attr attr = { 0 };
	char *full_name = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &full_name, .size = sizeof(arg) };
	/* The user's and the kernel's levels, unless text says otherwise. */
	int code = pfm->get_os_event_encoding(text, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
	if (code != PFM_SUCCESS)
		return err_set(err, code == PFM_ERR_NOTFOUND ? -ENOENT : -EINVAL, "failed to parse event %s : %s", text,
			       pfm->strerror(code));
	if (!generic && full_name && is_generic(full_name)) {
		free(full_name);
		return err_set(err, -ENOENT, "failed to parse event %s : event not found", text);
	}
	/* only what an encoding consists of: periods, sample types and the like are the recorder's to choose */
	*ret_attr = (struct event_attr){
		.type = attr.type,
		.config = attr.config,
		.config1 = attr.config1,
		.config2 = attr.config2,
	};
	if (attr.exclude_user) ret_attr->flags |= ATTR_EXCLUDE_USER;
	if (attr.exclude_kernel) ret_attr->flags |= ATTR_EXCLUDE_KERNEL;
	if (attr.exclude_hv) ret_attr->flags |= ATTR_EXCLUDE_HV;
	if (attr.exclude_guest) ret_attr->flags |= ATTR_EXCLUDE_GUEST;
	if (attr.exclude_host) ret_attr->flags |= ATTR_EXCLUDE_HOST;
	if (ret_name) *ret_name = take(full_name);
	free(full_name);
	return 0;
}

/* Appends one event, named as typed. */
static int parse_one(struct pfm *pfm, struct event_list *list, const char *text, struct err *err)
{
	struct event_attr attr;
	int r = pfm_encode(pfm, text, true, &attr, NULL, err);
	if (r < 0) return r;
	struct event_spec *spec = event_list_add(list, text);
	spec->attr = attr;
	spec->is_core = attr.type == ATTR_TYPE_RAW || attr.type == ATTR_TYPE_HARDWARE ||
			attr.type == ATTR_TYPE_HW_CACHE;
	spec->has_modifiers = attr.flags != 0;
	return 0;
}

/* The events from first on are one group. */
static void make_group(struct event_list *list, size_t first)
{
	size_t count = event_list_count(list) - first;
	for (size_t i = 0; i < count; i++) {
		struct event_spec *spec = event_list_get(list, first + i);
		spec->leader = (uint32_t)first;
		spec->nr_members = i ? 1 : (uint32_t)count;
	}
}

/* Syntax errors of --pfm-events; -EINVAL. */
static int wrong(struct err *err, const char *text, const char *what)
{
	return err_set(err, -EINVAL, "%s in --pfm-events '%s'", what, text);
}

/* Events and groups; on failure some may be appended already. */
static int parse_all(struct pfm *pfm, struct event_list *list, const char *text, struct err *err)
{
	size_t group = SIZE_MAX; /* its first event, while one is open */
	for (const char *at = text;;) {
		if (*at == '{') {
			if (group != SIZE_MAX) return wrong(err, text, "a group in a group");
			group = event_list_count(list);
			at++;
		}
		size_t size = strcspn(at, ",{}");
		if (!size || size >= TEXT_MAX) return wrong(err, text, "an event is missing");
		_free_ char *name = xstrndup(at, size);
		int r = parse_one(pfm, list, name, err);
		if (r < 0) return r;
		at += size;
		if (*at == '}') {
			if (group == SIZE_MAX) return wrong(err, text, "a '}' without '{'");
			make_group(list, group);
			group = SIZE_MAX;
			at++;
		}
		if (!*at) return group == SIZE_MAX ? 0 : wrong(err, text, "a '{' without '}'");
		if (*at++ != ',') return wrong(err, text, "a ',' is missing");
	}
}

int pfm_parse(struct pfm *pfm, struct event_list *list, const char *text, struct err *err)
{
	size_t before = event_list_count(list);
	int r = parse_all(pfm, list, text, err);
	while (r < 0 && event_list_count(list) > before) event_spec_free(event_list_get(list, --list->items_vec.count));
	return r;
}

/* The text of a description may be NULL. */
static void add_name(struct pfm *pfm, const char *name, const char *desc)
{
	vec_push(&pfm->names, arena_strdup(&pfm->arena, name));
	vec_push(&pfm->names, arena_strdup(&pfm->arena, desc ? desc : ""));
}

/* An event with unit masks is as many as it has, "pmu::event:mask". */
static void add_event(struct pfm *pfm, const pfm_pmu_info_t *pmu, int index)
{
	pfm_event_info_t event = { .size = sizeof(event) };
	if (pfm->get_event_info(index, PFM_OS_PERF_EVENT, &event) != PFM_SUCCESS) return;
	bool has_masks = false;
	for (int i = 0; i < event.nattrs; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof(attr) };
		if (pfm->get_event_attr_info(event.idx, i, PFM_OS_PERF_EVENT, &attr) != PFM_SUCCESS ||
		    attr.type != PFM_ATTR_UMASK)
			continue;
		_free_ char *name = xasprintf("%s::%s:%s", pmu->name, event.name, attr.name);
		add_name(pfm, name, attr.desc);
		has_masks = true;
	}
	if (has_masks) return;
	_free_ char *name = xasprintf("%s::%s", pmu->name, event.name);
	add_name(pfm, name, event.desc);
}

const char *const *pfm_names(struct pfm *pfm)
{
	for (int i = PFM_PMU_NONE; !pfm->names.count && i < PFM_PMU_MAX; i++) {
		pfm_pmu_info_t pmu = { .size = sizeof(pmu) };
		if (pfm->get_pmu_info((pfm_pmu_t)i, &pmu) != PFM_SUCCESS || !pmu.is_present ||
		    i == PFM_PMU_PERF_EVENT || i == PFM_PMU_PERF_EVENT_RAW)
			continue;
		for (int event = pmu.first_event; event != -1; event = pfm->get_event_next(event))
			add_event(pfm, &pmu, event);
	}
	/* Room for the NULL, which is not counted. */
	vec_reserve(&pfm->names, pfm->names.count + 1);
	pfm->names.items[pfm->names.count] = NULL;
	return pfm->names.items;
}
