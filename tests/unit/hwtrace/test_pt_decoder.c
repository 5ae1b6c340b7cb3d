/* The way through a few instructions, out of packets that the encoder makes. */
#include "tests/unit/test.h"

#include <errno.h>
#include "base/compiler.h"
#include "hwtrace/intel_pt/pt_decoder.h"

/* clang-format off */
static const uint8_t code[] = {
	0x31, 0xc0,                   /* 1000 xor eax, eax */
	0xff, 0xc0,                   /* 1002 inc eax */
	0x75, 0xfc,                   /* 1004 jne 1002 */
	0xe8, 0x05, 0x00, 0x00, 0x00, /* 1006 call 1010 */
	0xff, 0xe0,                   /* 100b jmp *rax */
	0xeb, 0xfe,                   /* 100d jmp 100d */
	0x90,                         /* 100f nop */
	0xc3,                         /* 1010 ret */
	0xe8, 0x00,                   /* 1011 a call that is cut */
};
/* clang-format on */

/* Of the code what was asked for so far: nothing else of it is looked at. */
static uint8_t code_read[sizeof(code)];
static void code_need(void *ctx, size_t from, size_t to)
{
	(void)ctx;
	CHECK(from < to && to <= sizeof(code));
	memcpy(code_read + from, code + from, to - from);
}
static int code_find(void *ctx, const struct pt_place *place, struct pt_image *ret)
{
	(void)ctx;
	if (place->ip < 0x1000 || place->ip >= 0x1000 + sizeof(code)) return -ENOENT;
	*ret = (struct pt_image){ .bytes = code_read,
				  .start = 0x1000,
				  .end = 0x1000 + sizeof(code),
				  .id = 1,
				  .valid_until_tsc = UINT64_MAX,
				  .need = code_need };
	return 0;
}

/* A trace in the making. */
struct trace {
	uint8_t bytes[1024];
	unsigned size;
	uint64_t last_ip;
};
static void add(struct trace *t, struct pt_packet packet) { t->size += pt_packet_encode(&packet, t->bytes + t->size); }
static void add_type(struct trace *t, enum pt_packet_type type) { add(t, (struct pt_packet){ .type = (uint8_t)type }); }
static void add_ip(struct trace *t, enum pt_packet_type type, uint64_t ip)
{
	add(t, pt_packet_of_ip(type, ip, &t->last_ip));
}
static void add_tnt(struct trace *t, const char *branches)
{
	struct pt_packet packet = { .type = PT_TNT, .count = (uint8_t)strlen(branches) };
	for (; *branches; branches++) packet.payload = packet.payload << 1 | (*branches == 'T');
	add(t, packet);
}
static void add_tsc(struct trace *t, uint64_t tsc) { add(t, (struct pt_packet){ .type = PT_TSC, .payload = tsc }); }
/* PSB, mode, and the address when there is one. */
static void add_psb(struct trace *t, uint64_t ip)
{
	add_type(t, PT_PSB);
	t->last_ip = 0;
	add(t, (struct pt_packet){ .type = PT_MODE_EXEC, .payload = PT_EXEC_CS_L });
	if (ip) add_ip(t, PT_FUP, ip);
	add_type(t, PT_PSBEND);
}

