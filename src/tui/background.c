/* A thread for each piece of work; it blocks all signals, which are the interface's. */
#include "tui/background.h"
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include "base/compiler.h"

struct background {
	struct screen *screen;
	bool in_place;
	void (*work)(void *ctx);
	void *ctx;
	pthread_t thread;
	bool has_thread, is_done;
	pthread_mutex_t lock; /* of is_done */
	pthread_cond_t done;
};

struct background *background_new(struct screen *screen, bool in_place)
{
	struct background *b = xcalloc(1, sizeof(*b));
	b->screen = screen;
	b->in_place = in_place;
	b->is_done = true;
	pthread_mutex_init(&b->lock, NULL);
	pthread_cond_init(&b->done, NULL);
	return b;
}

void background_free(struct background *background)
{
	if (!background) return;
	background_wait(background);
	pthread_mutex_destroy(&background->lock);
	pthread_cond_destroy(&background->done);
	free(background);
}

static void *run(void *arg)
{
	struct background *b = arg;
	b->work(b->ctx);
	pthread_mutex_lock(&b->lock);
	b->is_done = true;
	pthread_cond_signal(&b->done);
	pthread_mutex_unlock(&b->lock);
	screen_wake(b->screen);
	return NULL;
}

static void join(struct background *b)
{
	if (b->has_thread) pthread_join(b->thread, NULL);
	b->has_thread = false;
}

/* A key is answered within 16 ms, and drawing takes some. */
enum { PATIENCE_MS = 8 };

/* Waits until is_done, or up to that time. */
static void wait_a_while(struct background *b)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += PATIENCE_MS * 1000000l;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_mutex_lock(&b->lock);
	while (!b->is_done && pthread_cond_timedwait(&b->done, &b->lock, &until) == 0) {
	}
	pthread_mutex_unlock(&b->lock);
}

void background_start(struct background *background, void (*work)(void *ctx), void *ctx)
{
	struct background *b = background;
	sigset_t all, before;
	join(b);
	b->work = work;
	b->ctx = ctx;
	b->is_done = false;
	sigfillset(&all);
	sigdelset(&all, SIGBUS);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	b->has_thread = !b->in_place && pthread_create(&b->thread, NULL, run, b) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (b->has_thread) {
		wait_a_while(b);
		return;
	}
	work(ctx); /* also where threads cannot be started */
	b->is_done = true;
}

bool background_is_running(struct background *background)
{
	pthread_mutex_lock(&background->lock);
	bool running = !background->is_done;
	pthread_mutex_unlock(&background->lock);
	return running;
}

void background_wait(struct background *background) { join(background); }
