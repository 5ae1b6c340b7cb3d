/* Print formats: what each part of their language prints, what is not understood, damaged formats and payloads.
 *
 * Texts are what libtraceevent 1.8 prints (test_payload_oracle compares with it at random), but for the operators,
 * which bind as in C. */
#include "event/format/tracepoint.h"
#include "base/strbuf.h"
#include "tests/unit/test.h"

static void append(struct strbuf *b, uint64_t value, int bytes) { strbuf_add(b, &value, (size_t)bytes); }

/* Tracing data that holds one format, in this machine's byte order (tests run little-endian). */
static struct tracepoints *tracepoints_of(const char *format, size_t size, struct strbuf *blob)
{
	const char *printk = "0xffffffff82000000 : \"a kernel string\"\n0xffffffff82000010 : \"line\\n\"\n";
	strbuf_clear(blob);
	strbuf_add(blob, "\x17\x08\x44tracing0.6\0", 14);
	append(blob, 0, 1);
	append(blob, 8, 1);
	append(blob, 4096, 4);
	strbuf_add(blob, "header_page", 12);
	append(blob, 0, 8);
	strbuf_add(blob, "header_event", 13);
	append(blob, 0, 8);
	append(blob, 0, 4);
	append(blob, 1, 4);
	strbuf_add(blob, "sys", 4);
	append(blob, 1, 4);
	append(blob, size, 8);
	strbuf_add(blob, format, size);
	append(blob, 0, 4);
	append(blob, strlen(printk), 4);
	strbuf_str(blob, printk);
	append(blob, 0, 8);
	return tracepoints_new(blob->text, blob->size, NULL);
}

static const char head[] = "name: ev\nID: 300\nformat:\n"
			   "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\tfield:unsigned char "
			   "common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
			   "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n\tfield:int "
			   "common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n";
static const char fields[] =
	"\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;\n\tfield:u32 u;\toffset:12;\tsize:4;\tsigned:0;\n\tfield:u64 "
	"q;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:u8 mac[6];\toffset:24;\tsize:6;\tsigned:0;\n\tfield:s8 "
	"b;\toffset:30;\tsize:1;\tsigned:1;\n\tfield:bool t;\toffset:31;\tsize:1;\tsigned:0;\n"
	"\tfield:u8 ip[16];\toffset:32;\tsize:16;\tsigned:0;\n\tfield:char "
	"name[16];\toffset:48;\tsize:16;\tsigned:0;\n\tfield:u32 arr[3];\toffset:64;\tsize:12;\tsigned:0;\n"
	"\tfield:__data_loc char[] dyn;\toffset:76;\tsize:4;\tsigned:0;\n\tfield:void * "
	"fn;\toffset:80;\tsize:8;\tsigned:0;\n\tfield:const char * str;\toffset:88;\tsize:8;\tsigned:0;\n"
	"\tfield:__data_loc unsigned long[] mask;\toffset:96;\tsize:4;\tsigned:0;\n\tfield:u8 "
	"v4[4];\toffset:100;\tsize:4;\tsigned:0;\n"
	"\tfield:__data_loc u8[] raw;\toffset:104;\tsize:4;\tsigned:0;\n\tfield:__rel_loc char[] "
	"rel;\toffset:108;\tsize:4;\tsigned:0;\n"
	"\tfield:__data_loc u32[] words;\toffset:112;\tsize:4;\tsigned:0;\n\tfield:__data_loc sockaddr_t "
	"to;\toffset:116;\tsize:4;\tsigned:0;\n";