/* What came out, a word each. */
struct said {
	char text[2048];
	size_t used;
};
static void say(struct said *said, const char *what, uint64_t a, uint64_t b)
{
	size_t left = sizeof(said->text) - said->used;
	int size = snprintf(said->text + said->used, left, "%s%s:%llx:%llx", said->used ? " " : "", what,
			    (unsigned long long)a, (unsigned long long)b);
	if ((size_t)size < left) said->used += (size_t)size; /* else the text is full */
}
static void said_branch(void *ctx, const struct pt_branch *branch, const struct pt_when *when)
{
	static const char *const names[] = { "b", "begin", "end", "?", "async", "?", "async-end" };
	(void)when;
	say(ctx, branch->flags & PT_BRANCH_ABORT ? "abort" : names[branch->flags & 7], branch->from, branch->to);
}
static void said_error(void *ctx, enum pt_error error, uint64_t ip, const struct pt_when *when)
{
	(void)when;
	say(ctx, "error", error, ip);
}
static void said_event(void *ctx, const struct pt_event *event, const struct pt_when *when)
{
	if (event->packet.type == PT_PTW) say(ctx, "ptw", event->packet.payload, event->ip);
	if (event->packet.type == PT_MWAIT) say(ctx, "mwait", event->packet.payload, event->ip);
	if (event->packet.type == PT_PWRX) say(ctx, "pwrx", event->packet.payload, event->ip);
	if (event->packet.type == PT_CBR) say(ctx, "cbr", event->packet.payload, when->tsc);
}

static const struct pt_config plain = { .branches = true },
			      compressed = { .branches = true, .return_compression = true },
			      impatient = { .branches = true, .return_compression = true, .max_loops = 20 };

/* Decodes the pieces that begin at these offsets, the last of which is the end; the number of instructions. */
static uint64_t decode(const struct trace *t, const struct pt_config *config, const unsigned *offsets,
		       struct said *said)
{
	const struct pt_code_source source = { NULL, code_find };
	struct pt_runs *runs = pt_runs_new();
	struct pt_decoder *decoder = pt_decoder_new(config, &source, runs);
	const struct pt_sink sink = { .ctx = said, .branch = said_branch, .error = said_error, .event = said_event };
	uint64_t insns = 0;
	*said = (struct said){ .used = 0 };
	for (; offsets[0] < t->size; offsets++) {
		struct pt_piece piece = { t->bytes + offsets[0], t->bytes + offsets[1], t->bytes + t->size };
		pt_decoder_decode(decoder, &piece, &sink);
		insns += pt_decoder_when(decoder)->insns;
	}
	pt_decoder_free(decoder);
	pt_runs_free(runs);
	return insns;
}

static void check(const struct trace *t, const struct pt_config *config, const char *wanted, uint64_t insns)
{
	struct said said;
	const unsigned whole[] = { 0, t->size };
	CHECK_INT(decode(t, config, whole, &said), insns);
	CHECK_STR(said.text, wanted);
}

TEST(conditional_call_return_jump)
{
	struct trace t = { .size = 0 };
	add_psb(&t, 0);
	add_ip(&t, PT_TIP_PGE, 0x1000);
	add_tnt(&t, "TTN");
	add_ip(&t, PT_TIP, 0x100b); /* the return */
	add_ip(&t, PT_TIP, 0x1000); /* the jump */
	add_tnt(&t, "N");
	add_ip(&t, PT_TIP_PGD, 0);
	check(&t, &plain,
	      "begin:0:1000 b:1004:1002 b:1004:1002 b:1006:1010 b:1010:100b b:100b:1000 b:1006:1010 end:1010:0", 15);
}

TEST(compressed_return)
{
	struct trace t = { .size = 0 };
	add_psb(&t, 0x1004);
	add_tnt(&t, "NT");
	check(&t, &compressed, "b:1006:1010 b:1010:100b", 3);
	/* without the call there is nothing to return to, and without compression no such bit */
	t.size = 0;
	add_psb(&t, 0x1010);
	add_tnt(&t, "T");
	check(&t, &compressed, "error:4:1010", 0);
	t.size = 0;
	add_psb(&t, 0x1004);
	add_tnt(&t, "NT");
	check(&t, &plain, "b:1006:1010 error:4:1010", 2);
}

/* In the middle of a run: so many instructions were executed, and the interrupted one was not. */
TEST(interrupt)
{
	struct trace t = { .size = 0 };
	add_psb(&t, 0x1000);
	add_ip(&t, PT_FUP, 0x1004);
	add_ip(&t, PT_TIP, 0x1010);
	add_ip(&t, PT_TIP, 0x1004);
	add_tnt(&t, "N");
	add_ip(&t, PT_FUP, 0x1010);
	add_type(&t, PT_TIP_PGD);
	check(&t, &plain, "async:1004:1010 b:1010:1004 b:1006:1010 async-end:1010:0", 5);
}

