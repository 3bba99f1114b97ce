#define _GNU_SOURCE
#include "csockets.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>

int sockets_poller(void) { return epoll_create1(EPOLL_CLOEXEC); }

int sockets_watch(int poller, int descriptor, uint64_t key, uint32_t wanted, int is_new) {
  struct epoll_event event = {0};
  event.data.u64 = key;
  if (wanted & sockets_readable) event.events |= EPOLLIN;
  if (wanted & sockets_writable) event.events |= EPOLLOUT;
  if (wanted & sockets_peer_closed) event.events |= EPOLLRDHUP;
  if (wanted & sockets_once) event.events |= EPOLLET;
  return epoll_ctl(poller, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}

int sockets_forget(int poller, int descriptor) {
  return epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, NULL);
}

int sockets_wait(int poller, struct sockets_event *events, int milliseconds) {
  struct epoll_event found[sockets_most_events];
  const int count = epoll_wait(poller, found, sockets_most_events, milliseconds);
  for (int index = 0; index < count; index++) {
    const uint32_t bits = found[index].events;
    events[index].key = found[index].data.u64;
    events[index].ready = (bits & EPOLLIN ? sockets_readable : 0u) |
                          (bits & EPOLLOUT ? sockets_writable : 0u) |
                          (bits & EPOLLRDHUP ? sockets_peer_closed : 0u) |
                          (bits & (EPOLLERR | EPOLLHUP) ? sockets_broken : 0u);
  }
  return count;
}

int sockets_signal(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void sockets_raise(int signal) { (void)eventfd_write(signal, 1); }

int sockets_accept(int listener, void *peer) {
  socklen_t size = sizeof(struct sockaddr_storage);
  const int socket = accept4(listener, peer, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (socket < 0) return -1;
  const int yes = 1;
  (void)setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return socket;
}

ptrdiff_t sockets_send(int socket, const void *first, size_t first_count, const void *second,
                       size_t second_count, int more_follows) {
  struct iovec pieces[2] = {{(void *)first, first_count}, {(void *)second, second_count}};
  struct msghdr message = {0};
  message.msg_iov = pieces;
  message.msg_iovlen = second_count > 0 ? 2 : 1;
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT | (more_follows ? MSG_MORE : 0));
}

ptrdiff_t sockets_send_file(int socket, int file, int64_t offset, size_t count) {
  off_t place = offset;
  return sendfile(socket, file, &place, count);
}

uint64_t sockets_acknowledged(int socket) {
  // `tcpi_bytes_acked` of Linux 4.1, by its place: glibc's own structure ends before it.
  enum { place = 120 };
  unsigned char info[256];
  socklen_t size = sizeof info;
  uint64_t bytes = 0;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, info, &size) != 0) return 0;
  if (size < place + sizeof bytes) return 0;
  memcpy(&bytes, info + place, sizeof bytes);
  return bytes;
}