/* n 300, u 0x1234, q 0x123456789abcdef0, b -2, t 1 ... */
static const uint8_t payload[] = {
	0x2c, 1,    0,    0,    7,    0,    0,    0,    0x2c, 1,    0,    0,    0x34, 0x12, 0,    0,
	0xf0, 0xde, 0xbc, 0x9a, 0x78, 0x56, 0x34, 0x12, 0x00, 0x11, 0x22, 0xaa, 0xbb, 0xcc, 0xfe, 1,
	0x20, 0x01, 0x0d, 0xb8, 0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    1,
	'n',  'a',  'm',  'e',  0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
	1,    0,    0,    0,    2,    0,    0,    0,    0xff, 0xff, 0xff, 0xff, 120,  0,    6,    0, /* dyn: 6 at 120 */
	0x10, 0x00, 0x23, 0x81, 0xff, 0xff, 0xff, 0xff,                                              /* fn */
	0x00, 0x00, 0x00, 0x82, 0xff, 0xff, 0xff, 0xff,                                              /* str */
	128,  0,    8,    0,                         /* mask: 8 at 128 */
	192,  168,  1,    20,   136,  0,    3,    0, /* raw: 3 at 136 */
	28,   0,    4,    0,                         /* rel: 4 behind 112 + 28 */
	144,  0,    8,    0,                         /* words: 8 at 144 */
	152,  0,    16,   0,                         /* to: 16 at 152 */
	'h',  'e',  'l',  'l',  'o',  0,    0,    0,    0xf1, 1,    0,    0,    0,    0,    0,    0x80,
	0xde, 0xad, 0xff, 0,    'r',  'e',  'l',  0,    0x44, 0x33, 0x22, 0x11, 5,    0,    0,    0,
	2,    0,    0x01, 0xbb, 127,  0,    0,    1,    0,    0,    0,    0,    0,    0,    0,    0,
};

static const char *find_name(void *ctx, uint64_t ip, uint64_t *ret_sym_off)
{
	(void)ctx;
	if (ip >> 16 != 0xffffffff8123) return NULL;
	*ret_sym_off = ip & 0xffff;
	return "some_function";
}
static const struct payload_names names = { find_name, NULL };

static char *print(const char *print_format)
{
	_strbuf_done_ struct strbuf blob = STRBUF_INIT;
	_free_ char *format = xasprintf("%s%s\nprint fmt: %s\n", head, fields, print_format);
	struct tracepoints *t = tracepoints_of(format, strlen(format), &blob);
	const struct tracepoint *tp = tracepoints_find(t, 300);
	struct outbuf out;
	out_init(&out, -1);
	if (tp && !tp->program) out_str(&out, "(not understood)");
	else if (tp) tracepoint_print(tp, payload, sizeof(payload), &names, &out);
	out_char(&out, 0);
	char *text = strdup(out.data);
	out_done(&out);
	tracepoints_free(t);
	return text;
}

static void check_texts(const char *const (*cases)[2], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		_free_ char *got = print(cases[i][0]);
		if (strcmp(got, cases[i][1]) == 0) continue;
		test_failures++;
		fprintf(stderr, "%s\n  got  [%s]\n  want [%s]\n", cases[i][0], got, cases[i][1]);
	}
}

