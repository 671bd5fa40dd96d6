// SPDX-License-Identifier: MIT
/*
 * Runs in the virtual Pi: carries the messages of its bus to the panel outside, and the answers back.
 * Without anybody outside there is no panel. When a picture was last written is noted in a file, in
 * seconds since the machine started: nothing else tells both that and when a finger was there.
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define BUS "/dev/i2c-glass"
#define PORT "grillside.glass"
#define NOTED "/run/virtual-pi-written"
#define READING 1
#define LONGEST 65536

struct header {
	uint32_t number;
	int32_t status;
	uint16_t address, flags, length, left;
};

static char message[sizeof(struct header) + LONGEST];
static char answer[sizeof(struct header) + LONGEST];

static int open_port(void)
{
	glob_t found;
	size_t each;
	char name[64], path[80];

	if (glob("/sys/class/virtio-ports/*/name", 0, NULL, &found))
		return -1;
	for (each = 0; each < found.gl_pathc; each++) {
		FILE *file = fopen(found.gl_pathv[each], "r");

		if (file && fscanf(file, "%63s", name) == 1 && !strcmp(name, PORT) &&
		    sscanf(found.gl_pathv[each], "/sys/class/virtio-ports/%32[^/]", name) == 1) {
			fclose(file);
			snprintf(path, sizeof(path), "/dev/%s", name);
			return open(path, O_RDWR | O_NONBLOCK);
		}
		if (file)
			fclose(file);
	}
	return -1;
}

static void tell_the_system(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	const char *name = getenv("NOTIFY_SOCKET");
	int line;

	if (!name || strlen(name) >= sizeof(address.sun_path))
		return;
	strcpy(address.sun_path, name);
	if (name[0] == '@')
		address.sun_path[0] = 0;
	line = socket(AF_UNIX, SOCK_DGRAM, 0);
	sendto(line, "READY=1", 7, 0, (struct sockaddr *)&address,
	       offsetof(struct sockaddr_un, sun_path) + strlen(name));
	close(line);
}

static void note(int noted)
{
	struct timespec now;
	char text[32];
	int length;

	clock_gettime(CLOCK_MONOTONIC, &now);
	length = snprintf(text, sizeof(text), "%010ld.%06ld\n", (long)now.tv_sec, now.tv_nsec / 1000);
	if (pwrite(noted, text, length, 0) < 0)
		perror(NOTED);
}

static int send_whole(int port, const char *from, size_t size)
{
	while (size) {
		ssize_t sent = write(port, from, size);

		if (sent < 0)
			return -1;
		from += sent;
		size -= sent;
	}
	return 0;
}

int main(void)
{
	struct header *asked = (struct header *)message, *told = (struct header *)answer;
	int bus = open(BUS, O_RDWR), port = open_port();
	int noted = open(NOTED, O_RDWR | O_CREAT | O_TRUNC, 0644);
	struct pollfd ready[2] = { { bus, POLLIN, 0 }, { port, POLLIN, 0 } };
	size_t have = 0;

	if (bus < 0) {
		perror(BUS);
		return 1;
	}
	tell_the_system();
	for (;;) {
		/* While nobody is outside, the port would say so all the time. */
		ready[1].fd = ready[1].revents & POLLHUP ? -1 : port;
		ready[0].revents = ready[1].revents = 0;
		poll(ready, 2, 200);
		if (ready[0].revents & POLLIN) {
			ssize_t size = read(bus, message, sizeof(message));

			if (size < (ssize_t)sizeof(*asked))
				continue;
			if (!(asked->flags & READING) && asked->length && message[sizeof(*asked)] == 0x40)
				note(noted);
			if (port < 0 || send_whole(port, message, size)) {
				asked->status = -EREMOTEIO;
				if (write(bus, asked, sizeof(*asked)) < 0 && errno != ESTALE)
					perror(BUS);
			}
		}
		if (ready[1].revents & POLLIN) {
			size_t wanted = sizeof(*told);
			ssize_t got;

			if (have >= sizeof(*told) && !told->status && told->flags & READING)
				wanted += told->length;
			got = read(port, answer + have, wanted - have);
			if (got > 0)
				have += got;
			if (have < sizeof(*told))
				continue;
			wanted = sizeof(*told);
			if (!told->status && told->flags & READING)
				wanted += told->length;
			if (have == wanted) {
				have = 0;
				/* Too late: nobody waits for it any more. */
				if (write(bus, answer, wanted) < 0 && errno != ESTALE)
					perror(BUS);
			}
		}
	}
}
