/* Reading lists as options give them, and asking them about samples. */
#include "analysis/pass/sample_filter.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "perfdata/feature/header.h"
#include "session/session.h"

void name_list_done(struct name_list *list)
{
	for (size_t i = 0; i < list->count; i++) free(list->names[i]);
	free(list->names);
	*list = (struct name_list){ 0 };
}

void number_list_done(struct number_list *list)
{
	free(list->numbers);
	*list = (struct number_list){ 0 };
}

void sample_filter_done(struct sample_filter *filter)
{
	name_list_done(&filter->comms);
	name_list_done(&filter->dsos);
	name_list_done(&filter->symbols);
	number_list_done(&filter->pids);
	number_list_done(&filter->tids);
	number_list_done(&filter->cpus);
	number_list_done(&filter->parallelism);
	free(filter->times.items);
	filter->times.items = NULL;
}

static void add_name(struct name_list *list, const char *name, size_t size_bytes)
{
	list->names = xreallocarray(list->names, list->count + 1, sizeof(*list->names));
	list->names[list->count++] = xstrndup(name, size_bytes);
}

/* "file://" may be one of the words: its file is then read in place of the word. */
int name_list_parse(struct name_list *list, const char *text, struct err *err)
{
	list->given = true;
	for (const char *end;; text = end + 1) {
		end = strchrnul(text, ',');
		if (strncmp(text, "file://", 7) == 0) {
			_free_ char *path = xstrndup(text + 7, (size_t)(end - text) - 7);
			FILE *file = fopen(path, "re");
			if (!file) return err_set_errno(err, -errno, "%s", path);
			_free_ char *line = NULL;
			size_t capacity = 0;
			for (ssize_t n; (n = getline(&line, &capacity, file)) >= 0;) {
				while (n && isspace((unsigned char)line[n - 1])) n--;
				if (n) add_name(list, line, (size_t)n);
			}
			fclose(file);
		} else if (end > text) {
			add_name(list, text, (size_t)(end - text));
		}
		if (!*end) return 0;
	}
}

bool name_list_has(const struct name_list *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->names[i], name) == 0) return true;
	return false;
}

int number_list_parse(struct number_list *list, const char *text, struct err *err)
{
	const char *at = text;
	while (*at) {
		char *end;
		long long from = strtoll(at, &end, 10), to = from;
		if (end == at)
			return err_set(err, -EINVAL, "Invalid number list: %s: numbers and ranges, such as 0,2-3",
				       text);
		/* A range; the bound keeps a mistyped one from taking all memory. */
		if (*end == '-') {
			at = end + 1;
			to = strtoll(at, &end, 10);
			if (end == at || to < from || to - from > 1 << 20)
				return err_set(err, -EINVAL,
					       "Invalid number list: %s: numbers and ranges, such as 0,2-3", text);
		}
		if (*end && *end != ',')
			return err_set(err, -EINVAL, "Invalid number list: %s: numbers and ranges, such as 0,2-3",
				       text);
		list->numbers = xreallocarray(list->numbers, list->count + (size_t)(to - from) + 1,
					      sizeof(*list->numbers));
		for (long long i = from; i <= to; i++) list->numbers[list->count++] = i;
		at = *end ? end + 1 : end;
	}
	return 0;
}

bool number_list_has(const struct number_list *list, int64_t number)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->numbers[i] == number) return true;
	return false;
}

/* "12.3456" seconds, digits beyond nanoseconds dropped. */
static bool parse_time(const char *text, const char *end, uint64_t *ret_ns)
{
	uint64_t seconds = 0, ns = 0, unit = 100000000;
	if (text == end) return false;
	for (; text < end && isdigit((unsigned char)*text); text++) seconds = seconds * 10 + (uint64_t)(*text - '0');
	if (text < end && *text == '.')
		for (text++; text < end && isdigit((unsigned char)*text); text++, unit /= 10)
			ns += unit * (uint64_t)(*text - '0');
	if (text != end) return false;
	*ret_ns = seconds * 1000000000 + ns;
	return true;
}

static void add_range(struct time_ranges *ranges, uint64_t from_ns, uint64_t to_ns)
{
	ranges->items = xreallocarray(ranges->items, ranges->count + 1, sizeof(*ranges->items));
	ranges->items[ranges->count].from_ns = from_ns;
	ranges->items[ranges->count++].to_ns = to_ns;
}

