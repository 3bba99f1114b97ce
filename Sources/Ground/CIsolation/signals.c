#define _GNU_SOURCE
#include "cisolation.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// libdispatch's own sources of signals lose one signal in some hundreds on a loaded machine: the handler by
// which they block a signal and raise it anew ends, and unblocks it, while it is pending (swift-corelibs-libdispatch,
// src/event/event_epoll.c).

static atomic_int far_end = -1;

static void note(int number) {
  const int error = errno;
  const unsigned char byte = (unsigned char)number;
  // A pipe that is full says what there is to say.
  (void)!write(atomic_load_explicit(&far_end, memory_order_relaxed), &byte, 1);
  errno = error;
}

int iso_note_signals(const int *numbers, size_t count, int *notes) {
  int ends[2];
  int error = iso_pipe(ends);
  if (error) return error;
  if (fcntl(ends[1], F_SETFL, O_NONBLOCK)) {
    error = errno;
    close(ends[0]);
    close(ends[1]);
    return error;
  }
  atomic_store(&far_end, ends[1]);
  *notes = ends[0];
  for (size_t i = 0; i < count; i++) {
    struct sigaction action;
    // The parent wants the process to live through a signal that it ignores, as nohup does.
    if (sigaction(numbers[i], NULL, &action)) return errno;
    if (action.sa_handler == SIG_IGN) continue;
    action = (struct sigaction){.sa_handler = note, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(numbers[i], &action, NULL)) return errno;
  }
  return 0;
}
