/* A processor that is played: what it does goes through the encoder, and the decoder must find it again. */
#include "tests/unit/test.h"

#include <errno.h>
#include <stdlib.h>
#include "hwtrace/intel_pt/pt_decoder.h"
#include "hwtrace/intel_pt/pt_encoder.h"

/* clang-format off */
static const uint8_t code[] = {
	0x31, 0xc0,                   /* 1000 xor eax, eax */
	0xff, 0xc0,                   /* 1002 inc eax */
	0x75, 0xfc,                   /* 1004 jne 1002 */
	0xe8, 0x07, 0x00, 0x00, 0x00, /* 1006 call 1012 */
	0x0f, 0x05,                   /* 100b syscall */
	0xff, 0xe0,                   /* 100d jmp *rax */
	0xeb, 0xef,                   /* 100f jmp 1000 */
	0x90,                         /* 1011 nop */
	0xc3,                         /* 1012 ret */
};
/* clang-format on */
enum { BASE = 0x1000, MOST = 4000 };

struct hop {
	uint64_t from, to;
};
/* What was done, or found. Leaving leads to 0, entering comes from 0. */
struct path {
	struct hop hops[MOST];
	size_t count;
	uint64_t insns, last_tsc;
	unsigned errors;
};

static void hop(struct path *path, uint64_t from, uint64_t to)
{
	if (path->count < MOST) path->hops[path->count++] = (struct hop){ from, to };
}

/* The successor of ip as chance has it, told to the encoder and noted. */
static uint64_t play(struct pt_encoder *encoder, struct path *done, uint64_t ip)
{
	static const uint64_t anywhere[] = { 0x1000, 0x1002, 0x1006, 0x100b, 0x100f, 0x1011 };
	uint64_t to;
	done->insns++;
	switch (ip) {
	case 0x1004:
		to = random() % 3 ? 0x1002 : 0x1006;
		pt_encoder_conditional(encoder, to == 0x1002);
		if (to == 0x1002) hop(done, ip, to);
		return to;
	case 0x1006: hop(done, ip, 0x1012); return 0x1012;
	case 0x100f: hop(done, ip, 0x1000); return 0x1000;
	case 0x1012:
	case 0x100d:
		to = ip == 0x1012 ? 0x100b : anywhere[(size_t)random() % ARRAY_SIZE(anywhere)];
		pt_encoder_indirect(encoder, to);
		hop(done, ip, to);
		return to;
	case 0x100b:
		hop(done, ip, 0);
		pt_encoder_leave(encoder);
		done->last_tsc += (uint64_t)random() % 1000;
		pt_encoder_time(encoder, done->last_tsc);
		pt_encoder_enter(encoder, 0x100d, PT_EXEC_CS_L);
		hop(done, 0, 0x100d);
		return 0x100d;
	case 0x1011: return 0x1012;
	default: return ip + 2;
	}
}

/* A signal comes: its handler is at 0x1011, and the system call in it returns to the instruction that waits. */
static uint64_t interrupt(struct pt_encoder *encoder, struct path *done, uint64_t ip)
{
	pt_encoder_interrupt(encoder, ip);
	hop(done, ip, 0);
	pt_encoder_enter(encoder, 0x1011, PT_EXEC_CS_L);
	hop(done, 0, 0x1011);
	return 0x1011;
}

static int code_find(void *ctx, const struct pt_place *place, struct pt_image *ret)
{
	(void)ctx;
	if (place->ip < BASE || place->ip >= BASE + sizeof(code)) return -ENOENT;
	*ret = (struct pt_image){
		.bytes = code, .start = BASE, .end = BASE + sizeof(code), .id = 1, .valid_until_tsc = UINT64_MAX
	};
	return 0;
}
static void found_branch(void *ctx, const struct pt_branch *branch, const struct pt_when *when)
{
	struct path *found = ctx;
	hop(found, branch->from, branch->to);
	found->last_tsc = when->tsc;
}
static void found_error(void *ctx, enum pt_error error, uint64_t ip, const struct pt_when *when)
{
	(void)error;
	(void)ip;
	(void)when;
	((struct path *)ctx)->errors++;
}
static void found_event(void *ctx, const struct pt_event *event, const struct pt_when *when)
{
	(void)ctx;
	(void)event;
	(void)when;
}

