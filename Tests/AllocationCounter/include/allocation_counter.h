#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted: with glibc's allocator, and without a sanitizer's.
bool allocation_counter_works(void);

/// How many blocks of heap memory the calling thread has asked for so far.
uint64_t allocation_count(void);
