/* What tests/live/tracing traces: so many calls of a kind, from threads, around signals, over exec and fork. usage:
 * tracing_target WHAT NUMBER */
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int pipes[2];

static void call(long number)
{
	for (long i = 0; i < number; i++) (void)!syscall(SYS_getppid);
}

static void *many(void *number)
{
	call((long)number);
	return NULL;
}

static void threads(long number)
{
	pthread_t ids[4];
	for (int i = 0; i < 4; i++) pthread_create(&ids[i], NULL, many, (void *)number);
	for (int i = 0; i < 4; i++) pthread_join(ids[i], NULL);
}

static volatile sig_atomic_t nr_signals;
static void handle(int number)
{
	nr_signals++;
	(void)!syscall(SYS_getppid);
}

static void signals(long number)
{
	struct sigaction action = { .sa_handler = handle };
	sigaction(SIGUSR1, &action, NULL);
	for (long i = 0; i < number; i++) kill(getpid(), SIGUSR1);
	printf("%d\n", (int)nr_signals);
}

static void children(long number)
{
	for (long i = 0; i < number; i++) {
		pid_t child = fork();
		if (child == 0) {
			call(10);
			_exit(3);
		}
		waitpid(child, NULL, 0);
	}
}

/* One waits for the other: its call is unfinished meanwhile. */
static void *wait_for_byte(void *unused)
{
	char byte;
	(void)!read(pipes[0], &byte, 1);
	return NULL;
}

static void waiting(void)
{
	pthread_t id;
	if (pipe(pipes) < 0) exit(1);
	pthread_create(&id, NULL, wait_for_byte, NULL);
	nanosleep(&(struct timespec){ .tv_nsec = 300000000 }, NULL);
	call(3);
	(void)!write(pipes[1], "x", 1);
	pthread_join(id, NULL);
}

static void paths(void)
{
	int fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC), copy = fcntl(fd, F_DUPFD_CLOEXEC, 50), other = dup2(fd, 60),
	    pair[2];
	char bytes[8];
	(void)!read(copy, bytes, 1);
	close(fd);
	(void)!read(other, bytes, 2);
	(void)!lseek(fd, 0, SEEK_SET); /* closed: an error, and no path */
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) (void)!write(pair[0], "hello", 5);
	int local = socket(AF_UNIX, SOCK_STREAM, 0);
	struct sockaddr_un name = { .sun_family = AF_UNIX, .sun_path = "/nowhere/at/all" };
	(void)!connect(local, (struct sockaddr *)&name, sizeof(name));
	(void)!open("/nowhere/at/all", O_WRONLY | O_CREAT, 0600);
	if (fork() == 0) {
		(void)!read(other, bytes, 3);
		_exit(0);
	}
	wait(NULL);
	nanosleep(&(struct timespec){ .tv_nsec = 500000000 },
		  NULL); /* whoever asks what its descriptors are finds it here */
}

/* Text on a page that no process has looked at: a file that was mapped just now. */
static void open_cold(const char *path)
{
	FILE *file = tmpfile();
	if (!file || fputs(path, file) < 0 || fflush(file) != 0) exit(1);
	const char *text = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fileno(file), 0);
	if (text == MAP_FAILED) exit(1);
	(void)!open(text, O_RDONLY);
	fclose(file);
}

/* What calls write. */
static void contents(void)
{
	char bytes[100], where[4096];
	int ends[2], status, local = socket(AF_INET, SOCK_DGRAM, 0);
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t size = sizeof(address);
	open_cold("/cold/and/far");
	if (chdir("/etc") < 0 || !getcwd(where, sizeof(where)) || pipe(ends) < 0) exit(1);
	(void)!read(open("passwd", O_RDONLY), bytes, 4);
	(void)!bind(local, (struct sockaddr *)&address, size);
	(void)!getsockname(local, (struct sockaddr *)&address, &size);
	(void)!write(ends[1], "a\nb", 3);
	struct pollfd fd = { .fd = ends[0], .events = POLLIN };
	(void)!poll(&fd, 1, 0);
	(void)!read(ends[0], bytes, sizeof(bytes));
	(void)!syscall(SYS_read, 99, bytes, 10); /* fails: nothing was written */
	pid_t child = fork();
	if (child == 0) {
		nanosleep(&(struct timespec){ .tv_nsec = 200000000 }, NULL);
		_exit(3);
	}
	waitpid(child, &status, 0);
	struct timespec rest;
	struct itimerval soon = { .it_value = { .tv_usec = 50000 } };
	signal(SIGALRM, handle);
	setitimer(ITIMER_REAL, &soon, NULL);
	(void)!syscall(SYS_nanosleep, &(struct timespec){ .tv_sec = 30 }, &rest);
	(void)!syscall(SYS_nanosleep, &(struct timespec){ .tv_nsec = 1000 }, &rest);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	long number = argc > 2 ? atol(argv[2]) : 0;
	if (strcmp(what, "calls") == 0) call(number);
	else if (strcmp(what, "threads") == 0) threads(number);
	else if (strcmp(what, "signals") == 0) signals(number);
	else if (strcmp(what, "children") == 0) children(number);
	else if (strcmp(what, "waiting") == 0) waiting();
	else if (strcmp(what, "paths") == 0) paths();
	else if (strcmp(what, "contents") == 0) contents();
	else if (strcmp(what, "exec") == 0 && argc > 3) {
		call(number);
		execv(argv[3], argv + 3);
	} else if (strcmp(what, "sleep") == 0) {
		nanosleep(&(struct timespec){ .tv_sec = number / 1000, .tv_nsec = number % 1000 * 1000000 }, NULL);
		call(7);
	} else if (strcmp(what, "killed") == 0) {
		alarm(1);
		pause();
	} else {
		return 1;
	}
	return 0;
}
