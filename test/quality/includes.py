"""Outside headers only where the library is used; installed headers include only each other. (Which folder sees which,
the compiler says: the path to a folder's headers comes with the link to it.)

usage: includes.py <source dir> <folders.txt>; a line of folders.txt is `name: links | outside libraries | files`.
"""
import pathlib
import re
import sys

LIBRARY = {
    "libfyaml": r"libfyaml\.h",
    "expat": r"expat\.h",
    "sundials": r"(sundials|cvodes?|kinsol|idas?|arkode|nvector|sunmatrix|sunlinsol|sunnonlinsol)/.*",
    "lapacke": r"(lapacke|cblas)\.h",
    "hdf5": r"hdf5(_hl)?\.h",
    "matio": r"matio\.h",
    "zlib": r"zlib\.h",
    "libwebsockets": r"libwebsockets\.h",
    "libzip": r"zip\.h",
    "libmodbus": r"modbus/modbus\.h",
    "nlopt": r"nlopt\.h",
    "ipopt": r"IpStdCInterface\.h",
}
C11 = set("assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic "
          "stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype".split())
POSIX = {"unistd.h", "fcntl.h", "dirent.h", "pthread.h", "strings.h", "spawn.h", "sys/stat.h", "sys/types.h", "sys/wait.h",
         "sys/mman.h", "sys/resource.h", "poll.h", "sys/file.h", "sys/prctl.h"}  # the last: Linux
LINUX = {"outside": {"dlfcn.h"}, "exchange": {"dlfcn.h"}, "base": {"ftw.h"}, "gpu": {"dlfcn.h"}, "study": {"dlfcn.h"},
         "sandbox": {"linux/audit.h", "linux/filter.h", "linux/landlock.h", "linux/seccomp.h", "sys/syscall.h"},
         "wire": {"netdb.h", "netinet/in.h", "netinet/tcp.h", "sys/socket.h"}}
CORE = {"math", "kinds", "skeleton", "model", "engine", "step", "run"}  # libc and libm, nothing else


def read_folders(path):
    """Outside libraries of each folder."""
    uses = {}
    for line in pathlib.Path(path).read_text().splitlines():
        name, rest = line.split(":", 1)
        uses[name] = set(rest.split("|")[1].split())
    return uses


def fault(folder, header, uses):
    """Why a folder may not include <header>, or None."""
    if header.removesuffix(".h") in C11 or (folder not in CORE and header in POSIX) or header in LINUX.get(folder, ()):
        return None
    for library, pattern in LIBRARY.items():
        if re.fullmatch(pattern, header):
            return None if library in uses[folder] else f"{library} belongs to another folder"
    return f"<{header}> is neither C11 nor a library of this folder"


def includes(top):
    """(path, line, header, 1 if in angles) of all includes below a folder."""
    for path in sorted(top.rglob("*")):
        if path.suffix not in {".c", ".h", ".hpp", ".inc", ".def"}:
            continue
        for number, text in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', text)
            if found:
                yield path, number, found[2], found[1] == "<"


def main(source, folders):
    source, uses = pathlib.Path(source), read_folders(folders)
    count, faults = 0, []
    for folder in uses:
        for path, line, header, outside in includes(source / "src" / folder):
            count += 1
            why = outside and fault(folder, header, uses)
            if why:
                faults.append(f"{path.relative_to(source)}:{line}: {why}")
    for path, line, header, outside in includes(source / "include"):
        installed = header.startswith("davit/") and (source / "include" / header).is_file()
        if not (header.removesuffix(".h") in C11 if outside else installed):
            faults.append(f"{path.relative_to(source)}:{line}: {header} is not installed")
    print(*faults, f"{count} includes in {len(uses)} folders, {len(faults)} faults", sep="\n")
    unknown = [p.name for p in (source / "src").iterdir() if p.is_dir() and p.name not in uses]
    if unknown:
        print("folders without a target:", *unknown)
    return 1 if faults or unknown or not count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
