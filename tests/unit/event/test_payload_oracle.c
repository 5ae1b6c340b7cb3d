/* Formats and payloads compared with libtraceevent: fields, what is understood, and the text of random payloads, for
 * every tracepoint of the running kernel, for those of the recordings that PERF_TEST_RECORDINGS names (separated by
 * ':'), and for a list of formats that exercise the language. Differences between libtraceevent 1.7 and 1.8 are left
 * out when 1.7 runs. */
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <traceevent/event-parse.h>
#include "event/format/tracepoint.h"
#include "event/format/tracing_data.h"
#include "base/strbuf.h"
#include "tests/unit/test.h"

/* libtraceevent forgets some arguments of print formats that it does not understand. */
const char *__lsan_default_suppressions(void);
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void) { return "leak:libtraceevent.so"; }

static bool old_library; /* 1.7: no %c, other arrays, no '+' */

static uint64_t seed = 88172645463325252u;
static uint64_t next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* one name covers 64 KiB of "kernel text" */
static const char *find_name(void *ctx, uint64_t ip, uint64_t *ret_sym_off)
{
	(void)ctx;
	if (ip >> 16 != 0xffffffff8123) return NULL;
	*ret_sym_off = ip & 0xffff;
	return "some_function";
}
static char *resolve(void *ctx, unsigned long long *addrp, char **modp)
{
	uint64_t sym_off;
	const char *name = find_name(ctx, *addrp, &sym_off);
	if (!name) return NULL;
	*addrp -= sym_off;
	*modp = NULL;
	return (char *)name;
}
static const struct payload_names names = { find_name, NULL };

static void append(struct strbuf *b, uint64_t value, int bytes) { strbuf_add(b, &value, (size_t)bytes); }

/* A blob that holds one format, in this machine's byte order (tests run little-endian). */
static void build_blob(struct strbuf *b, const char *system, const char *format)
{
	strbuf_clear(b);
	strbuf_add(b, "\x17\x08\x44tracing0.6\0", 14);
	append(b, 0, 1);
	append(b, 8, 1);
	append(b, 4096, 4);
	strbuf_add(b, "header_page", 12);
	append(b, 0, 8);
	strbuf_add(b, "header_event", 13);
	append(b, 0, 8);
	append(b, 0, 4);
	append(b, 1, 4);
	strbuf_add(b, system, strlen(system) + 1);
	append(b, 1, 4);
	append(b, strlen(format), 8);
	strbuf_str(b, format);
	append(b, 0, 4);
	const char *printk = "0xffffffff82000000 : \"a kernel string\"\n0xffffffff82000010 : \"line\\n\"\n";
	append(b, strlen(printk), 4);
	strbuf_str(b, printk);
	append(b, 0, 8);
}

struct sample_payload {
	uint8_t bytes[1024];
	size_t size;
}; /* the bytes behind size are zero: libtraceevent reads on */

/* A number in the byte order of the recording. */
static void put(const struct tracepoint *tp, uint8_t *to, uint64_t value, uint32_t size)
{
	uint8_t bytes[8];
	memcpy(bytes, &value, 8);
	for (uint32_t i = 0; i < size; i++) to[i] = bytes[tp->swap ? size - 1 - i : i];
}

