#pragma once
#include <stddef.h>
#include <stdint.h>

// What of Linux's sockets Swift cannot call, or glibc shows to `_GNU_SOURCE` alone. Each gives -1 with `errno`
// where it fails. No descriptor is inherited by a child.

/// What a descriptor is ready for, or watched for.
enum {
  sockets_readable = 1,
  sockets_writable = 2,
  /// The peer closed its sending side.
  sockets_peer_closed = 4,
  /// The connection is over in both directions, or broken; always watched for.
  sockets_broken = 8,
  /// Told once each time that it becomes ready, instead of for as long as it is.
  sockets_once = 16
};

/// A descriptor that is ready.
struct sockets_event {
  /// What it was watched under.
  uint64_t key;
  uint32_t ready;
};

/// The most events of one wait.
enum { sockets_most_events = 128 };

/// Makes a poller.
int sockets_poller(void);

/// Watches a descriptor, newly or for something else than before.
int sockets_watch(int poller, int descriptor, uint64_t key, uint32_t wanted, int is_new);

/// Watches a descriptor no longer.
int sockets_forget(int poller, int descriptor);

/// Waits until something is ready, or for so many milliseconds, or for ever by -1; gives how many are.
int sockets_wait(int poller, struct sockets_event *events, int milliseconds);

/// Makes a descriptor that `sockets_raise` makes ready.
int sockets_signal(void);

void sockets_raise(int signal);

/// Takes a connection, which never blocks and sends at once, and its peer's address, a `struct sockaddr_storage`.
int sockets_accept(int listener, void *peer);

/// Sends two pieces, one after the other, as far as the system takes them at once; gives how many bytes.
ptrdiff_t sockets_send(int socket, const void *first, size_t first_count, const void *second,
                       size_t second_count, int more_follows);

/// Sends bytes of a file from an offset on, as far as the system takes them at once; SIGPIPE must be blocked.
ptrdiff_t sockets_send_file(int socket, int file, int64_t offset, size_t count);

/// The bytes that the peer has acknowledged, ever; 0 where the kernel does not tell.
uint64_t sockets_acknowledged(int socket);
