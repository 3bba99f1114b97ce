#define _GNU_SOURCE
#include "cisolation.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

// Why a list of what is refused, and not of what is allowed: what decoders, encoders, the C library
// and the Swift runtime call changes with their versions, and a call too many would be a render that
// fails on some machines only. Everything that reaches other processes, the network or the kernel's
// rarer parts is here; files are Landlock's, memory and time are the limits'.

// Reaching others: not one socket, not even a local one.
static const int network[] = {
    SCMP_SYS(socket),  SCMP_SYS(socketpair), SCMP_SYS(connect),  SCMP_SYS(bind),
    SCMP_SYS(listen),  SCMP_SYS(accept),     SCMP_SYS(accept4),  SCMP_SYS(sendto),
    SCMP_SYS(sendmsg), SCMP_SYS(sendmmsg),   SCMP_SYS(recvfrom), SCMP_SYS(recvmsg),
    SCMP_SYS(recvmmsg)};

static const int refused[] = {
    // Other programs and processes. Threads are told apart below.
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(process_madvise),
    SCMP_SYS(process_mrelease), SCMP_SYS(kcmp), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd),
    SCMP_SYS(pidfd_send_signal), SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(rt_sigqueueinfo),
    SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(setpgid), SCMP_SYS(setsid),
    // Namespaces, mounts, roots.
    SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root),
    SCMP_SYS(chroot), SCMP_SYS(open_tree), SCMP_SYS(move_mount), SCMP_SYS(fsopen),
    SCMP_SYS(fsconfig), SCMP_SYS(fsmount), SCMP_SYS(fspick), SCMP_SYS(mount_setattr),
    SCMP_SYS(mknod), SCMP_SYS(mknodat), SCMP_SYS(name_to_handle_at), SCMP_SYS(open_by_handle_at),
    SCMP_SYS(fanotify_init), SCMP_SYS(quotactl), SCMP_SYS(quotactl_fd), SCMP_SYS(swapon),
    SCMP_SYS(swapoff),
    // The kernel's own.
    SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd), SCMP_SYS(add_key),
    SCMP_SYS(request_key), SCMP_SYS(keyctl), SCMP_SYS(init_module), SCMP_SYS(finit_module),
    SCMP_SYS(delete_module), SCMP_SYS(kexec_load), SCMP_SYS(kexec_file_load), SCMP_SYS(reboot),
    SCMP_SYS(syslog), SCMP_SYS(acct), SCMP_SYS(settimeofday), SCMP_SYS(clock_settime),
    SCMP_SYS(clock_adjtime), SCMP_SYS(adjtimex), SCMP_SYS(sethostname), SCMP_SYS(setdomainname),
    SCMP_SYS(iopl), SCMP_SYS(ioperm), SCMP_SYS(modify_ldt), SCMP_SYS(personality),
    SCMP_SYS(vhangup), SCMP_SYS(lookup_dcookie),
    // Asynchronous calls, which no filter sees.
    SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register),
    SCMP_SYS(io_setup), SCMP_SYS(io_submit),
    // Memory and messages that outlive the process or are not counted as its own.
    SCMP_SYS(memfd_create), SCMP_SYS(memfd_secret), SCMP_SYS(shmget), SCMP_SYS(shmat),
    SCMP_SYS(shmctl), SCMP_SYS(semget), SCMP_SYS(msgget), SCMP_SYS(mq_open), SCMP_SYS(mlock),
    SCMP_SYS(mlock2), SCMP_SYS(mlockall),
    // The user of the process.
    SCMP_SYS(setuid), SCMP_SYS(setgid), SCMP_SYS(setreuid), SCMP_SYS(setregid),
    SCMP_SYS(setresuid), SCMP_SYS(setresgid), SCMP_SYS(setgroups), SCMP_SYS(setfsuid),
    SCMP_SYS(setfsgid), SCMP_SYS(capset), SCMP_SYS(setrlimit), SCMP_SYS(setpriority),
    // Its scheduling: a real-time process starves the machine.
    SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setparam), SCMP_SYS(sched_setattr)};

static int refuse(scmp_filter_ctx filter, const int *calls, size_t count, int number) {
  for (size_t i = 0; i < count; i++) {
    int error = seccomp_rule_add(filter, SCMP_ACT_ERRNO((unsigned)number), calls[i], 0);
    // A call that this architecture does not have needs no rule.
    if (error && error != -EDOM && error != -EINVAL) return -error;
  }
  return 0;
}

// Refuses a call where one of its arguments, as far as the mask goes, compares so with a value.
static int refuse_where(
    scmp_filter_ctx filter, int call, unsigned argument, enum scmp_compare how, uint64_t a,
    uint64_t b) {
  const struct scmp_arg_cmp comparison = {argument, how, a, b};
  return -seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), call, 1, &comparison);
}

// Calls that are refused by what they ask for. The kernel looks at the low half of most arguments
// only, so that is what is compared.
static int refuse_by_argument(scmp_filter_ctx filter) {
  const uint64_t low = 0xffffffff;
  // A process of its own; a thread is fine. The flags of clone3 cannot be seen, and the C library
  // falls back to clone where the kernel seems not to know it.
  int error = refuse_where(filter, SCMP_SYS(clone), 0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0);
  if (!error) error = -seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  // Signals to others; abort() and raise() send them to the process itself.
  if (!error)
    error = refuse_where(filter, SCMP_SYS(tgkill), 0, SCMP_CMP_NE, (uint64_t)getpid(), 0);
  // Limits may be read, and not set; a privileged process could raise them.
  if (!error) error = refuse_where(filter, SCMP_SYS(prlimit64), 2, SCMP_CMP_NE, 0, 0);
  // Typing into the terminal that the program was started from.
  if (!error) error = refuse_where(filter, SCMP_SYS(ioctl), 1, SCMP_CMP_MASKED_EQ, low, TIOCSTI);
  // Living on without the parent, and becoming readable for others again.
  const int wishes[] = {PR_SET_PDEATHSIG, PR_SET_DUMPABLE};
  for (int i = 0; !error && i < 2; i++) {
    error = refuse_where(
        filter, SCMP_SYS(prctl), 0, SCMP_CMP_MASKED_EQ, low, (uint64_t)wishes[i]);
  }
  return error;
}

int iso_refuse_system_calls(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (!filter) return ENOMEM;
  // Every thread that is there already, too; a search tree in place of a hundred comparisons.
  int error = -seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  if (!error) seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  if (!error) error = refuse(filter, network, sizeof network / sizeof *network, EACCES);
  if (!error) error = refuse(filter, refused, sizeof refused / sizeof *refused, EPERM);
  if (!error) error = refuse_by_argument(filter);
  if (!error) error = -seccomp_load(filter);
  seccomp_release(filter);
  return error;
}