static void random_payload(const struct tracepoint *tp, struct sample_payload *s, int round)
{
	size_t end = 8;
	memset(s, 0, sizeof(*s));
	for (size_t i = 0; i < tp->nr_fields; i++)
		if (tp->fields[i].offset + tp->fields[i].size > end) end = tp->fields[i].offset + tp->fields[i].size;
	if (end > 512) end = 512;
	for (size_t i = 0; i < tp->nr_fields; i++) {
		const struct tracepoint_field *f = &tp->fields[i];
		if (f->offset + f->size > end) continue;
		uint64_t v = next_random();
		switch (next_random() % 6) {
		case 0: v &= 7; break;
		case 1: v &= 0xff; break;
		case 2: v = 1ull << (v & 63); break;
		case 3: v = 0xffffffff81230000u + (v & 0x1ffff); break;
		case 4: v = round & 1 ? 0 : 0xffffffff82000000u; break;
		default: break;
		}
		if (f->flags & TRACEPOINT_ARRAY && !(f->flags & TRACEPOINT_DYNAMIC)) {
			for (uint32_t j = 0; j < f->size; j++)
				s->bytes[f->offset + j] =
					f->flags & TRACEPOINT_STRING
						? (j + 1 == f->size || v >> (j & 31) & 1 ? 0 : 'a' + j % 26)
						: (uint8_t)next_random();
		} else if (f->size <= 8) {
			put(tp, s->bytes + f->offset, v, f->size);
		}
	}
	s->size = end;
	for (size_t i = 0; i < tp->nr_fields; i++) {
		const struct tracepoint_field *f = &tp->fields[i];
		if (!(f->flags & TRACEPOINT_DYNAMIC) || f->offset + f->size > end || s->size > 900) continue;
		uint32_t length = (uint32_t)(next_random() % 40) & (f->element_size == 8                       ? ~7u
								    : f->element_size == 4 || !f->element_size ? ~3u
													       : ~0u);
		bool text = strstr(f->type, "char") != NULL;
		if (text && !length) length = 1;
		uint32_t where = (uint32_t)s->size;
		for (uint32_t j = 0; j < length; j++)
			s->bytes[s->size++] = text ? (uint8_t)(j + 1 == length ? 0 : 'A' + next_random() % 26)
						   : (uint8_t)next_random();
		uint32_t loc = (length << 16) | (f->flags & TRACEPOINT_RELATIVE ? where - f->offset - f->size : where);
		put(tp, s->bytes + f->offset, loc, 4);
	}
	s->size = (s->size + 15) & ~(size_t)7; /* an element at the end of a dynamic array is within */
	put(tp, s->bytes, tp->id, 2);
}

static bool compare(struct tep_handle *tep, const struct tracepoint *tp, struct sample_payload *s, bool report)
{
	struct tep_record record = { .data = s->bytes, .size = (int)s->size };
	struct trace_seq seq;
	struct outbuf out;
	trace_seq_init(&seq);
	tep_print_event(tep, &seq, &record, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&seq);
	out_init(&out, -1);
	tracepoint_print(tp, s->bytes, sizeof(s->bytes), &names, &out); /* with the zeros libtraceevent reads on into */
	out_char(&out, 0);
	bool same = strcmp(out.data, seq.buffer) == 0;
	if (!same && report)
		fprintf(stderr, "%s:%s\n  got  [%s]\n  want [%s]\n", tp->system, tp->name, out.data, seq.buffer);
	out_done(&out);
	trace_seq_destroy(&seq);
	return same;
}

/* Formats that libtraceevent computes wrongly, as docs/DIFFERENCES.md tells: ours are right. */
static bool upstream_is_wrong(const char *format)
{
	static const char *const events[] = {
		"timer_start",                 /* a & (b | c) taken for (a & b) | c */
		"mm_page_alloc_extfrag",       /* a < (b ? c : d) taken for (a < b) ? c : d */
		"raid56_read", "raid56_write", /* a - b + c taken for a - (b + c) */
		"kvm_nested_vmenter"
	}; /* a ? b : c ? d : e taken for (a ? b : c) ? d : e */
	for (size_t i = 0; i < ARRAY_SIZE(events); i++) {
		size_t size = strlen(events[i]);
		if (strncmp(format, "name: ", 6) == 0 && strncmp(format + 6, events[i], size) == 0 &&
		    format[6 + size] == '\n')
			return true;
	}
	return false;
}

static bool comparable(const char *format)
{
	const char *print = strstr(format, "print fmt:");
	if (!print || upstream_is_wrong(format) || strstr(print, "/ REC") || strstr(print, "% REC") ||
	    strstr(print, "%*pb")) /* divides by zero; prints its own pointers */
		return false;
	if (strstr(print, "__get_cpumask")) /* its size is read from memory that was never written: without end,
					       depending on the allocator */
		return false;
	for (const char *hex = print; (hex = strstr(hex, "__print_hex"));
	     hex++) { /* with a length field it reads as far as random bytes say */
		const char *length = strstr(hex, ", REC->");
		if (length && length - hex < 100) return false;
	}
	if (!old_library) return true;
	return !strstr(print, "%c") && !strstr(print, "__print_array") && !strstr(print, "sizeof(") &&
	       !strstr(print, "%.*s") && !strstr(print, "%+");
}

