#define _GNU_SOURCE
#include "cisolation.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

// The kernel sends SIGPIPE to the thread that writes, so it is blocked in this thread for the time of
// the write, and the one that the write raised is taken away. What the program does with the signal
// otherwise stays its own, and all kinds of descriptors are served: MSG_NOSIGNAL is for sockets only,
// which hold less than pipes do.
ssize_t iso_write(int descriptor, const void *bytes, size_t count) {
  sigset_t broken, before, pending;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  int error = pthread_sigmask(SIG_BLOCK, &broken, &before);
  if (error) {
    errno = error;
    return -1;
  }
  // One that waits already is not of this write, and is left: two of them are one.
  sigemptyset(&pending);
  sigpending(&pending);
  const ssize_t written = write(descriptor, bytes, count);
  error = errno;
  if (written < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE)) {
    const struct timespec now = {0, 0};
    while (sigtimedwait(&broken, NULL, &now) < 0 && errno == EINTR) continue;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return written;
}