TEST(conversions)
{
	static const char *const cases[][2] = {
		{ "\"no arguments\"", "no arguments" },
		{ "\"\"", "" },
		{ "\"one \" \"two\"", "one two" },
		{ "\"a\\tb\\n\\\"q\\\" %d%%\", REC->n", "a\tb\n\"q\" 300%" },
		{ "\"%d %i %u %x %X %o\", REC->n, REC->b, REC->n, REC->n, REC->n, REC->n", "300 254 300 12c 12C 454" },
		{ "\"%ld %lld %lu %llx %zu\", REC->n, REC->q, REC->q, REC->q, REC->u",
		  "300 1311768467463790320 1311768467463790320 123456789abcdef0 4660" },
		{ "\"%hd %hhd %hu %hhu\", REC->q, REC->q, REC->q, REC->q", "-8464 -16 57072 240" },
		{ "\"%5d|%-5d|%05d|%.3d|%+d\", REC->t, REC->t, REC->t, REC->t, REC->t", "    1|1    |00001|001|+1" },
		{ "\"%#x %#lx %08x %016llx\", REC->n, REC->q, REC->n, REC->q",
		  "0x12c 0x123456789abcdef0 0000012c 123456789abcdef0" },
		{ "\"%*d|%-*d|%.*s\", 6, REC->n, 6, REC->n, 2, REC->name", "   300|300   |na" },
		{ "\"%c%c%3c|%-3c|\", 'x', 65, 'y', 'z'", "xA  y|z  |" },
		{ "\"%c%c%c\", '\\n', '\\t', '\\''", "\n\t'" },
		{ "\"%s|%10s|%-10s|%.2s\", REC->name, REC->name, REC->name, REC->name",
		  "name|      name|name      |na" },
		{ "\"%s %s\", REC->str, REC->fn", "a kernel string ffffffff81230010" },
		{ "\"%ps %pS %pF %pf %p\", REC->fn, REC->fn, REC->fn, REC->fn, REC->fn",
		  "some_function some_function+0x10 some_function+0x10 some_function 0xffffffff81230010" },
		{ "\"%pS %ps\", (void *)REC->q, REC->q", "0x123456789abcdef0 0x123456789abcdef0" },
		{ "\"%pM %pMF %pMR %pm\", REC->mac, REC->mac, REC->mac, REC->mac",
		  "00:11:22:aa:bb:cc 00-11-22-aa-bb-cc cc:bb:aa:22:11:00 001122aabbcc" },
		{ "\"%pI4 %pi4 %pI4h\", REC->v4, REC->v4, REC->v4", "192.168.1.20 192.168.001.020 20.1.168.192" },
		{ "\"%pI6 %pi6 %pI6c\", REC->ip, REC->ip, REC->ip",
		  "2001:0db8:0000:0000:0000:0000:0000:0001 20010db8000000000000000000000001 2001:db8::1" },
		{ "\"%pISpc\", __get_sockaddr(to)", "127.0.0.1:443" },
		{ "\"%pU %pUB %pUl %pUL\", REC->ip, REC->ip, REC->ip, REC->ip",
		  "20010db8-0000-0000-0000-000000000001 20010DB8-0000-0000-0000-000000000001 "
		  "b80d0120-0000-0000-0000-000000000001 B80D0120-0000-0000-0000-000000000001" },
		{ "\"%pM %pI4\", REC->u, 5", "INVALIDMAC ARG TYPE NOT FIELD BUT 1" },
		{ "\"%*ph|%*phC|%*phD|%*phN\", 3, __get_dynamic_array(raw), 2, __get_dynamic_array(raw), 9, "
		  "__get_dynamic_array(raw), 3, __get_dynamic_array(raw)",
		  "de ad ff|de:ad|de-ad-ff|deadff" },
		{ "\"%q %e %j\", 1", ">q< >e< >j<" },
		{ "\"100%\"", "100><" },
		{ "\"two\nlines %d\", REC->n", "two\nlines 300" },
	};
	check_texts(cases, ARRAY_SIZE(cases));
}

TEST(helpers)
{
	static const char *const cases[][2] = {
		{ "\"%s|%8s|%-8s|%.2s\", __get_str(dyn), __get_str(dyn), __get_str(dyn), __get_str(dyn)",
		  "hello|   hello|hello   |he" },
		{ "\"%s %s\", __get_rel_str(rel), __get_str( rel )", "rel rel" },
		{ "\"[%s]\", __get_str(nosuch)", "[]" },
		{ "\"%s|%s\", __print_flags(REC->u & 7, \"|\", {1, \"A\"}, {4, \"C\"}), __print_flags(REC->u, \"|\", "
		  "{4, \"C\"}, {0x30, \"X\"})",
		  "C|C|X|0x1200" },
		{ "\"%s|%s\", __print_flags(7, \"\", {1, \"A\"}, {2, \"B\"}, {4, \"C\"}), __print_flags(3, \", \", {1, "
		  "\"A\" \"a\"}, {(1 << 1), B})",
		  "ABC|Aa, B" },
		{ "\"[%s] %s\", __print_flags(0, \"|\", {1, \"A\"}), __print_flags(REC->n, \"|\", )", "[] 0x12c" },
		{ "\"%s\", __print_flags(0x500, \"|\", {( unsigned long)((( gfp_t)((((1UL))) << (8))) | (( gfp_t)0)), "
		  "\"H\"}, {1UL << 10, \"I\"},)",
		  "H|I" },
		{ "\"%s %s\", __print_symbolic(REC->n, {1, \"one\"}, {300, \"many\"}), __print_symbolic(REC->t, {0, "
		  "\"no\"})",
		  "many 0x1" },
		{ "\"%8s|\", __print_symbolic(REC->n & 3, {0, \"zero\"})", "    zero|" },
		{ "\"%s %s\", __print_symbolic(7, { SCHED_SOFTIRQ, \"SCHED\" }), __print_symbolic(9, { SOME_WORD, "
		  "\"x\" }, { RCU_SOFTIRQ, \"RCU\" })",
		  "SCHED RCU" },
		{ "\"%s\", __print_symbolic(-6ULL, { -1, ((void *)0) }, { -6ULL, \"minus six\" })", "minus six" },
		{ "\"%s %s\", __print_hex(REC->mac, 6), __print_hex_str(REC->mac, 6)",
		  "00 11 22 aa bb cc 001122aabbcc" },
		{ "\"%s\", __print_hex(__get_dynamic_array(raw), __get_dynamic_array_len(raw))", "de ad ff" },
		{ "\"%s\", __print_array(REC->arr, 3, 4)", "{0x1,0x2,0xffffffff}" },
		{ "\"%s\", __print_array(__get_dynamic_array(words), __get_dynamic_array_len(words) / sizeof(u32), "
		  "sizeof(u32))",
		  "{0x11223344,0x5}" },
		{ "\"%s %s\", __get_bitmask(mask), __get_cpumask(mask)", "80000000,000001f1 0,4-8,63" },
		{ "\"%d %d\", __get_dynamic_array_len(raw), __get_rel_dynamic_array_len(rel)", "3 4" },
		{ "\"%x %x\", ((u32 *)__get_dynamic_array(words))[0], ((u8*)__get_dynamic_array(raw))[1]",
		  "11223344 ad" },
		{ "\"%d %d %d %d\", sizeof(int), sizeof(unsigned long), sizeof(char *), sizeof(REC->u)", "4 8 8 4" },
		{ "\"%d\", __builtin_expect(!!(REC->n > 5), 0) ? 1 : 2", "1" },
	};
	check_texts(cases, ARRAY_SIZE(cases));
}

