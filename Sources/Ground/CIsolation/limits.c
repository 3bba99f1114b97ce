#define _GNU_SOURCE
#include "cisolation.h"

#include <dirent.h>
#include <errno.h>
#include <linux/capability.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// A limit that is lower already stays: nothing is ever widened.
static int set_limit(int which, uint64_t soft, uint64_t hard) {
  struct rlimit limit;
  if (getrlimit(which, &limit)) return errno;
  if (limit.rlim_cur > soft) limit.rlim_cur = soft;
  if (limit.rlim_max > hard) limit.rlim_max = hard;
  return setrlimit(which, &limit) ? errno : 0;
}

int iso_set_limits(const iso_limits *limits) {
  int error = set_limit(RLIMIT_CORE, 0, 0);
  if (!error && limits->memory_bytes)
    error = set_limit(RLIMIT_DATA, limits->memory_bytes, limits->memory_bytes);
  if (!error && limits->address_bytes)
    error = set_limit(RLIMIT_AS, limits->address_bytes, limits->address_bytes);
  if (!error && limits->file_bytes)
    error = set_limit(RLIMIT_FSIZE, limits->file_bytes, limits->file_bytes);
  if (!error && limits->descriptors)
    error = set_limit(RLIMIT_NOFILE, limits->descriptors, limits->descriptors);
  // SIGXCPU first, which tells the limit from any other death; SIGKILL for a process that lives on.
  if (!error && limits->cpu_seconds) {
    signal(SIGXCPU, SIG_DFL);
    error = set_limit(RLIMIT_CPU, limits->cpu_seconds, limits->cpu_seconds + 2);
  }
  return error;
}

int iso_drop_privileges(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return errno;
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2];
  memset(none, 0, sizeof none);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (syscall(SYS_capset, &header, none)) return errno;
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) ? errno : 0;
}

int iso_die_with_parent(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)) return errno;
  // The parent may have died before the kernel watched it.
  return parent > 0 && getppid() != parent ? ESRCH : 0;
}

int iso_thread_count(void) {
  DIR *tasks = opendir("/proc/self/task");
  if (!tasks) return 0;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(tasks));) count += entry->d_name[0] != '.';
  closedir(tasks);
  return count;
}