TEST(errors)
{
	struct trace t = { .size = 0 };
	add_psb(&t, 0x100d);
	add_tnt(&t, "T");
	struct said said;
	const unsigned whole[] = { 0, t.size };
	CHECK_INT(decode(&t, &impatient, whole, &said), 20);
	CHECK(strstr(said.text, "error:6:100d"));
	t.size = 0;
	add_psb(&t, 0x5000);
	add_tnt(&t, "T");
	add_ip(&t, PT_TIP, 0x1011);
	add_tnt(&t, "T");
	add_ip(&t, PT_TIP, 0x100b);
	add_tnt(&t, "T");
	check(&t, &plain, "error:2:5000 begin:0:1011 error:3:1011 begin:0:100b", 0);
}

/* Bytes that are none of packets: up to the next PSB nothing is said. */
TEST(damage)
{
	struct trace t = { .size = 0 };
	add_psb(&t, 0x1004);
	t.bytes[t.size++] = 0xd9;
	add_tnt(&t, "T");
	add_psb(&t, 0x1004);
	add_tnt(&t, "T");
	check(&t, &plain, "error:1:1004 b:1004:1002", 1);
}

TEST(overflow)
{
	struct trace t = { .size = 0 };
	add_psb(&t, 0x1004);
	add_type(&t, PT_OVF);
	add_ip(&t, PT_FUP, 0x1010);
	add_ip(&t, PT_TIP, 0x100b);
	check(&t, &plain, "error:5:1004 begin:0:1010 b:1010:100b", 1);
}

/* The processor may tell what came behind an indirect jump before it tells where that went. */
TEST(deferred_tip)
{
	struct trace t = { .size = 0 };
	add_psb(&t, 0x100b);
	add_tnt(&t, "T");
	add_tnt(&t, "N");
	add_ip(&t, PT_TIP, 0x1004);
	check(&t, &plain, "b:100b:1004 b:1004:1002", 4);
	t.size = 0;
	add_psb(&t, 0x100b);
	add_tnt(&t, "T");
	add_ip(&t, PT_FUP, 0x1000);
	add_ip(&t, PT_TIP, 0x1002);
	check(&t, &plain, "error:4:100b begin:0:1000 async:1000:1002", 0);
}

TEST(transaction_and_ptwrite)
{
	struct trace t = { .size = 0 };
	add_psb(&t, 0x1000);
	add(&t, (struct pt_packet){ .type = PT_PTW, .count = 8, .payload = 0x1234567890, .ip = true });
	add_ip(&t, PT_FUP, 0x1002);
	add(&t, (struct pt_packet){ .type = PT_MODE_TSX, .payload = PT_TSX_IN });
	add_ip(&t, PT_FUP, 0x1004);
	add(&t, (struct pt_packet){ .type = PT_MODE_TSX, .payload = PT_TSX_ABORT });
	add_ip(&t, PT_FUP, 0x1004);
	add_ip(&t, PT_TIP, 0x1010);
	check(&t, &plain, "ptw:1234567890:1002 abort:1004:1010", 2);
}

/* Of these MWAIT alone may have a FUP behind it; one behind others is an interrupt. */
TEST(power)
{
	struct trace t = { .size = 0 };
	add_psb(&t, 0x1000);
	add(&t, (struct pt_packet){ .type = PT_MWAIT, .payload = 0x11 });
	add(&t, (struct pt_packet){ .type = PT_PWRX, .payload = 0x22 });
	add_ip(&t, PT_FUP, 0x1002);
	add_ip(&t, PT_TIP, 0x1010);
	check(&t, &plain, "mwait:11:1000 pwrx:22:1000 async:1002:1010", 1);
	t.size = 0;
	add_psb(&t, 0x1000);
	add(&t, (struct pt_packet){ .type = PT_MWAIT, .payload = 0x11 });
	add_ip(&t, PT_FUP, 0x1002);
	check(&t, &plain, "mwait:11:1002", 1);
}