/* Every field as libtraceevent sees it. */
static int compare_fields(const struct tracepoint *tp, const struct tep_format_field *theirs, size_t first,
			  size_t count)
{
	const unsigned long known = TRACEPOINT_ARRAY | TRACEPOINT_POINTER | TRACEPOINT_SIGNED | TRACEPOINT_STRING |
				    TRACEPOINT_DYNAMIC | TRACEPOINT_LONG | TRACEPOINT_RELATIVE;
	int differences = 0;
	for (size_t i = first; i < first + count; i++, theirs = theirs->next) {
		const struct tracepoint_field *f = &tp->fields[i];
		if (!theirs) return differences + 1;
		if (strcmp(f->name, theirs->name) == 0 && strcmp(f->type, theirs->type) == 0 &&
		    f->offset == (uint32_t)theirs->offset && f->size == (uint32_t)theirs->size &&
		    f->element_size == theirs->elementsize && f->nr_elements == theirs->arraylen &&
		    f->flags == (theirs->flags & known))
			continue;
		differences++;
		fprintf(stderr,
			"%s:%s: field [%s] [%s] at %u size %u, %u of %u, flags %#x; want [%s] [%s] at %d size %d, %u "
			"of %u, flags %#lx\n",
			tp->system, tp->name, f->type, f->name, f->offset, f->size, f->nr_elements, f->element_size,
			f->flags, theirs->type, theirs->name, theirs->offset, theirs->size, theirs->arraylen,
			theirs->elementsize, theirs->flags & known);
	}
	return differences + (theirs != NULL);
}

struct machine {
	bool big_endian;
	uint8_t long_size;
};

/* How many differences between a tracepoint, NULL when we have none, and what libtraceevent makes of its format. */
static int check_tracepoint(const struct tracepoint *tp, const char *system, const char *format, struct machine machine,
			    int rounds)
{
	int differences = 0;
	struct tep_handle *tep = tep_alloc();
	tep_set_long_size(tep, machine.long_size);
	tep_set_local_bigendian(tep, TEP_LITTLE_ENDIAN);
	tep_set_file_bigendian(tep, machine.big_endian ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_function_resolver(tep, resolve, NULL);
	tep_register_print_string(tep, "\"a kernel string\"", 0xffffffff82000000u);
	tep_register_print_string(tep, "\"line\\n\"", 0xffffffff82000010u);
	tep_parse_event(tep, format, strlen(format), system);
	const struct tep_event *theirs = tep_get_first_event(tep);
	if (!tp || !theirs) {
		differences = !tp != !theirs;
	} else {
		const bool failed = theirs->flags & TEP_EVENT_FL_FAILED;
		if (failed != !tp->program) {
			differences++;
			fprintf(stderr, "%s:%s: is%s understood, but should%s be\n", system, tp->name,
				failed ? "" : " not", failed ? " not" : "");
		}
		differences += compare_fields(tp, theirs->format.common_fields, 0, tp->nr_common);
		differences += compare_fields(tp, theirs->format.fields, tp->nr_common, tp->nr_fields - tp->nr_common);
		if (failed)
			rounds = 1; /* once it has seen an array that is no text, libtraceevent prints no text in that
				       field any more */
		for (int round = 0; round < rounds && differences < 2; round++) {
			struct sample_payload s;
			random_payload(tp, &s, round);
			differences += !compare(tep, tp, &s, true);
		}
	}
	tep_free(tep);
	return differences;
}

static int check_format(const char *system, const char *format, int rounds, bool *ret_compiled)
{
	_strbuf_done_ struct strbuf blob = STRBUF_INIT;
	const char *id_text = strstr(format, "\nID:");
	uint64_t id = id_text ? strtoull(id_text + 4, NULL, 10) : 0;

	build_blob(&blob, system, format);
	struct tracepoints *t = tracepoints_new(blob.text, blob.size, NULL);
	const struct tracepoint *tp = tracepoints_find(t, id);
	*ret_compiled = tp && tp->program;
	int differences = check_tracepoint(tp, system, format, (struct machine){ false, 8 }, rounds);
	tracepoints_free(t);
	return differences;
}

/* All formats of the tracing data in a file; its place is found by what it begins with. Returns how many, -1 when there
 * are none. */
static int check_recording(const char *path, int *differences)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), checked = -1;
	struct stat st;
	if (fd < 0) return -1;
	char *map = fstat(fd, &st) == 0 && st.st_size > 0
			    ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0)
			    : MAP_FAILED;
	char *start = map != MAP_FAILED ? memmem(map, (size_t)st.st_size, "\x17\x08\x44tracing", 10) : NULL;
	struct tracing_data td;
	if (start && tracing_data_parse(start, (size_t)(map + st.st_size - start), NULL, &td) == 0) {
		struct tracepoints *t = tracepoints_new(start, (size_t)(map + st.st_size - start), NULL);
		checked = 0;
		for (size_t i = 0; i < td.formats.count; i++) {
			_free_ char *format = strndup(td.formats.items[i].text.text, td.formats.items[i].text.size);
			const char *id = strstr(format, "\nID:");
			if (strcmp(td.formats.items[i].system, "ftrace") == 0 || !comparable(format)) continue;
			checked++;
			*differences += check_tracepoint(id ? tracepoints_find(t, strtoull(id + 4, NULL, 10)) : NULL,
							 td.formats.items[i].system, format,
							 (struct machine){ td.big_endian, td.long_size }, 100);
		}
		tracepoints_free(t);
		tracing_data_done(&td);
	}
	if (map != MAP_FAILED) munmap(map, (size_t)st.st_size);
	close(fd);
	return checked;
}

