#define _GNU_SOURCE
#include "cfolders.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#if defined(__linux__)

int folders_rename_new(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int folders_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

int folders_sync(int descriptor) { return syncfs(descriptor); }

#elif defined(__APPLE__)

int folders_rename_new(const char *from, const char *to) {
  return renamex_np(from, to, RENAME_EXCL);
}

int folders_exchange(const char *one, const char *other) {
  return renamex_np(one, other, RENAME_SWAP);
}

int folders_sync(int descriptor) {
  (void)descriptor;
  sync();
  return 0;
}

#endif
