#include "commands/daemon/daemon_message.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include "base/cursor.h"

/* "PDMN" */
#define MAGIC 0x4e4d4450u

void daemon_state_done(struct daemon_state *state)
{
	for (size_t i = 0; i < state->sessions.count; i++) {
		free(state->sessions.items[i].name);
		free(state->sessions.items[i].run);
	}
	vec_done(&state->sessions);
	free(state->base);
	free(state->config);
	free(state->error);
	*state = (struct daemon_state){ 0 };
}

int daemon_header_decode(const void *bytes, size_t size_max, struct daemon_header *ret)
{
	struct cursor c = cursor_of(bytes, DAEMON_HEADER_SIZE, false);
	uint32_t magic = cursor_u32(&c), version = cursor_u32(&c), kind = cursor_u32(&c), size = cursor_u32(&c);
	if (magic != MAGIC) return -EPROTO;
	if (version != DAEMON_MESSAGE_VERSION) return -EPROTONOSUPPORT;
	if (size > size_max) return -EMSGSIZE;
	*ret = (struct daemon_header){ .kind = kind, .size_bytes = size };
	return 0;
}

/* Appends a header, and returns where its message begins, for end_message. */
static size_t begin_message(struct outbuf *out, uint32_t kind)
{
	size_t start = out->size;
	out_u32(out, MAGIC);
	out_u32(out, DAEMON_MESSAGE_VERSION);
	out_u32(out, kind);
	out_u32(out, 0);
	return start;
}

/* The size of the body is known now. */
static void end_message(struct outbuf *out, size_t start)
{
	uint32_t size = (uint32_t)(out->size - start - DAEMON_HEADER_SIZE);
	memcpy(out->data + start + DAEMON_HEADER_SIZE - sizeof(size), &size, sizeof(size));
}

/* With its NUL. */
static void put_text(struct outbuf *out, const char *text)
{
	if (!text) text = "";
	out_mem(out, text, strlen(text) + 1);
}

void daemon_request_encode(const struct daemon_request *request, struct outbuf *out)
{
	size_t start = begin_message(out, request->order);
	out_u32(out, request->signal_number);
	put_text(out, request->session);
	end_message(out, start);
}

int daemon_request_decode(uint32_t kind, const void *body, size_t size_bytes, struct daemon_request *ret)
{
	struct cursor c = cursor_of(body, size_bytes, false);
	struct daemon_request request = { .signal_number = cursor_u32(&c) };
	const char *session = cursor_string(&c, DAEMON_NAME_MAX + 1);
	if (!cursor_ok(&c) || cursor_left(&c) || kind >= NR_DAEMON_ORDERS) return -EPROTO;
	request.order = (enum daemon_order)kind;
	memcpy(request.session, session, strlen(session) + 1);
	*ret = request;
	return 0;
}

void daemon_state_encode(const struct daemon_state *state, struct outbuf *out)
{
	size_t start = begin_message(out, DAEMON_STATE);
	out_u32(out, state->pid);
	out_u64(out, state->up_s);
	put_text(out, state->base);
	put_text(out, state->config);
	put_text(out, state->error);
	out_u32(out, (uint32_t)state->sessions.count);
	for (size_t i = 0; i < state->sessions.count; i++) {
		const struct daemon_session_state *session = &state->sessions.items[i];
		put_text(out, session->name);
		put_text(out, session->run);
		out_u8(out, (uint8_t)session->phase);
		out_u8(out, (uint8_t)session->outcome);
		out_u8(out, session->ended);
		out_u32(out, session->pid);
		out_u32(out, session->restarts);
		out_u32(out, session->last_status);
		out_u64(out, session->up_s);
		out_u64(out, session->next_s);
	}
	end_message(out, start);
}

/* A copy of the text that is next; NULL where there is none, which the cursor remembers. */
static char *take_text(struct cursor *c, size_t length_max)
{
	const char *text = cursor_string(c, length_max + 1);
	return text ? xstrdup(text) : NULL;
}

/* Appends the session that is next; false when it is damaged. */
static bool take_session(struct cursor *c, struct daemon_state *state)
{
	struct daemon_session_state *session = vec_add(&state->sessions);
	*session = (struct daemon_session_state){ .name = take_text(c, DAEMON_NAME_MAX) };
	session->run = take_text(c, DAEMON_RUN_MAX);
	unsigned phase = cursor_u8(c), outcome = cursor_u8(c);
	session->phase = (enum daemon_phase)phase;
	session->outcome = (enum daemon_outcome)outcome;
	session->ended = cursor_u8(c) != 0;
	session->pid = cursor_u32(c);
	session->restarts = cursor_u32(c);
	session->last_status = cursor_u32(c);
	session->up_s = cursor_u64(c);
	session->next_s = cursor_u64(c);
	return cursor_ok(c) && phase < NR_DAEMON_PHASES && outcome < NR_DAEMON_OUTCOMES;
}

int daemon_state_decode(const void *body, size_t size_bytes, struct daemon_state *ret)
{
	struct cursor c = cursor_of(body, size_bytes, false);
	struct daemon_state state = { .pid = cursor_u32(&c), .up_s = cursor_u64(&c) };
	state.base = take_text(&c, PATH_MAX);
	state.config = take_text(&c, PATH_MAX);
	state.error = take_text(&c, PATH_MAX);
	uint32_t count = cursor_u32(&c);
	bool good = cursor_ok(&c) && count <= DAEMON_SESSIONS_MAX;
	for (uint32_t i = 0; good && i < count; i++) good = take_session(&c, &state);
	if (!good || cursor_left(&c)) {
		daemon_state_done(&state);
		return -EPROTO;
	}
	*ret = state;
	return 0;
}
