#pragma once

#include <stddef.h>

/// Takes the memory of a short run in one piece, in huge pages where the system gives them.
///
/// A picture's buffers are megabytes that are touched once; in pages of 4 KiB, thousands of
/// page faults are a large part of a short run. Only what is touched is ever resident, in
/// steps of 2 MiB. Does nothing where the allocator is not glibc's. Not for long runs: freed memory
/// is kept until the process ends.
void heap_take_for_short_run(size_t bytes);

/// Gives memory that was freed back to the system, of all threads' heaps.
///
/// For long runs, after a time of much work: what lies freed between pieces that are in use stays resident
/// otherwise. Takes milliseconds. Does nothing where the allocator is not glibc's.
void heap_give_back(void);

/// Limits how many heaps threads have where the process may not map what it likes (RLIMIT_AS): each takes 64 MB of
/// addresses, of which hardly any is ever touched. Does nothing where the allocator is not glibc's.
void heap_limit_count(int most);
