#pragma once

/// Gives a file or folder another name, which nothing may have yet.
///
/// 0, or -1 with `errno`: EEXIST where the name is taken, EINVAL where the file system cannot say so.
int folders_rename_new(const char *from, const char *to);

/// Exchanges two names, in one step for processes that look at either.
///
/// 0, or -1 with `errno`: EINVAL where the file system cannot do it.
int folders_exchange(const char *one, const char *other);

/// Waits until everything that was written to a descriptor's file system is on disk.
///
/// 0, or -1 with `errno`. For thousands of small files this is one wait, where a sync of each would be
/// thousands.
int folders_sync(int descriptor);