TEST(all_formats_of_recordings)
{
	_free_ char *paths = getenv("PERF_TEST_RECORDINGS") ? strdup(getenv("PERF_TEST_RECORDINGS")) : NULL;
	int differences = 0, recordings = 0, formats = 0;
	char *rest;
	if (!paths) SKIP("PERF_TEST_RECORDINGS is not set");
	for (char *path = strtok_r(paths, ":", &rest); path; path = strtok_r(NULL, ":", &rest)) {
		int checked = check_recording(path, &differences);
		recordings += checked >= 0;
		formats += MAX(checked, 0);
	}
	fprintf(stderr, "%d formats in %d recordings\n", formats, recordings);
	CHECK(recordings > 0);
	CHECK_INT(differences, 0);
}

#define EVENTS "/sys/kernel/tracing/events"

static bool skipped_name(const char *name) { return name[0] == '.'; }

TEST(all_formats_of_this_kernel)
{
	DIR *systems = opendir(EVENTS);
	int checked = 0, failed_to_parse = 0, differences = 0;
	if (!systems) SKIP("cannot read " EVENTS);
	for (struct dirent *s; (s = readdir(systems));) {
		char path[1024];
		if (skipped_name(s->d_name)) continue;
		snprintf(path, sizeof(path), EVENTS "/%s", s->d_name);
		DIR *events = opendir(path);
		if (!events) continue;
		for (struct dirent *e; (e = readdir(events));) {
			static char text[1 << 18];
			if (skipped_name(e->d_name)) continue;
			snprintf(path, sizeof(path), EVENTS "/%s/%s/format", s->d_name, e->d_name);
			FILE *f = fopen(path, "r");
			if (!f) continue;
			size_t size = fread(text, 1, sizeof(text) - 1, f);
			bool compiled;
			fclose(f);
			text[size] = 0;
			if (strcmp(s->d_name, "ftrace") == 0 || !comparable(text))
				continue; /* ftrace's own are never recorded by perf */
			differences += check_format(s->d_name, text, 40, &compiled);
			checked++;
			failed_to_parse += !compiled;
		}
		closedir(events);
	}
	closedir(systems);
	if (!checked) SKIP("no formats in " EVENTS);
	fprintf(stderr, "%d formats, %d of them not understood by libtraceevent either\n", checked, failed_to_parse);
	CHECK_INT(differences, 0);
}