/* "10%-20%" or "10%/2" (the second slice of 10 %). */
static bool parse_percent(const char *text, const char *end, uint64_t first_ns, uint64_t last_ns,
			  struct time_ranges *ranges)
{
	char *at;
	double from = strtod(text, &at), to, length = (double)(last_ns - first_ns);
	if (at == text || at > end || *at != '%') return false;
	at++;
	if (at == end) {
		to = from;
		from = 0;
	} else if (*at == '-') {
		const char *second = at + 1;
		to = strtod(second, &at);
		if (at == second || *at != '%' || at + 1 != end) return false;
	} else if (*at == '/') {
		const char *second = at + 1;
		long slice = strtol(second, &at, 10);
		if (at != end || slice < 1) return false;
		to = from * (double)slice;
		from = to - from;
	} else {
		return false;
	}
	if (from < 0 || to > 100 || from > to) return false;
	uint64_t start_ns = first_ns + (uint64_t)(length * from / 100.0),
		 stop_ns = first_ns + (uint64_t)(length * to / 100.0);
	if (to >= 100) stop_ns = last_ns;
	else if (stop_ns > start_ns) stop_ns--; /* the end of a slice is the beginning of the next */
	add_range(ranges, start_ns, stop_ns);
	return true;
}

static int bad_time(const char *text, struct err *err)
{
	return err_set(err, -EINVAL,
		       "Invalid time string: --time '%s' is none of START,STOP in seconds (either may be left out) and "
		       "parts such as 10%%/2, 0%%-20%%",
		       text);
}

int time_ranges_parse(struct time_ranges *ranges, const char *text, uint64_t first_ns, uint64_t last_ns,
		      struct err *err)
{
	bool percent = strchr(text, '%');
	for (const char *at = text; *at;) {
		while (*at == ' ' || (percent && *at == ',')) at++;
		if (!*at) break;
		/* Words are separated by blanks; percentages by commas, too, which in times separate the ends. */
		const char *end = at + strcspn(at, percent ? ", " : " ");
		if (percent) {
			if (!parse_percent(at, end, first_ns, last_ns, ranges)) return bad_time(text, err);
		} else {
			const char *comma = memchr(at, ',', (size_t)(end - at));
			uint64_t from_ns = 0, to_ns = UINT64_MAX;
			if (comma) {
				if (comma > at && !parse_time(at, comma, &from_ns)) return bad_time(text, err);
				if (comma + 1 < end && !parse_time(comma + 1, end, &to_ns)) return bad_time(text, err);
			} else if (!parse_time(at, end, &from_ns)) {
				return bad_time(text, err);
			}
			if (from_ns > to_ns) return bad_time(text, err);
			add_range(ranges, from_ns, to_ns);
		}
		at = end;
	}
	return 0;
}

/* Ranges may overlap and come in any order. */
bool sample_filter_drops(const struct sample_filter *filter, const struct sample *sample)
{
	const uint32_t no_cpu = (uint32_t)-1; /* of a trace of a thread */
	if (filter->by_cpu && sample->cpu != no_cpu && !number_list_has(&filter->cpus, (int32_t)sample->cpu))
		return true;
	if (filter->by_time && sample->present & SAMPLE_TIME) {
		for (size_t i = 0; i < filter->times.count; i++)
			if (sample->time_ns >= filter->times.items[i].from_ns &&
			    sample->time_ns <= filter->times.items[i].to_ns)
				return false;
		return true;
	}
	return false;
}

bool sample_filter_hides_block(const struct sample_filter *filter, const struct source_block *block)
{
	if (block->has_cpu && filter->by_cpu && !number_list_has(&filter->cpus, (int32_t)block->cpu)) return true;
	if (!block->has_task) return false;
	if (filter->pids.count && !number_list_has(&filter->pids, (int32_t)block->pid)) return true;
	return filter->tids.count && !number_list_has(&filter->tids, (int32_t)block->tid);
}

bool sample_filter_hides_task(const struct sample_filter *filter, const struct sample *sample,
			      const struct sample_task *task)
{
	bool of_guest = sample->cpumode == CPUMODE_GUEST_KERNEL || sample->cpumode == CPUMODE_GUEST_USER;
	if (filter->comms.given && !name_list_has(&filter->comms, task->comm)) return true;
	if (filter->pids.count && !number_list_has(&filter->pids, (int32_t)task->pid)) return true;
	if (filter->tids.count && !number_list_has(&filter->tids, (int32_t)task->tid)) return true;
	if (filter->hides_host && !of_guest) return true;
	if (filter->hides_guests && of_guest) return true;
	if (filter->parallelism.count && sample->parallelism &&
	    !number_list_has(&filter->parallelism, sample->parallelism))
		return true;
	if (filter->socket >= 0) {
		const struct perf_header *h = filter->header;
		if (!h || sample->cpu >= h->nr_cores || h->cores[sample->cpu].socket != filter->socket) return true;
	}
	return false;
}

bool sample_filter_hides_frame(const struct sample_filter *filter, const struct frame *frame)
{
	const struct dso *dso = frame->map ? frame->map->dso : NULL;
	if (filter->dsos.given &&
	    (!dso || !(name_list_has(&filter->dsos, dso->short_name) || name_list_has(&filter->dsos, dso->long_name))))
		return true;
	if (filter->symbols.given && (!frame->symbol || !name_list_has(&filter->symbols, frame->symbol->name)))
		return true;
	if (filter->symbol_part && (!frame->symbol || !strstr(frame->symbol->name, filter->symbol_part))) return true;
	return false;
}
