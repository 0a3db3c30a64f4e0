"""Each src/ folder includes only itself and the folders that it links to; outside headers only where the library is used.

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
}
C11 = set("assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic "
          "stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype".split())
POSIX = {"unistd.h", "fcntl.h", "dirent.h", "pthread.h", "strings.h", "spawn.h", "sys/stat.h", "sys/types.h", "sys/wait.h",
         "sys/mman.h", "sys/resource.h", "poll.h", "sys/file.h", "sys/prctl.h"}  # the last: Linux
CORE = {"math", "kinds", "skeleton", "model", "engine", "step"}  # libc and libm, nothing else


def read_folders(path):
    links, uses = {}, {}
    for line in pathlib.Path(path).read_text().splitlines():
        name, rest = line.split(":", 1)
        link, use, _ = rest.split("|")
        links[name], uses[name] = set(link.split()), set(use.split())
    return links, uses


def reach(name, links):
    """The folder, what it links to, and what those link to."""
    seen, todo = set(), [name]
    while todo:
        folder = todo.pop()
        if folder not in seen:
            seen.add(folder)
            todo += links[folder]
    return seen


def fault(folder, header, angle, links, uses):
    if not angle:
        home = header.split("/")[0]
        if "/" not in header or home == "davit" or home not in links:
            return None
        return None if home in reach(folder, links) else f"{folder} does not link to {home}"
    if header.removesuffix(".h") in C11 or (folder not in CORE and header in POSIX):
        return None
    for library, pattern in LIBRARY.items():
        if re.fullmatch(pattern, header):
            return None if library in uses[folder] else f"{library} belongs to another folder"
    return f"<{header}> is neither C11 nor a library of this folder"


def main(source, folders):
    links, uses = read_folders(folders)
    src = pathlib.Path(source) / "src"
    count, faults = 0, []
    for folder in links:
        for path in sorted((src / folder).rglob("*")):
            if path.suffix not in {".c", ".h", ".inc", ".def"}:
                continue
            for number, text in enumerate(path.read_text().splitlines(), 1):
                found = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', text)
                if found:
                    count += 1
                    why = fault(folder, found[2], found[1] == "<", links, uses)
                    if why:
                        faults.append(f"{path.relative_to(source)}:{number}: {why}")
    print(*faults, f"{count} includes in {len(links)} folders, {len(faults)} faults", sep="\n")
    unknown = [p.name for p in src.iterdir() if p.is_dir() and p.name not in links]
    if unknown:
        print("folders without a target:", *unknown)
    return 1 if faults or unknown or not count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
