#pragma once
// Closing a process in, and starting one: the system calls that Swift cannot spell.
//
// Functions give 0, or the number of an error (as errno has it).

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What a process may use. A value of 0 leaves the limit as it is.
typedef struct {
  uint64_t memory_bytes;   // private writable memory (RLIMIT_DATA)
  uint64_t address_bytes;  // the whole address space (RLIMIT_AS)
  uint64_t file_bytes;     // the longest file that may be written (RLIMIT_FSIZE)
  uint64_t cpu_seconds;    // processor time of all threads together (RLIMIT_CPU)
  uint64_t descriptors;    // open files (RLIMIT_NOFILE)
} iso_limits;

// Sets the limits, and that no core is dumped. They cannot be raised again.
int iso_set_limits(const iso_limits *limits);

// Gives up all capabilities and whatever exec might bring back, and hides the process's memory from
// others of the same user.
int iso_drop_privileges(void);

// Has the kernel kill the process when the thread that started it ends. ESRCH where the parent is
// not `parent` any more; 0 for any parent.
int iso_die_with_parent(pid_t parent);

// From now on memory that is refused, to the heap or to a new thread, ends the process with a line on
// standard error and an exit code: see memory.c.
void iso_end_without_memory(void);

// The process's one file in memory, by its descriptor; below 0 where there is none. It is made at the first call,
// which comes before a process gives up making such files: one alone is bounded by the limit of a file.
int iso_memory_file(void);

// That code, EX_OSERR of sysexits.h, which the program gives for nothing else.
enum { iso_exit_without_memory = 71 };

// Refuses system calls that rendering does not need: see filter.c.
int iso_refuse_system_calls(void);

// The version of Landlock that the kernel has; 0 where it has none or it is not switched on.
int iso_landlock_version(void);

// Leaves the process only these files and folders. One that does not exist is left out.
int iso_restrict_files(
    char *const *read, size_t read_count, char *const *write, size_t write_count);

// From now on the process's threads are found where it may look: see threads.c.
void iso_keep_own_threads_readable(void);

// How many threads the process has; 0 where that cannot be told.
int iso_thread_count(void);

// Makes a pipe that no other program inherits and whose near end, the first, never waits. It lies above
// the standard streams even where the program was started without them.
int iso_pipe(int ends[2]);

// From now on each of these signals writes a byte, its number, into a pipe instead of ending the process, unless the
// process's parent has it ignored. `notes` is the pipe's near end, which never waits. Called once in a process.
int iso_note_signals(const int *numbers, size_t count, int *notes);

// Makes a pipe to a program: `ends` as those of iso_pipe, but it is the far end, the second, that
// never waits. It holds a megabyte where the kernel allows.
int iso_feeding_pipe(int ends[2]);

// Writes as write does, with its result and errno. Without a reader that is EPIPE alone: no SIGPIPE,
// whether or not the program ignores it. See write.c.
ssize_t iso_write(int descriptor, const void *bytes, size_t count);

// A process that was started.
typedef struct {
  pid_t process;
  int output;  // what it writes to standard output, to be read without waiting
  int error;   // the same of standard error
  int reply;   // the same of its reply
  int end;     // becomes readable when the process ends; -1 where the kernel has no such thing
} iso_child;

// The descriptor on which a program that was started writes its reply.
enum { iso_reply_descriptor = 3 };

// Makes a descriptor of these bytes, sealed against changes, to be read from their start.
int iso_bytes(const void *bytes, size_t count, int *descriptor);

// Starts a program in a folder: standard input from a descriptor, or empty where that is negative, no
// other descriptor open but that of the reply, a process group of its own, every signal as at a login.
int iso_spawn(
    const char *path, char *const arguments[], char *const environment[], const char *folder,
    int input, iso_child *child);

// How a process ended.
typedef struct {
  int exit_code;  // -1 where a signal ended it
  int signal;     // 0 where it ended by itself
  double cpu_seconds;
  uint64_t peak_bytes;  // resident
} iso_ending;

// Takes the ending of a process; EAGAIN where it still runs.
int iso_reap(pid_t process, iso_ending *ending);