static void decode(const uint8_t *begin, const uint8_t *end, const uint8_t *all, struct path *found)
{
	static const struct pt_config config = { .branches = true };
	const struct pt_code_source source = { NULL, code_find };
	const struct pt_sink sink = {
		.ctx = found, .branch = found_branch, .error = found_error, .event = found_event
	};
	struct pt_runs *runs = pt_runs_new();
	struct pt_decoder *decoder = pt_decoder_new(&config, &source, runs);
	const struct pt_piece piece = { begin, end, all };
	pt_decoder_decode(decoder, &piece, &sink);
	found->insns += pt_decoder_when(decoder)->insns;
	pt_decoder_free(decoder);
	pt_runs_free(runs);
}

static void play_all(struct outbuf *out, size_t psb_bytes, bool interrupts, struct path *done)
{
	struct pt_encoder encoder;
	uint64_t ip = BASE;
	*done = (struct path){ .last_tsc = 100 };
	pt_encoder_init(&encoder, out, psb_bytes);
	pt_encoder_time(&encoder, done->last_tsc);
	pt_encoder_enter(&encoder, ip, PT_EXEC_CS_L);
	hop(done, 0, ip);
	while (done->count < MOST - 4) {
		ip = interrupts && random() % 50 == 0 ? interrupt(&encoder, done, ip) : play(&encoder, done, ip);
		pt_encoder_sync(&encoder, ip);
	}
	pt_encoder_interrupt(&encoder, ip);
	hop(done, ip, 0);
}

static void same_paths(const struct path *done, const struct path *found)
{
	CHECK_INT(found->errors, 0);
	CHECK_INT(found->count, done->count);
	for (size_t i = 0; i < done->count && i < found->count; i++) {
		if (found->hops[i].from == done->hops[i].from && found->hops[i].to == done->hops[i].to) continue;
		CHECK_INT(found->hops[i].from, done->hops[i].from);
		CHECK_INT(found->hops[i].to, done->hops[i].to);
		break;
	}
}

static struct path done, found;

TEST(decoder_finds_what_was_done)
{
	for (unsigned seed = 1; seed <= 20; seed++) {
		struct outbuf out;
		out_init(&out, -1);
		srandom(seed);
		play_all(&out, seed % 2 ? 200 : SIZE_MAX, seed % 4 >= 2, &done);
		found = (struct path){ .count = 0 };
		const uint8_t *bytes = (const uint8_t *)out.data;
		decode(bytes, bytes + out.size, bytes + out.size, &found);
		same_paths(&done, &found);
		CHECK_INT(found.insns, done.insns);
		CHECK_INT(found.last_tsc, done.last_tsc);
		out_done(&out);
	}
}

/* Pieces from PSB to PSB alone tell the same. */
TEST(decoding_begins_at_each_psb)
{
	struct outbuf out;
	out_init(&out, -1);
	srandom(7);
	play_all(&out, 100, true, &done);
	const uint8_t *at = (const uint8_t *)out.data, *end = at + out.size;
	unsigned nr_pieces = 0;
	found = (struct path){ .count = 0 };
	while (at && at < end) {
		const uint8_t *next = pt_packet_find_psb(at + 1, end);
		decode(at, next ? next : end, end, &found);
		nr_pieces++;
		at = next;
	}
	CHECK(nr_pieces > 10);
	same_paths(&done, &found);
	out_done(&out);
}

TEST(modes_are_told_when_they_change)
{
	struct outbuf out;
	struct pt_encoder encoder;
	out_init(&out, -1);
	pt_encoder_init(&encoder, &out, 4096);
	pt_encoder_enter(&encoder, BASE, PT_EXEC_CS_L);
	pt_encoder_leave(&encoder);
	size_t before = out.size;
	pt_encoder_enter(&encoder, BASE, PT_EXEC_CS_L);
	pt_encoder_leave(&encoder);
	size_t same = out.size - before;
	pt_encoder_enter(&encoder, BASE, PT_EXEC_CS_D);
	CHECK_INT((uint8_t)out.data[before + same], 0x99);
	CHECK_INT((uint8_t)out.data[before + same + 1], PT_EXEC_CS_D);
	out_done(&out);
}

TEST_MAIN
