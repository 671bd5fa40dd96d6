// SPDX-License-Identifier: MIT
/*
 * Runs in the virtual Pi: `ear FILE SECONDS` prints each change of the level that the kernel shows in
 * a file, with the seconds since it began to listen. No script is quick enough for a tone.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return at.tv_sec + at.tv_nsec / 1e9;
}

int main(int count, char **words)
{
	double start = now(), at;
	char level = 0, before = 0;
	int file = count == 3 ? open(words[1], O_RDONLY) : -1;

	if (file < 0) {
		perror("ear");
		return 1;
	}
	while ((at = now() - start) < atof(words[2])) {
		if (pread(file, &level, 1, 0) == 1 && level != before)
			printf("%.6f %c\n", at, level);
		before = level;
	}
	return 0;
}