/* TSC, then two MTC periods of 8 ticks at 3 TSC ticks each; the clock's tick was 5 before. Cycles at half the speed
 * count double. */
TEST(time)
{
	static const struct pt_config clocked = { .branches = true,
						  .mtc_shift = 3,
						  .tsc_ctc_numerator = 3,
						  .tsc_ctc_denominator = 1,
						  .max_non_turbo_ratio = 20 };
	struct trace t = { .size = 0 };
	add_psb(&t, 0x1004);
	add(&t, (struct pt_packet){ .type = PT_CBR, .payload = 10 });
	add_tsc(&t, 1000);
	add(&t, (struct pt_packet){ .type = PT_TMA, .payload = 0x07f8 | 5 << 16 });
	add(&t, (struct pt_packet){ .type = PT_CBR, .payload = 10 });
	add(&t, (struct pt_packet){ .type = PT_CYC, .payload = 7 });
	add(&t, (struct pt_packet){ .type = PT_CBR, .payload = 10 });
	add(&t, (struct pt_packet){ .type = PT_MTC, .payload = 0x01 });
	add(&t, (struct pt_packet){ .type = PT_CBR, .payload = 10 });
	check(&t, &clocked, "cbr:a:0 cbr:a:3e8 cbr:a:3f6 cbr:a:413", 0);
}

/* Pieces at PSBs, each decoded for itself, give what the whole gives. */
TEST(pieces)
{
	struct trace t = { .size = 0 };
	unsigned offsets[4] = { 0 };
	add_psb(&t, 0x1000);
	add_tnt(&t, "TTN"); /* the call is only walked over when the PSB behind it tells where it is */
	offsets[1] = t.size;
	add_psb(&t, 0x1010);
	add_ip(&t, PT_TIP, 0x100b);
	add_ip(&t, PT_TIP, 0x1000);
	offsets[2] = t.size;
	add_psb(&t, 0x1002);
	add_tnt(&t, "N");
	offsets[3] = t.size;
	struct said pieces, whole;
	const unsigned one[] = { 0, t.size };
	uint64_t insns = decode(&t, &plain, one, &whole);
	CHECK_INT(insns, 13);
	CHECK_INT(decode(&t, &plain, offsets, &pieces), insns);
	CHECK_STR(pieces.text, whole.text);
	CHECK_STR(whole.text, "b:1004:1002 b:1004:1002 b:1006:1010 b:1010:100b b:100b:1000");
}

/* ---- instructions that are due */

/* Every so many instructions, or the first in each so many ticks; those that came out. */
struct due_insns {
	struct said said;
	struct pt_due due;
	uint64_t period, last;
	unsigned nr_calls;
};

static void due_by_number(void *ctx, uint64_t ip, const uint8_t *bytes, const struct pt_run *run, unsigned count,
			  const struct pt_when *when)
{
	struct due_insns *insns = ctx;
	insns->nr_calls++;
	for (unsigned i = 1; i <= count; i++) {
		if (when->insns + i - insns->last < insns->period) continue;
		insns->last = when->insns + i;
		say(&insns->said, "i", when->insns + i, when->tsc);
	}
	insns->due.insns = insns->last + insns->period;
}

static void due_by_ticks(void *ctx, uint64_t ip, const uint8_t *bytes, const struct pt_run *run, unsigned count,
			 const struct pt_when *when)
{
	struct due_insns *insns = ctx;
	insns->nr_calls++;
	for (unsigned i = 1; i <= count; i++) {
		uint64_t slot = (when->told_tsc + when->insns_since_told + i) / insns->period;
		if (slot == insns->last) continue;
		insns->last = slot;
		say(&insns->said, "t", when->insns + i, when->told_tsc);
	}
	insns->due.from = insns->last * insns->period;
	insns->due.to = insns->due.from + insns->period;
}

