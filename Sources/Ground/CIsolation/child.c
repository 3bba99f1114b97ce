#define _GNU_SOURCE
#include "cisolation.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

int iso_pipe(int ends[2]) {
  int made[2];
  if (pipe2(made, O_CLOEXEC)) return errno;
  int error = 0;
  for (int i = 0; i < 2; i++) {
    ends[i] = fcntl(made[i], F_DUPFD_CLOEXEC, 3);
    if (ends[i] < 0 && !error) error = errno;
    close(made[i]);
  }
  if (!error && fcntl(ends[0], F_SETFL, O_NONBLOCK)) error = errno;
  if (error) {
    for (int i = 0; i < 2; i++) {
      if (ends[i] >= 0) close(ends[i]);
      // The number is another file's a moment later; a caller that kept it would close that.
      ends[i] = -1;
    }
  }
  return error;
}

int iso_feeding_pipe(int ends[2]) {
  int error = iso_pipe(ends);
  if (error) return error;
  if (fcntl(ends[0], F_SETFL, 0) || fcntl(ends[1], F_SETFL, O_NONBLOCK)) {
    error = errno;
    for (int i = 0; i < 2; i++) {
      close(ends[i]);
      ends[i] = -1;
    }
    return error;
  }
  // Large pieces take fewer turns; a user's pipes may have used up what all of them may hold.
  (void)fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
  return 0;
}

int iso_bytes(const void *bytes, size_t count, int *descriptor) {
  int file = memfd_create("request", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return errno;
  const char *next = bytes;
  while (count > 0) {
    ssize_t written = write(file, next, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    next += written;
    count -= (size_t)written;
  }
  if (count > 0 || lseek(file, 0, SEEK_SET) != 0 ||
      fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL)) {
    int error = errno ? errno : EIO;
    close(file);
    return error;
  }
  *descriptor = file;
  return 0;
}

static int spawn(
    const char *path, char *const arguments[], char *const environment[], const char *folder,
    int input, int output, int error_stream, int reply, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  if ((error = posix_spawnattr_init(&attributes))) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  if (input >= 0)
    error = posix_spawn_file_actions_adddup2(&actions, input, 0);
  else
    error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, 1);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, error_stream, 2);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, reply, iso_reply_descriptor);
  if (!error)
    error = posix_spawn_file_actions_addclosefrom_np(&actions, iso_reply_descriptor + 1);
  if (!error) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setflags(&attributes,
      POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  if (!error) error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// Closes one end of the pipes that were made.
static void close_pipes(int pipes[3][2], int made, int end) {
  for (int i = 0; i < made; i++) close(pipes[i][end]);
}

int iso_spawn(
    const char *path, char *const arguments[], char *const environment[], const char *folder,
    int input, iso_child *child) {
  int pipes[3][2];
  int error = 0, made = 0;
  while (made < 3 && !(error = iso_pipe(pipes[made]))) made++;
  if (!error)
    error = spawn(
        path, arguments, environment, folder, input, pipes[0][1], pipes[1][1], pipes[2][1],
        &child->process);
  close_pipes(pipes, made, 1);
  if (error) {
    close_pipes(pipes, made, 0);
    return error;
  }
  child->output = pipes[0][0];
  child->error = pipes[1][0];
  child->reply = pipes[2][0];
  child->end = (int)syscall(SYS_pidfd_open, child->process, 0);
  return 0;
}

int iso_reap(pid_t process, iso_ending *ending) {
  int status;
  struct rusage usage;
  pid_t found;
  do {
    found = wait4(process, &status, WNOHANG, &usage);
  } while (found < 0 && errno == EINTR);
  if (found < 0) return errno;
  if (found == 0) return EAGAIN;
  ending->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  ending->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  ending->cpu_seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                        (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  ending->peak_bytes = (uint64_t)usage.ru_maxrss << 10;
  return 0;
}
