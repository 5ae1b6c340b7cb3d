/* Messages of perf daemon: what goes in comes out, and damage is found. */
#include "commands/daemon/daemon_message.h"

#include <errno.h>
#include "tests/unit/test.h"

static struct daemon_state some_state(void)
{
	struct daemon_state state = {
		.pid = 7, .up_s = 1ull << 40, .base = xstrdup("/opt/data"), .config = xstrdup(""), .error = xstrdup("")
	};
	struct daemon_session_state session = {
		.name = xstrdup("cycles"),
		.run = xstrdup("-e cycles -a"),
		.phase = DAEMON_PAUSED,
		.outcome = DAEMON_NO_ANSWER,
		.pid = 8,
		.restarts = 3,
		.last_status = 9,
		.up_s = 61,
		.next_s = 4,
		.ended = true,
	};
	vec_push(&state.sessions, session);
	session.name = xstrdup("b");
	session.run = xstrdup("");
	vec_push(&state.sessions, session);
	return state;
}

TEST(a_request_comes_back)
{
	struct daemon_request request = { .order = DAEMON_SIGNAL, .signal_number = 12, .session = "cycles" }, got;
	struct daemon_header header;
	struct outbuf out;
	out_init(&out, -1);
	daemon_request_encode(&request, &out);
	CHECK_INT(daemon_header_decode(out.data, DAEMON_REQUEST_SIZE_MAX, &header), 0);
	CHECK_INT(header.size_bytes, out.size - DAEMON_HEADER_SIZE);
	CHECK_INT(daemon_request_decode(header.kind, out.data + DAEMON_HEADER_SIZE, header.size_bytes, &got), 0);
	CHECK_INT(got.order, DAEMON_SIGNAL);
	CHECK_INT(got.signal_number, 12);
	CHECK_STR(got.session, "cycles");
	for (size_t size = 0; size < header.size_bytes; size++)
		CHECK_INT(daemon_request_decode(header.kind, out.data + DAEMON_HEADER_SIZE, size, &got), -EPROTO);
	CHECK_INT(daemon_request_decode(NR_DAEMON_ORDERS, out.data + DAEMON_HEADER_SIZE, header.size_bytes, &got),
		  -EPROTO);
	out_done(&out);
}

TEST(headers_of_others_are_refused)
{
	struct daemon_header header = { 0 };
	uint32_t words[4] = { 0x4e4d4450, DAEMON_MESSAGE_VERSION, DAEMON_LIST, 100 };
	CHECK_INT(daemon_header_decode(words, 100, &header), 0);
	CHECK_INT(daemon_header_decode(words, 99, &header), -EMSGSIZE);
	words[1]++;
	CHECK_INT(daemon_header_decode(words, 100, &header), -EPROTONOSUPPORT);
	words[0]++;
	CHECK_INT(daemon_header_decode(words, 100, &header), -EPROTO);
}

TEST(a_state_comes_back)
{
	struct daemon_state state = some_state(), got;
	struct outbuf out;
	out_init(&out, -1);
	daemon_state_encode(&state, &out);
	const char *body = out.data + DAEMON_HEADER_SIZE;
	size_t size = out.size - DAEMON_HEADER_SIZE;
	for (size_t less = 0; less < size; less++) CHECK_INT(daemon_state_decode(body, less, &got), -EPROTO);
	CHECK_INT(daemon_state_decode(body, size, &got), 0);
	CHECK_INT(got.sessions.count, 2);
	CHECK_INT(got.up_s, 1ull << 40);
	const struct daemon_session_state *session = &got.sessions.items[0];
	CHECK_STR(session->name, "cycles");
	CHECK_STR(session->run, "-e cycles -a");
	CHECK_INT(session->phase, DAEMON_PAUSED);
	CHECK_INT(session->outcome, DAEMON_NO_ANSWER);
	CHECK_INT(session->last_status, 9);
	CHECK_INT(session->next_s, 4);
	daemon_state_done(&got);
	daemon_state_done(&state);
	out_done(&out);
}

TEST_MAIN