/* all: every run is told. */
static struct due_insns decode_due(const struct trace *t, bool by_ticks, uint64_t period, bool all)
{
	const struct pt_code_source source = { NULL, code_find };
	struct pt_runs *runs = pt_runs_new();
	struct pt_decoder *decoder = pt_decoder_new(&plain, &source, runs);
	struct due_insns insns = { .period = period, .due = { .by_ticks = by_ticks, .insns = period } };
	const struct pt_sink sink = { .ctx = &insns,
				      .insns = by_ticks ? due_by_ticks : due_by_number,
				      .due = all ? NULL : &insns.due };
	const struct pt_piece piece = { t->bytes, t->bytes + t->size, t->bytes + t->size };
	pt_decoder_decode(decoder, &piece, &sink);
	pt_decoder_free(decoder);
	pt_runs_free(runs);
	return insns;
}

/* Times go on, jump ahead, and fall behind the instructions since the last of them. */
static void add_timed_rounds(struct trace *t)
{
	uint64_t tsc = 1000;
	add_psb(t, 0x1000);
	for (unsigned round = 0; round < 30; round++) {
		if (round % 3 == 0) add_tsc(t, tsc += round % 2 ? 40 : 2);
		add_tnt(t, round % 4 ? "TTTTN" : "TN");
		add_ip(t, PT_TIP, 0x100b);
		add_ip(t, PT_TIP, 0x1000);
	}
}

TEST(only_what_is_due_is_told)
{
	struct trace t = { .size = 0 };
	add_timed_rounds(&t);
	for (uint64_t period = 1; period < 120; period += 7) {
		for (int by_ticks = 0; by_ticks < 2; by_ticks++) {
			struct due_insns all = decode_due(&t, by_ticks, period, true);
			struct due_insns due = decode_due(&t, by_ticks, period, false);
			CHECK_STR(due.said.text, all.said.text);
			CHECK(all.said.used > 0);
			CHECK(due.nr_calls <= all.nr_calls);
			if (period > 50) CHECK(due.nr_calls < all.nr_calls / 3);
		}
	}
}

/* Branches and instructions are counted the same whether somebody takes them or not. */
TEST(counted_as_told)
{
	struct trace t = { .size = 0 };
	add_timed_rounds(&t);
	const struct pt_code_source source = { NULL, code_find };
	const struct pt_piece piece = { t.bytes, t.bytes + t.size, t.bytes + t.size };
	struct said said = { .used = 0 };
	const struct pt_sink none = { .ctx = &said }, some = { .ctx = &said, .branch = said_branch };
	struct pt_runs *runs = pt_runs_new();
	struct pt_decoder *decoder = pt_decoder_new(&plain, &source, runs);
	pt_decoder_decode(decoder, &piece, &some);
	const struct pt_when told = *pt_decoder_when(decoder);
	pt_decoder_decode(decoder, &piece, &none);
	const struct pt_when counted = *pt_decoder_when(decoder);
	CHECK_INT(counted.nr_branches, told.nr_branches);
	CHECK_INT(counted.insns, told.insns);
	CHECK_INT(counted.insns_since_told, told.insns_since_told);
	CHECK_INT(counted.first_branch_tsc, told.first_branch_tsc);
	CHECK_INT(told.nr_branches, 30 * 3 + 22 * 4 + 8);
	pt_decoder_free(decoder);
	pt_runs_free(runs);
}

/* Any packets over any bytes of code: it ends. */
TEST(any_packets)
{
	uint32_t seed = 7;
	for (unsigned round = 0; round < 2000; round++) {
		struct trace t = { .size = 0 };
		add_psb(&t, 0x1000 + round % sizeof(code));
		while (t.size < 200) t.bytes[t.size++] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
		struct said said;
		const unsigned whole[] = { 0, t.size };
		CHECK(decode(&t, &impatient, whole, &said) < 100000);
	}
}

TEST_MAIN
