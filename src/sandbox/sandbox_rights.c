// sandbox_rights.c: Landlock for files, seccomp for calls of the system (Linux).
#define _GNU_SOURCE
#include "sandbox/sandbox_rights.h"

#include "sandbox/sandbox.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif

static const int allowed[] = {
    SYS_read,          SYS_write,          SYS_rt_sigtimedwait,
    SYS_pread64,       SYS_readv,          SYS_close,
    SYS_lseek,         SYS_fstat,          SYS_newfstatat,
    SYS_mmap,          SYS_munmap,         SYS_mprotect,
    SYS_mremap,        SYS_madvise,        SYS_brk,
    SYS_rt_sigaction,  SYS_rt_sigprocmask, SYS_rt_sigreturn,
    SYS_sigaltstack,   SYS_getpid,         SYS_gettid,
    SYS_tgkill,        SYS_futex,          SYS_sched_yield,
    SYS_clock_gettime, SYS_gettimeofday,   SYS_getrandom,
    SYS_exit,          SYS_exit_group,     SYS_flock,
    SYS_getrusage,     SYS_getcwd,         SYS_faccessat,
    SYS_readlinkat,    SYS_uname,          SYS_getuid,
    SYS_geteuid,
#ifdef SYS_access
    SYS_access,
#endif
#ifdef SYS_readlink
    SYS_readlink,
#endif
#ifdef SYS_stat
    SYS_stat,
#endif
};

// What a work in a folder must not do, which may begin works of its own: Landlock keeps files from being opened to write and from
// being made or removed; the network, other programs and what changes files without opening them are kept here.
static const int denied[] = {
    SYS_socket,         SYS_socketpair,   SYS_connect,   SYS_bind,      SYS_execve,           SYS_execveat,
    SYS_ptrace,         SYS_truncate,     SYS_fchmod,    SYS_fchmodat,  SYS_fchown,           SYS_fchownat,
    SYS_utimensat,      SYS_setxattr,     SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr,      SYS_lremovexattr,
    SYS_unshare,        SYS_fremovexattr, SYS_setns,     SYS_mount,     SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_io_uring_setup, SYS_bpf,          SYS_keyctl,
#ifdef SYS_chmod
    SYS_chmod,          SYS_chown,        SYS_lchown,    SYS_utime,     SYS_utimes,           SYS_futimesat,
#endif
};

enum { DENIALS = (int)(sizeof denied / sizeof *denied) };
enum { CALLS = (int)(sizeof allowed / sizeof *allowed), LONGEST = 2 * (CALLS + DENIALS) + 24 };

typedef struct {
  struct sock_filter item[LONGEST];
  int n;
} program;

static void add(program *p, unsigned short code, unsigned k, unsigned char yes, unsigned char no)
{
  p->item[p->n++] = (struct sock_filter){code, yes, no, k};
}

static void load(program *p, size_t offset) { add(p, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0); }

static void give(program *p, unsigned what) { add(p, BPF_RET | BPF_K, what, 0, 0); }

static size_t argument(int i) { return offsetof(struct seccomp_data, args) + 8 * (size_t)i; }

// The number of the call is loaded; it stays so for the next question.
static void begin(program *p)
{
  load(p, offsetof(struct seccomp_data, arch));
  add(p, BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
  give(p, SECCOMP_RET_KILL_PROCESS);
  load(p, offsetof(struct seccomp_data, nr));
}

static const unsigned no = SECCOMP_RET_ERRNO | EPERM, yes = SECCOMP_RET_ALLOW;

static void compose_folder(program *p)
{
  const unsigned younger = 450;  // than what works need (fchmodat2 changes modes), and the numbers of x32: as if there were none
  begin(p);
  add(p, BPF_JMP | BPF_JGE | BPF_K, younger, 0, 1);
  give(p, SECCOMP_RET_ERRNO | ENOSYS);
  for (int i = 0; i < DENIALS; i++) {
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)denied[i], 0, 1);
    give(p, no);
  }
  give(p, yes);
}

static void compose(program *p)
{
  begin(p);
  for (int i = 0; i < CALLS; i++) {
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)allowed[i], 0, 1);
    give(p, yes);
  }
  // open, but only to read
  add(p, BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 4);
  load(p, argument(2));
  add(p, BPF_JMP | BPF_JSET | BPF_K, O_ACCMODE | O_CREAT | O_TRUNC, 1, 0);
  give(p, yes);
  give(p, no);
  give(p, no);
}

static int filter_calls(void (*write)(program *p))
{
#ifdef ARCH
  program p = {.n = 0};
  write(&p);
  struct sock_fprog all = {(unsigned short)p.n, p.item};
  if (!prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all, 0, 0)) return 0;
  return errno == EINVAL ? 0 : -1;  // EINVAL: a kernel without it
#else
  return (void)write, 0;
#endif
}

// Rights of the first version, which every kernel with Landlock knows. Negative: a kernel without it.
static int new_rules(void)
{
  struct landlock_ruleset_attr all = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
  return (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
}

int dv_sandbox_knows_folders(void)
{
  int rules = new_rules();
  if (rules >= 0) close(rules);
  return rules >= 0;
}

static void may(int rules, const char *path, unsigned long long what)
{
  struct landlock_path_beneath_attr one = {what, path ? open(path, O_PATH | O_CLOEXEC) : -1};
  if (one.parent_fd < 0) return;
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &one, 0);
  close(one.parent_fd);
}

static int settle(int rules)
{
  long bad = syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  return bad ? -1 : 0;
}

static int filter_files(const char *path)
{
  int rules = new_rules();
  if (rules < 0) return 0;
  may(rules, path, LANDLOCK_ACCESS_FS_READ_FILE);
  return settle(rules);
}

int dv_sandbox_lock_folder(const char *folder)
{
  const struct rlimit no_more = {0, 0};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  int rules = new_rules();
  if (rules < 0) return setrlimit(RLIMIT_NOFILE, &no_more);
  may(rules, folder, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
  may(rules, "/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);  // for works in turn
  return settle(rules) || filter_calls(compose_folder) ? -1 : 0;
}

int dv_sandbox_lock(const char *path)
{
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  return filter_files(path) || filter_calls(compose) ? -1 : 0;
}
#else
int dv_sandbox_lock(const char *path) { return (void)path, 0; }
int dv_sandbox_lock_folder(const char *folder) { return (void)folder, 0; }
int dv_sandbox_knows_folders(void) { return 1; }
#endif