static const char common[] = "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\tfield:unsigned "
			     "char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
			     "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n\tfield:int "
			     "common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n";
static const char many_fields[] =
	"\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;\n\tfield:u32 u;\toffset:12;\tsize:4;\tsigned:0;\n\tfield:u64 "
	"q;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:u8 mac[6];\toffset:24;\tsize:6;\tsigned:0;\n\tfield:s8 "
	"b;\toffset:30;\tsize:1;\tsigned:1;\n\tfield:bool t;\toffset:31;\tsize:1;\tsigned:0;\n"
	"\tfield:u8 ip[16];\toffset:32;\tsize:16;\tsigned:0;\n\tfield:char "
	"name[16];\toffset:48;\tsize:16;\tsigned:0;\n\tfield:u32 arr[3];\toffset:64;\tsize:12;\tsigned:0;\n"
	"\tfield:__data_loc char[] dyn;\toffset:76;\tsize:4;\tsigned:0;\n\tfield:void * "
	"fn;\toffset:80;\tsize:8;\tsigned:0;\n\tfield:const char * str;\toffset:88;\tsize:8;\tsigned:0;\n"
	"\tfield:__data_loc unsigned long[] mask;\toffset:96;\tsize:4;\tsigned:0;\n\tfield:u16 "
	"w[2];\toffset:100;\tsize:4;\tsigned:0;\n\tfield:u8 v4[4];\toffset:104;\tsize:4;\tsigned:0;\n"
	"\tfield:__data_loc u8[] raw;\toffset:108;\tsize:4;\tsigned:0;\n\tfield:unsigned long "
	"ul;\toffset:112;\tsize:8;\tsigned:0;\n\tfield:long l;\toffset:120;\tsize:8;\tsigned:1;\n"
	"\tfield:s16 h;\toffset:128;\tsize:2;\tsigned:1;\n\tfield:__rel_loc char[] "
	"rel;\toffset:132;\tsize:4;\tsigned:0;\n";