TEST(expressions)
{
	static const char *const cases[][2] = {
		{ "\"%d %d %d\", REC->n + 1, REC->n - 1, REC->n * 2", "301 299 600" },
		{ "\"%d %d %d\", REC->n / 7, REC->n % 7, REC->n / 0", "42 6 0" },
		{ "\"%d %d %d\", REC->n - 1 - 2, REC->n - 1 + 2, REC->n / 2 * 3", "297 301 450" },
		{ "\"%d %d %d\", 2 + REC->n * 3, REC->n * 3 + 2, (2 + REC->n) * 3", "902 902 906" },
		{ "\"%d %d\", 2 * (REC->n + 3), REC->n - (REC->u - 4000)", "606 -360" },
		{ "\"%x %x %x\", REC->u & (0x1000 | 4), REC->u & 0x1000 | 3, REC->u << 4 >> 8", "1004 1003 123" },
		{ "\"%d %d\", REC->u >> 4 & 7, 8 - 1 & 3", "3 3" },
		{ "\"%d %d %d %d\", REC->n < 300, REC->n <= 300, REC->n > 1 == 1, REC->n != 300", "0 1 1 0" },
		{ "\"%d %d\", REC->n == 1 || REC->n == 2 || REC->n == 300, 1 || 0 && 0", "1 1" },
		{ "\"%d %d %d %d\", !REC->n, ~REC->n, -REC->n, !!(REC->n)", "0 -301 -300 1" },
		{ "\"%d %d %d\", -REC->n + 1, 2 * -REC->n, + REC->n", "-299 -600 300" },
		{ "\"%d %d\", - - REC->n, !-~REC->n", "300 0" },
		{ "\"%d %d\", REC->n ? 1 : 2 + 3, REC->n ? REC->u + 1 : REC->u - 1", "1 4661" },
		{ "\"%s %s\", REC->n == 1 ? \"a\" : REC->n == 300 ? \"b\" : \"c\", (REC->t) ? (\"yes\") : (\"no\")",
		  "b yes" },
		{ "\"%s %s\", REC->t ? REC->name : __get_str(dyn), !REC->t ? REC->name : __get_str(dyn)",
		  "name hello" },
		{ "\"%d\", REC->n < (((unsigned int)((21 - 12))) < ((unsigned int)(10)) ? 1000 : 1)", "1" },
		{ "\"%lld %llx %llx %llx\", (u8)REC->q, (unsigned short)REC->q, (int)REC->q, (foo_t)REC->q",
		  "240 def0 9abcdef0 123456789abcdef0" },
		{ "\"%d %d %d\", (u8)REC->n + 1, (u8)(REC->n + 1), (unsigned int)(u8)REC->n", "45 45 44" },
		{ "\"%d %d\", (int)-1, ((void *)&REC->n)", "-1 0" },
		{ "\"%d %d %d\", REC->arr[0], REC->arr[1] + 1, REC->arr[REC->t]", "1 3 2" },
		{ "\"%02x:%02x %d\", REC->mac[4], REC->mac[5], REC->arr[100]", "bb:cc 0" },
		{ "\"%d %d\", (u8)REC->arr[2], (REC->arr)[1]", "255 2" },
		{ "\"%d %d %d %d\", 0x10UL, 010, 10ULL + 1, FOO + 3", "16 8 11 3" },
		{ "\"%s %s %s\", \"one\" \"two\", 5, foo bar", "onetwo 5 foo bar" },
		{ "\"[%d] [%s]\", REC->nosuch, REC->nosuch", "[0] []" },
		{ "\"%d\", REC -> n", "300" },
		{ "\"%d %d\", REC->n, 1, 2, 3", "300 1" },
	};
	check_texts(cases, ARRAY_SIZE(cases));
}

