// Sends one HTTP/1.1 request again and again over kept connections, and tells how long answers took.
//
// usage: http-load PORT REQUEST-FILE CONNECTIONS SECONDS [RATE]
//
// Without a rate every connection sends its next request when the last one is answered: what the server
// can do. With one, requests fall due at even times whatever the server does, and a time is taken from when
// its request was due: what waits because the server is late counts (no coordinated omission).
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { most_connections = 512, most_header = 16 * 1024 };

typedef struct {
  int descriptor;
  bool busy;
  double due; // when its request was due
  size_t sent;
  char header[most_header + 1];
  size_t header_bytes;
  bool in_body;
  size_t body_left;
  int status;
} connection;

static struct sockaddr_in server;
static char *request;
static size_t request_bytes;
static connection connections[most_connections];
static double *times;
static size_t time_count, time_room, failed, refused, body_bytes;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void stop(const char *what) {
  fprintf(stderr, "http-load: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void open_connection(int poll, connection *c) {
  memset(c, 0, sizeof *c);
  c->descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (c->descriptor < 0 || connect(c->descriptor, (struct sockaddr *)&server, sizeof server) != 0)
    stop("connect");
  int one = 1;
  setsockopt(c->descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  fcntl(c->descriptor, F_SETFL, O_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
  if (epoll_ctl(poll, EPOLL_CTL_ADD, c->descriptor, &event) != 0) stop("epoll_ctl");
}

static void watch(int poll, connection *c, uint32_t events) {
  struct epoll_event event = {.events = events, .data.ptr = c};
  epoll_ctl(poll, EPOLL_CTL_MOD, c->descriptor, &event);
}

// Sends what is left of the request.
static void send_on(int poll, connection *c) {
  while (c->sent < request_bytes) {
    ssize_t count = send(c->descriptor, request + c->sent, request_bytes - c->sent, MSG_NOSIGNAL);
    if (count < 0) {
      // The answer to what went wrong is read then.
      watch(poll, c, errno == EAGAIN ? EPOLLIN | EPOLLOUT : EPOLLIN);
      return;
    }
    c->sent += (size_t)count;
  }
  watch(poll, c, EPOLLIN);
}

static void start(int poll, connection *c, double due) {
  c->busy = true;
  c->due = due;
  c->sent = c->header_bytes = c->body_left = 0;
  c->in_body = false;
  send_on(poll, c);
}

static void finish(connection *c) {
  if (time_count == time_room) {
    time_room = time_room ? 2 * time_room : 1 << 16;
    times = realloc(times, time_room * sizeof *times);
    if (!times) stop("memory");
  }
  times[time_count++] = now() - c->due;
  if (c->status / 100 != 2) refused++;
  c->busy = false;
}

// Takes in bytes of an answer; false where it is none.
static bool take(connection *c, const char *bytes, size_t count) {
  if (!c->in_body) {
    size_t room = most_header - c->header_bytes, copied = count < room ? count : room;
    memcpy(c->header + c->header_bytes, bytes, copied);
    c->header[c->header_bytes + copied] = 0;
    char *end = strstr(c->header, "\r\n\r\n");
    if (!end) {
      c->header_bytes += copied;
      return c->header_bytes < most_header;
    }
    char *length = strcasestr(c->header, "\r\ncontent-length:");
    if (!length || sscanf(c->header, "HTTP/1.%*d %d", &c->status) != 1) return false;
    c->body_left = strtoul(length + 17, NULL, 10);
    body_bytes += c->body_left;
    c->in_body = true;
    size_t used = (size_t)(end + 4 - c->header) - c->header_bytes;
    bytes += used;
    count -= used;
  }
  if (count > c->body_left) return false;
  c->body_left -= count;
  if (c->body_left == 0) finish(c);
  return true;
}

static void receive(int poll, connection *c) {
  static char buffer[1 << 18];
  while (c->busy) {
    ssize_t count = recv(c->descriptor, buffer, sizeof buffer, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (count > 0 && take(c, buffer, (size_t)count)) continue;
    failed++;
    close(c->descriptor);
    open_connection(poll, c);
    return;
  }
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double part(double share) {
  if (!time_count) return 0;
  size_t index = (size_t)(share * (double)time_count);
  return 1000 * times[index < time_count ? index : time_count - 1];
}

static void read_request(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) stop(path);
  fseek(file, 0, SEEK_END);
  request_bytes = (size_t)ftell(file);
  rewind(file);
  request = malloc(request_bytes);
  if (!request || fread(request, 1, request_bytes, file) != request_bytes) stop(path);
  fclose(file);
}

int main(int count, char **words) {
  if (count < 5) {
    fprintf(stderr, "usage: http-load PORT REQUEST-FILE CONNECTIONS SECONDS [RATE]\n");
    return 64;
  }
  server = (struct sockaddr_in){
    .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  read_request(words[2]);
  int wanted = atoi(words[3]);
  if (wanted < 1 || wanted > most_connections) wanted = 1;
  double seconds = atof(words[4]), rate = count > 5 ? atof(words[5]) : 0;
  int poll = epoll_create1(0);
  for (int i = 0; i < wanted; i++) open_connection(poll, &connections[i]);

  double begin = now(), end = begin + seconds, due = begin;
  bool any_busy = true;
  while (now() < end || any_busy) {
    double time = now();
    any_busy = false;
    for (int i = 0; i < wanted; i++) {
      connection *c = &connections[i];
      if (!c->busy && time < end && (rate == 0 || due <= time)) {
        start(poll, c, rate == 0 ? time : due);
        if (rate > 0) due += 1 / rate;
      }
      any_busy |= c->busy;
    }
    if (time > end + 30) break;
    // Until something comes, or the next one is due.
    double wait = rate > 0 && time < end && due - time < 0.05 ? due - time : 0.05;
    struct timespec timeout = {.tv_nsec = wait > 0 ? (long)(wait * 1e9) : 0};
    struct epoll_event events[64];
    int found = epoll_pwait2(poll, events, 64, &timeout, NULL);
    for (int i = 0; i < found; i++) {
      connection *c = events[i].data.ptr;
      if (events[i].events & EPOLLOUT) send_on(poll, c);
      if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) receive(poll, c);
    }
  }
  double took = now() - begin;
  qsort(times, time_count, sizeof *times, ascending);
  printf(
    "{\"answers\": %zu, \"notOK\": %zu, \"broken\": %zu, \"perSecond\": %.1f, \"bytesPerAnswer\": %.0f,"
    " \"p50Ms\": %.3f, \"p90Ms\": %.3f, \"p99Ms\": %.3f, \"maxMs\": %.3f}\n",
    time_count, refused, failed, (double)time_count / took,
    time_count ? (double)body_bytes / (double)time_count : 0, part(0.5), part(0.9), part(0.99), part(1));
  return 0;
}