static const char *const print_formats[] = {
	"\"%d %u %x %lx %ld %lld %llu %hd %hhd %hu %hhu\", REC->n, REC->u, REC->n, REC->q, REC->l, REC->n, REC->n, "
	"REC->q, REC->q, REC->q, REC->q",
	"\"%5d|%-5d|%05d|%#x|%#lx|%o|%X|%zd|%.3d|%08.3x|%016llx\", REC->b, REC->b, REC->b, REC->u, REC->q, REC->u, "
	"REC->u, REC->l, REC->b, REC->b, REC->q",
	"\"%s|%10s|%-20s|%.2s\", REC->name, REC->name, REC->name, REC->name",
	"\"%s|%10s|%-20s|%.2s\", __get_str(dyn), __get_str(dyn), __get_str(dyn), __get_str(dyn)",
	"\"%s %s\", __get_rel_str(rel), REC->str",
	"\"%s\", REC->nosuch",
	"\"%d\", REC->nosuch",
	"\"%s %s %s\", __print_hex(REC->mac, 6), __print_hex_str(REC->ip, 16), __print_hex(__get_dynamic_array(raw), "
	"__get_dynamic_array_len(raw))",
	"\"%ps|%pS|%pF|%pf|%p|%pB|%px|%20ps|\", REC->fn, REC->fn, REC->fn, REC->fn, REC->fn, REC->fn, REC->fn, REC->fn",
	"\"%s %s\", REC->t ? \"yes\" : \"no\", REC->n > 5 ? REC->name : __get_str(dyn)",
	"\"%s|%12s\", __print_symbolic(REC->b, {0, \"zero\"}, {4, \"four\"}), __print_symbolic(REC->b & 3, {0, "
	"\"zero\"}, {1, \"one\"}, {2, \"two\"})",
	"\"%s|%12s\", __print_flags(REC->u & 0xff, \"|\", {1, \"A\"}, {2, \"B\"}, {12, \"CD\"}), __print_flags(REC->b, "
	"\"\", {0, \"NONE\"}, {1, \"A\"})",
	"\"%s\", __print_flags(REC->q, \"|\", {0x8000000000000000, \"TOP\"}, {-1, \"NEG\"})",
	"\"%d %d %d %d\", REC->arr[0], REC->arr[2], REC->w[1], REC->mac[3]",
	"\"%d %d\", ((u32*)__get_dynamic_array(mask))[0], ((u8 *)__get_dynamic_array(raw))[0]",
	"\"%d %d\", __get_dynamic_array_len(raw), __get_dynamic_array_len(mask) / 8",
	"\"%pM %pMF %pm %pMR\", REC->mac, REC->mac, REC->mac, REC->mac",
	"\"%pI4 %pi4 %pI4h %pI4b\", REC->v4, REC->v4, REC->v4, REC->v4",
	"\"%pI6 %pi6 %pI6c\", REC->ip, REC->ip, REC->ip",
	"\"%pU %pUb %pUl %pUL %pUB\", REC->ip, REC->ip, REC->ip, REC->ip, REC->ip",
	"\"%pM %pI4 %pI6 %pU\", REC->u, REC->q, REC->v4, REC->v4",
	"\"%*phC %*phN\", 4, __get_dynamic_array(raw), 3, __get_dynamic_array(raw)",
	"\"%s\", __get_bitmask(mask)",
	"\"%d %d %d %d\", !REC->n, ~REC->n, -REC->n, (REC->n)",
	"\"%lld %lld\", REC->n + 1, REC->q * 3",
	"\"%lld %lld\", REC->q >> 3, REC->u << 4",
	"\"%d %d\", REC->n < 0, REC->n >= 5 && REC->u != 7",
	"\"%llx %llx %llx %llx\", (u8)REC->q, (unsigned short)REC->q, (int)REC->q, (foo_t)REC->q",
	"\"%lld\", REC->n ^ 5",
	"\"a\\tb\\n\\\"q\\\" %d%%\", REC->n",
	"\"no arguments\"",
	"\"%d\", unknown_fn(REC->n)",
	"\"%d %d\", REC->n",
	"\"%jd %e %q\", REC->n, REC->n, REC->n",
	"\"%s\", \"one\" \"two\"",
	"\"%s\", 5",
	"\"%s\", REC->n ? 5 : 6",
	"\"%c%3c|%-3c|%c\", REC->name[0], REC->b, REC->b, 'x'",
	"\"%s %s\", __print_array(REC->arr, 3, 4), __print_array(__get_dynamic_array(raw), "
	"__get_dynamic_array_len(raw), 1)",
	"\"%+d\", REC->n",
	"\"%.*s\", REC->n & 3, REC->name",
	"\"%*d|%-*d\", REC->n & 7, REC->u, REC->n & 7, REC->b",
};

TEST(language)
{
	int differences = 0;
	for (size_t i = 0; i < ARRAY_SIZE(print_formats); i++) {
		_free_ char *format = xasprintf("name: ev\nID: 300\nformat:\n%s%s\nprint fmt: %s\n", common,
						many_fields, print_formats[i]);
		bool compiled;
		if (comparable(format)) differences += check_format("sys", format, 100, &compiled);
	}
	CHECK_INT(differences, 0);
}

static void find_library_version(void)
{
	const char *format = "name: ev\nID: 300\nformat:\n\tfield:char c;\toffset:8;\tsize:1;\tsigned:1;\n\nprint fmt: "
			     "\"%c\", REC->c\n";
	struct tep_handle *tep = tep_alloc();
	struct tep_record record = { .data = (uint8_t[16]){ 44, 1, 0, 0, 0, 0, 0, 0, 'z' }, .size = 16 };
	struct trace_seq seq;
	_free_ char *whole = xasprintf("name: ev\nID: 300\nformat:\n%s%s", common, strstr(format, "\tfield"));
	tep_set_long_size(tep, 8);
	tep_parse_event(tep, whole, strlen(whole), "sys");
	trace_seq_init(&seq);
	tep_print_event(tep, &seq, &record, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&seq);
	old_library = strcmp(seq.buffer, "z") != 0;
	trace_seq_destroy(&seq);
	tep_free(tep);
}

__attribute__((constructor)) static void before_tests(void) { find_library_version(); }

TEST_MAIN