TEST(not_understood)
{
	static const char *const formats[] = {
		"",
		"foo",
		"\"open",
		"\"%d\"",
		"\"%d\",",
		"\"%d\", ",
		"\"%d %d\", REC->n",
		"\"%d %*d\", REC->n, 4",
		"\"%d\" REC->n",
		"\"%d\", REC->n,",
		"\"%d\", (REC->n",
		"\"%d\", REC->n)",
		"\"%d\", REC",
		"\"%d\", REC->",
		"\"%d\", REC.n",
		"\"%d\", REC->n->u",
		"\"%d\", REC->n = 3",
		"\"%d\", REC->n++",
		"\"%d\", *REC->n",
		"\"%d\", &REC->n",
		"\"%d\", (1, 2)",
		"\"%d\", {1}",
		"\"%d\", ({ int x = 1; x; })",
		"\"%d\", unknown(REC->n)",
		"\"%d\", sizeof(struct foo)",
		"\"%s\", REC->n ?: \"b\"",
		"\"%s\", REC->n ? \"b\"",
		"\"%d\", REC->arr[1",
		"\"%s\", __print_flags(REC->n, \"|\")",
		"\"%s\", __print_flags(REC->n, REC->n, {1, \"x\"})",
		"\"%s\", __print_flags(REC->n, \"|\", { })",
		"\"%s\", __print_flags(REC->nosuch, \"|\", {1, \"x\"})",
		"\"%s\", __print_symbolic(REC->n)",
		"\"%s\", __print_symbolic(REC->n, {1, \"x\"}",
		"\"%s\", __print_symbolic(REC->n, {1, \"x\"} {2, \"y\"})",
		"\"%s\", __print_symbolic(REC->n, {REC->n, \"x\"})",
		"\"%s\", __print_symbolic(REC->n, {1, \"x\", 3})",
		"\"%s\", __print_symbolic(REC->n, {1, })",
		"\"%s\", __print_symbolic(REC->n, {1, @})",
		"\"%s\", __print_symbolic(REC->n, {1, 2 +})",
		"\"%s\", __print_symbolic(REC->n, {1, REC->n})",
		"\"%s\", __print_symbolic(REC->n, {1, __print_flags(REC->n, \"|\", {1, \"x\"})})",
		"\"%s\", __print_symbolic(REC->n, {, \"x\"})",
		"\"%s\", __print_hex(REC->mac)",
		"\"%s\", __print_array(REC->arr, 3)",
		"\"%s\", __get_str()",
		"\"%s\", __get_str(dyn, 1)",
		"\"%s\", __get_dynamic_array(nosuch)",
		"\"a\tb\"",
		"\"%c\", ''",
		"\"%d\", @",
		"\"%d\", \x01",
	};
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		_free_ char *got = print(formats[i]);
		if (strcmp(got, "(not understood)") == 0) continue;
		test_failures++;
		fprintf(stderr, "%s is understood: [%s]\n", formats[i], got);
	}
}

/* By fields then, as upstream does. */
TEST(falls_back_to_fields)
{
	_strbuf_done_ struct strbuf blob = STRBUF_INIT;
	_free_ char *format = xasprintf("%s%s\nprint fmt: \"%%d\", unknown(REC->n)\n", head,
					"\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;\n"
					"\tfield:u8 v4[4];\toffset:100;\tsize:4;\tsigned:0;\n\tfield:__data_loc char[] "
					"dyn;\toffset:76;\tsize:4;\tsigned:0;\n");
	struct tracepoints *t = tracepoints_of(format, strlen(format), &blob);
	const struct tracepoint *tp = tracepoints_find(t, 300);
	struct outbuf out;
	out_init(&out, -1);
	tracepoint_print(tp, payload, sizeof(payload), NULL, &out);
	out_char(&out, 0);
	CHECK_STR(out.data, "[FAILED TO PARSE] n=300 v4=ARRAY[c0, a8, 01, 14] dyn=hello");
	out_done(&out);
	tracepoints_free(t);
}

