#define _GNU_SOURCE
#include "cisolation.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The kernel's numbers, which are fixed for ever (include/uapi/linux/landlock.h); the headers of a
// system may be older than its kernel.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum {
  FS_EXECUTE = 1 << 0,
  FS_WRITE_FILE = 1 << 1,
  FS_READ_FILE = 1 << 2,
  FS_READ_DIR = 1 << 3,
  FS_REMOVE_DIR = 1 << 4,
  FS_REMOVE_FILE = 1 << 5,
  FS_MAKE_DIR = 1 << 7,
  FS_MAKE_REG = 1 << 8,
  FS_ALL_OF_1 = (1 << 13) - 1,
  FS_REFER = 1 << 13,      // from version 2
  FS_TRUNCATE = 1 << 14,   // from version 3
  NET_ALL_OF_4 = 3,        // binding and connecting TCP
  FS_IOCTL_DEV = 1 << 15,  // from version 5
  SCOPE_ALL_OF_6 = 3,      // abstract Unix sockets, and signals to processes outside
};

struct ruleset {
  uint64_t handled_fs, handled_net, scoped;
};

struct __attribute__((packed)) path_rule {
  uint64_t allowed;
  int32_t parent;
};

int iso_landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  return version > 0 ? (int)version : 0;
}

static int allow(int ruleset, const char *path, uint64_t access) {
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : errno;
  struct stat status;
  int error = fstat(place, &status) ? errno : 0;
  // What only folders have may not be asked for a file.
  if (!error && !S_ISDIR(status.st_mode))
    access &= FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE;
  struct path_rule rule = {access, place};
  if (!error && syscall(SYS_landlock_add_rule, ruleset, 1, &rule, 0)) error = errno;
  close(place);
  return error;
}

int iso_restrict_files(
    char *const *read, size_t read_count, char *const *write, size_t write_count) {
  const int version = iso_landlock_version();
  if (!version) return ENOSYS;
  struct ruleset rules = {FS_ALL_OF_1, 0, 0};
  if (version >= 2) rules.handled_fs |= FS_REFER;
  if (version >= 3) rules.handled_fs |= FS_TRUNCATE;
  if (version >= 4) rules.handled_net = NET_ALL_OF_4;
  if (version >= 5) rules.handled_fs |= FS_IOCTL_DEV;
  if (version >= 6) rules.scoped = SCOPE_ALL_OF_6;
  // An older kernel refuses a longer structure only where what it does not know is not zero.
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
  if (ruleset < 0) return errno;
  const uint64_t reading = FS_READ_FILE | FS_READ_DIR;
  const uint64_t writing = (reading | FS_WRITE_FILE | FS_REMOVE_DIR | FS_REMOVE_FILE | FS_MAKE_DIR |
                            FS_MAKE_REG | FS_REFER | FS_TRUNCATE) &
                           rules.handled_fs;
  int error = 0;
  for (size_t i = 0; !error && i < read_count; i++) error = allow(ruleset, read[i], reading);
  for (size_t i = 0; !error && i < write_count; i++) error = allow(ruleset, write[i], writing);
  if (!error && syscall(SYS_landlock_restrict_self, ruleset, 0)) error = errno;
  close(ruleset);
  return error;
}
