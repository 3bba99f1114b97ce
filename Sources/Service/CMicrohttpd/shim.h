#pragma once
#include <microhttpd.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// What Swift cannot call: functions with variable arguments, and what they are given.

/// The functions that the library calls; each gets `context` first.
struct ao_mhd_callbacks {
  MHD_AcceptPolicyCallback accept;
  MHD_AccessHandlerCallback access;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  void *context;
};

/// Leaves targets as they were sent: paths are decoded where their faults can be told.
static inline size_t ao_mhd_keep_escapes(void *context, struct MHD_Connection *connection,
                                         char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

/// Starts a daemon on a listening socket; whoever starts it waits for its events and runs it.
///
/// Not on the library's own thread: 0.9.75 takes at most 128 events at a time, and after exactly so many
/// waits for another one before it looks at any of them. `MHD_run` never waits.
///
/// SIGPIPE is blocked on the thread that runs it; the library asks for that before it writes files.
///
/// No limit of connections or time is the library's: its limits leave new connections waiting
/// without an answer, and its times only know silence.
static inline struct MHD_Daemon *ao_mhd_start(int listener, unsigned connections, size_t memory,
                                              size_t increment,
                                              const struct ao_mhd_callbacks *callbacks) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, callbacks->accept,
      callbacks->context, callbacks->access, callbacks->context, MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_CONNECTION_MEMORY_INCREMENT, increment, MHD_OPTION_CONNECTION_TIMEOUT, 0u,
      MHD_OPTION_NOTIFY_COMPLETED, callbacks->completed, callbacks->context,
      MHD_OPTION_NOTIFY_CONNECTION, callbacks->connection, callbacks->context,
      MHD_OPTION_URI_LOG_CALLBACK, callbacks->target, callbacks->context,
      MHD_OPTION_UNESCAPE_CALLBACK, &ao_mhd_keep_escapes, (void *)0,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
}

/// A descriptor that is readable from `ao_mhd_raise` to `ao_mhd_clear`, or -1; no child inherits it.
static inline int ao_mhd_signal(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline void ao_mhd_raise(int signal) { (void)eventfd_write(signal, 1); }

static inline void ao_mhd_clear(int signal) {
  eventfd_t count;
  (void)eventfd_read(signal, &count);
}

/// The descriptor that is readable while the daemon has events, or -1.
static inline int ao_mhd_events(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/// What was left in the connection's own place, or null.
static inline void *ao_mhd_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : (void *)0;
}

/// The connection's socket, or -1.
static inline int ao_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// The peer's address, or null.
static inline const struct sockaddr *ao_mhd_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : (const struct sockaddr *)0;
}

/// The bytes of the request's line and header.
static inline size_t ao_mhd_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/// The status that was queued; 0 where there is none.
static inline unsigned ao_mhd_status(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
  return info ? info->http_status : 0;
}

/// The bytes that the peer has acknowledged, ever; 0 where the kernel does not tell.
///
/// `tcpi_bytes_acked` of Linux 4.1, by its place: <linux/tcp.h> and <netinet/tcp.h> define the same
/// names.
static inline uint64_t ao_mhd_bytes_acknowledged(int socket) {
  enum { level_tcp = 6, tcp_info = 11, place = 120 };
  unsigned char info[256];
  socklen_t size = sizeof info;
  uint64_t bytes = 0;
  if (getsockopt(socket, level_tcp, tcp_info, info, &size) != 0) return 0;
  if (size < place + sizeof bytes) return 0;
  memcpy(&bytes, info + place, sizeof bytes);
  return bytes;
}

/// `POLLRDHUP` of Linux: the peer closed its sending side. glibc shows it to `_GNU_SOURCE` alone.
static const short ao_poll_peer_closed = 0x2000;

extern void *memmem(const void *, size_t, const void *, size_t);

/// Where `sought` begins in `bytes`, or -1.
static inline ptrdiff_t ao_find(const void *bytes, size_t count, const void *sought,
                                size_t sought_count) {
  const void *found = memmem(bytes, count, sought, sought_count);
  return found ? (const char *)found - (const char *)bytes : -1;
}