/* Declarations, and what of a field is told by them. */
TEST(declarations)
{
	static const struct {
		const char *line, *type, *name;
		uint32_t size, element_size, nr_elements, flags;
	} cases[] = {
		{ "int n;\toffset:8;\tsize:4;\tsigned:1;", "int", "n", 4, 4, 0, TRACEPOINT_SIGNED },
		{ "int n;\toffset:8;\tsize:4;", "int", "n", 4, 4, 0, 0 },
		{ "unsigned long long n;\toffset:8;\tsize:8;\tsigned:0;", "unsigned long long", "n", 8, 8, 0,
		  TRACEPOINT_LONG },
		{ "char n[16];\toffset:8;\tsize:16;\tsigned:0;", "char[16]", "n", 16, 1, 16,
		  TRACEPOINT_ARRAY | TRACEPOINT_STRING },
		{ "char n[LEN];\toffset:8;\tsize:16;\tsigned:0;", "char[LEN]", "n", 16, 1, 0,
		  TRACEPOINT_ARRAY | TRACEPOINT_STRING },
		{ "u16 n[3];\toffset:8;\tsize:6;\tsigned:0;", "u16[3]", "n", 6, 2, 3, TRACEPOINT_ARRAY },
		{ "int n[];\toffset:8;\tsize:0;\tsigned:0;", "int[]", "n", 0, 0, 0, TRACEPOINT_ARRAY },
		{ "const char * n;\toffset:8;\tsize:8;\tsigned:0;", "const char *", "n", 8, 8, 0, TRACEPOINT_POINTER },
		{ "struct foo *n;\toffset:8;\tsize:8;\tsigned:0;", "struct foo *", "n", 8, 8, 0, TRACEPOINT_POINTER },
		{ "__data_loc char[] n;\toffset:8;\tsize:4;\tsigned:0;", "__data_loc char[]", "n", 4, 1, 0,
		  TRACEPOINT_ARRAY | TRACEPOINT_STRING | TRACEPOINT_DYNAMIC },
		{ "__rel_loc u32[] n;\toffset:8;\tsize:4;\tsigned:0;", "__rel_loc u32[]", "n", 4, 4, 0,
		  TRACEPOINT_ARRAY | TRACEPOINT_DYNAMIC | TRACEPOINT_RELATIVE },
		{ "__data_loc cpumask_t n;\toffset:8;\tsize:4;\tsigned:0;", "__data_loc cpumask_t", "n", 4, 0, 0,
		  TRACEPOINT_DYNAMIC },
		{ "int __attribute__((aligned(8))) n;\toffset:8;\tsize:4;\tsigned:0;",
		  "int __attribute__((aligned(8)))", "n", 4, 4, 0, 0 },
	};
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		_strbuf_done_ struct strbuf blob = STRBUF_INIT;
		_free_ char *format = xasprintf("%s\tfield:%s\n\nprint fmt: \"\"\n", head, cases[i].line);
		struct tracepoints *t = tracepoints_of(format, strlen(format), &blob);
		const struct tracepoint *tp = tracepoints_find(t, 300);
		CHECK_INT(tp->nr_fields, 5);
		CHECK_INT(tp->nr_common, 4);
		CHECK(tp->program != NULL);
		if (tp->nr_fields == 5) {
			const struct tracepoint_field *f = &tp->fields[4];
			CHECK_STR(f->type, cases[i].type);
			CHECK_STR(f->name, cases[i].name);
			CHECK_INT(f->offset, 8);
			CHECK_INT(f->size, cases[i].size);
			CHECK_INT(f->element_size, cases[i].element_size);
			CHECK_INT(f->nr_elements, cases[i].nr_elements);
			CHECK_INT(f->flags, cases[i].flags);
		}
		tracepoints_free(t);
	}
}

