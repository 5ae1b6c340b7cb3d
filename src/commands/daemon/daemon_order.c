/* Requests of clients. A connection is one request and its answer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "commands/daemon/daemon_server.h"

/* More are made to wait before they are taken. */
#define CLIENTS_MAX 32
/* How long a client may take to ask and to take its answer. */
#define PATIENCE_NS (10ull * 1000000000)

void daemon_client_free(struct daemon_client *client)
{
	close(client->fd);
	out_done(&client->out);
	free(client);
}

bool daemon_clients_room(const struct daemon_server *server) { return server->clients.count < CLIENTS_MAX; }

void daemon_clients_accept(struct daemon_server *server, uint64_t now_ns)
{
	while (daemon_clients_room(server)) {
		int fd = accept4(server->listen_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (fd < 0) return;
		struct daemon_client *client = xcalloc(1, sizeof(*client));
		client->fd = fd;
		client->deadline_ns = now_ns + PATIENCE_NS;
		out_init(&client->out, -1);
		vec_push(&server->clients, client);
	}
}

/* A session that has ended as it should is not meant by a signal or a ping to all. */
static bool is_chosen(const struct daemon_session *session, const struct daemon_request *request)
{
	if (request->session[0]) return strcmp(session->name, request->session) == 0;
	return session->phase != DAEMON_FINISHED || request->order == DAEMON_LIST || request->order == DAEMON_STOP;
}

/* The answer: the daemon and the sessions that were chosen. */
static void answer(struct daemon_server *server, struct daemon_client *client, const char *error, uint64_t now_ns)
{
	const struct daemon_request *request = &client->request;
	struct daemon_state state = {
		.pid = (uint32_t)getpid(),
		.up_s = (now_ns - server->started_ns) / 1000000000,
		.base = xstrdup(server->base.path),
		.config = xstrdup(server->config_path ? server->config_path : ""),
		.error = xstrdup(error),
	};
	for (size_t i = 0; i < server->sessions.count; i++) {
		struct daemon_session *session = server->sessions.items[i];
		if (!is_chosen(session, request)) continue;
		struct daemon_session_state *described = vec_add(&state.sessions);
		daemon_session_describe(session, now_ns, described);
		if (request->order == DAEMON_SIGNAL)
			described->outcome = daemon_session_signal(session, (int)request->signal_number);
		if (request->order == DAEMON_PING)
			described->outcome = session->pid ? session->ping.outcome : DAEMON_NOT_RUNNING;
	}
	daemon_state_encode(&state, &client->out);
	daemon_state_done(&state);
	client->phase = DAEMON_CLIENT_LISTENS;
	client->deadline_ns = now_ns + PATIENCE_NS;
}

static void obey(struct daemon_server *server, struct daemon_client *client, uint64_t now_ns)
{
	const struct daemon_request *request = &client->request;
	if (request->order != DAEMON_PING) {
		if (request->order == DAEMON_STOP) daemon_server_end(server, now_ns);
		answer(server, client, "", now_ns);
		return;
	}
	for (size_t i = 0; i < server->sessions.count; i++) {
		struct daemon_session *session = server->sessions.items[i];
		if (session->pid && is_chosen(session, request))
			daemon_ping_start(&session->ping, session->dir_fd, now_ns);
	}
	client->phase = DAEMON_CLIENT_PINGS;
	client->deadline_ns = UINT64_MAX; /* pings have one */
}

/* Reads up to `size` bytes of the message. 1: they are there; 0: not yet; -errno: the other end has gone. */
static int read_up_to(struct daemon_client *client, size_t size)
{
	while (client->in_size < size) {
		ssize_t n = read(client->fd, client->in + client->in_size, size - client->in_size);
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return errno == EAGAIN ? 0 : -errno;
		if (n == 0) return -EPIPE;
		client->in_size += (size_t)n;
	}
	return 1;
}

/* Takes what has come of the request, and obeys it once it is whole. What is no request is answered by an error. */
static bool ask(struct daemon_server *server, struct daemon_client *client, uint64_t now_ns)
{
	struct daemon_header header;
	int r = read_up_to(client, DAEMON_HEADER_SIZE);
	if (r <= 0) return r == 0;
	r = daemon_header_decode(client->in, DAEMON_REQUEST_SIZE_MAX, &header);
	if (r >= 0) {
		int whole = read_up_to(client, DAEMON_HEADER_SIZE + header.size_bytes);
		if (whole <= 0) return whole == 0;
		r = daemon_request_decode(header.kind, client->in + DAEMON_HEADER_SIZE, header.size_bytes,
					  &client->request);
	}
	if (r < 0)
		answer(server, client, r == -EPROTONOSUPPORT ? "the daemon is of another version" : "no request",
		       now_ns);
	else obey(server, client, now_ns);
	return true;
}

/* Answers once all sessions that were asked have. */
static void wait_for_pings(struct daemon_server *server, struct daemon_client *client, uint64_t now_ns)
{
	for (size_t i = 0; i < server->sessions.count; i++)
		if (server->sessions.items[i]->ping.pending && is_chosen(server->sessions.items[i], &client->request))
			return;
	answer(server, client, "", now_ns);
}

/* Sends what the other end takes. */
static bool tell(struct daemon_client *client)
{
	while (client->sent < client->out.size) {
		ssize_t n = send(client->fd, client->out.data + client->sent, client->out.size - client->sent,
				 MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return errno == EAGAIN;
		client->sent += (size_t)n;
	}
	if (client->request.order != DAEMON_STOP) return false;
	client->phase = DAEMON_CLIENT_STAYS;
	client->deadline_ns = UINT64_MAX;
	return true;
}

bool daemon_client_go_on(struct daemon_server *server, struct daemon_client *client, uint64_t now_ns)
{
	if (now_ns >= client->deadline_ns) return false;
	if (client->phase == DAEMON_CLIENT_ASKS && !ask(server, client, now_ns)) return false;
	if (client->phase == DAEMON_CLIENT_PINGS) wait_for_pings(server, client, now_ns);
	return client->phase != DAEMON_CLIENT_LISTENS || tell(client);
}