/* What stands before the damage is kept. */
TEST(damaged_fields)
{
	static const char *const lines[] = { "int;\toffset:8;\tsize:4;\tsigned:1;",
					     "n;\toffset:8;\tsize:4;\tsigned:1;",
					     "int n;\toffset:8;",
					     "int n;\toffset:;\tsize:4;",
					     "int n;\toffset:8;\tsize:-4;\tsigned:1;",
					     "char n[8][2];\toffset:8;\tsize:16;\tsigned:0;",
					     "int n[16;\toffset:8;\tsize:4;",
					     "int n];\toffset:8;\tsize:4;",
					     "int n:3;\toffset:8;\tsize:4;",
					     "int (*n)(void);\toffset:8;\tsize:8;\tsigned:0;",
					     "int n, m;\toffset:8;\tsize:4;",
					     "int n;\toffset:8;\tsize:4;\tsigned:1;\tmore:1;",
					     "" };
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		_strbuf_done_ struct strbuf blob = STRBUF_INIT;
		_free_ char *format = xasprintf("%s\tfield:%s\n\nprint fmt: \"\"\n", head, lines[i]);
		struct tracepoints *t = tracepoints_of(format, strlen(format), &blob);
		const struct tracepoint *tp = tracepoints_find(t, 300);
		if (tp->nr_fields != 4 || tp->program)
			test_failures++, fprintf(stderr, "field:%s is taken\n", lines[i]);
		tracepoints_free(t);
	}
}

static void print_all(const char *format, size_t size, const uint8_t *raw, size_t raw_size)
{
	_strbuf_done_ struct strbuf blob = STRBUF_INIT;
	struct tracepoints *t = tracepoints_of(format, size, &blob);
	const struct tracepoint *tp = tracepoints_find(t, 300);
	struct outbuf out;
	out_init(&out, -1);
	if (tp) {
		tracepoint_print(tp, raw, raw_size, &names, &out);
		tracepoint_print_fields(tp, raw, raw_size, &out);
	}
	CHECK(out.size < (3 << 20));
	out_done(&out);
	tracepoints_free(t);
}

/* A text that is empty takes nothing from what was there before it. */
TEST(empty_text_behind_a_line)
{
	_strbuf_done_ struct strbuf blob = STRBUF_INIT;
	_free_ char *format = xasprintf("%s%s\nprint fmt: \"\"\n", head, fields);
	struct tracepoints *t = tracepoints_of(format, strlen(format), &blob);
	struct outbuf out;
	out_init(&out, -1);
	out_lit(&out, "before\n");
	tracepoint_print_text(tracepoints_find(t, 300), payload, sizeof(payload), &names, &out);
	CHECK_INT(out.size, 7);
	CHECK(memcmp(out.data, "before\n", 7) == 0);
	out_done(&out);
	tracepoints_free(t);
}

/* 1024 fields are read, those behind them are damage. */
TEST(number_of_fields)
{
	for (size_t count = 1023; count <= 1025; count++) {
		_strbuf_done_ struct strbuf blob = STRBUF_INIT, format = STRBUF_INIT;
		strbuf_str(&format, "name: ev\nID: 300\nformat:\n");
		for (size_t i = 0; i < count; i++)
			strbuf_str(&format, "\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;\n");
		strbuf_str(&format, "\nprint fmt: \"%d\", REC->n\n");
		struct tracepoints *t = tracepoints_of(format.text, format.size, &blob);
		const struct tracepoint *tp = tracepoints_find(t, 300);
		CHECK(tp != NULL);
		if (tp) CHECK_INT(tp->nr_fields, MIN(count, (size_t)1024));
		tracepoints_free(t);
	}
}

/* A format that breaks off anywhere is read without harm; the print format counts only when its line ends. */
TEST(cut_formats)
{
	_free_ char *format = xasprintf("%s%s\nprint fmt: \"%%s %%d\", __print_flags(REC->u & (1 | 2), \"|\", {1 << 3, "
					"\"A\"}), ((u8 *)REC->arr)[1] ? 1 : sizeof(int)\n",
					head, fields);
	for (size_t size = 0; size <= strlen(format); size++) {
		_free_ char *cut = malloc(size + 1); /* exactly as long: the sanitizer sees a byte too many */
		memcpy(cut, format, size);
		print_all(cut, size, payload, sizeof(payload));
	}
}

/* Nesting and length are bounded. */
TEST(hostile_formats)
{
	static const char *const repeated[] = { "(",
						"!",
						"REC->arr[",
						"1 ? ",
						"1 ? 2 : ",
						"1 + ",
						"1 + (",
						"(u8)",
						"__print_flags(",
						"__print_hex(REC->mac, ",
						"REC->n ",
						"\"a\" ",
						"REC->n || ",
						"sizeof(",
						"((",
						"REC->n * REC->n + " };
	for (size_t i = 0; i < ARRAY_SIZE(repeated); i++)
		for (size_t count = 10; count <= 10000; count *= 10) {
			_strbuf_done_ struct strbuf format = STRBUF_INIT;
			strbuf_printf(&format, "%s%s\nprint fmt: \"%%d\", ", head, fields);
			for (size_t j = 0; j < count; j++) strbuf_str(&format, repeated[i]);
			strbuf_str(&format, "1\n");
			print_all(strbuf_text(&format), format.size, payload, sizeof(payload));
		}
	for (int width = 0; width < 2; width++) { /* much text of one payload */
		_strbuf_done_ struct strbuf format = STRBUF_INIT;
		strbuf_printf(&format, "%s%s\nprint fmt: \"", head, fields);
		for (size_t j = 0; j < 1000; j++) strbuf_str(&format, width ? "%*d" : "%99999d\\n");
		strbuf_char(&format, '"');
		for (size_t j = 0; j < 1000; j++) strbuf_str(&format, width ? ", 1 << 30, REC->n" : ", REC->n");
		strbuf_char(&format, '\n');
		print_all(strbuf_text(&format), format.size, payload, sizeof(payload));
	}
}

/* Locations and lengths that point anywhere, and payloads that end early, print something and read nothing outside. */
TEST(hostile_payloads)
{
	static const char *const formats[] = {
		"\"%s %s %s\", __get_str(dyn), __get_rel_str(rel), REC->name",
		"\"%s %s\", __get_bitmask(mask), __get_cpumask(mask)",
		"\"%pISpc\", __get_sockaddr(to)",
		"\"%s %s\", __print_hex(__get_dynamic_array(raw), REC->u), __print_array(REC->arr, REC->u, REC->t)",
		"\"%pM %pI6c %pU %pI4\", REC->mac, REC->ip, REC->ip, REC->v4",
		"\"%d %d\", ((u32 *)__get_dynamic_array(words))[REC->u], REC->arr[REC->q]",
		"\"%*d %.*s\", 0x80000000, REC->n, 0x80000000, REC->name",
		"\"%*d %.*s %*ph\", REC->u, REC->q, REC->u, REC->name, REC->u, __get_dynamic_array(raw)"
	};
	uint64_t seed = 88172645463325252u;
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		_free_ char *format = xasprintf("%s%s\nprint fmt: %s\n", head, fields, formats[i]);
		for (size_t size = 0; size < 160; size += 3) {
			_free_ uint8_t *raw = malloc(size + 1);
			for (size_t j = 0; j < size; j++) {
				seed ^= seed << 13;
				seed ^= seed >> 7;
				seed ^= seed << 17;
				raw[j] = (uint8_t)seed;
			}
			print_all(format, strlen(format), raw, size);
		}
	}
}

TEST(numbers_read_inline)
{
	_strbuf_done_ struct strbuf blob = STRBUF_INIT;
	char text[8192];
	snprintf(text, sizeof(text), "%s%s\nprint fmt: \"x\"\n", head, fields);
	struct tracepoints *tracepoints = tracepoints_of(text, strlen(text), &blob);
	const struct tracepoint *tp = tracepoints_find(tracepoints, 300);
	CHECK(tp != NULL);
	static const char *const wanted[] = { "n", "u", "q", "b", "t", "fn", "common_type", "nothing", "mac", NULL };
	for (size_t i = 0; tp && wanted[i]; i++) {
		struct payload_number number = payload_number_of(tp, wanted[i]);
		const struct tracepoint_field *field = tracepoint_field(tp, wanted[i]);
		for (size_t size = 0; size <= sizeof(payload); size++)
			CHECK_INT(payload_number_get(&number, payload, size),
				  field ? tracepoint_number(tp, field, payload, size) : 0);
	}
	struct payload_number swapped = { .offset = 8, .size = 4, .is_signed = true, .swap = true };
	CHECK_INT(payload_number_get(&swapped, payload, sizeof(payload)), 0x2c010000);
	tracepoints_free(tracepoints);
}

TEST_MAIN
