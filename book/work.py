"""Runs the commands of the book in a folder, several at a time, and leaves out those whose results are there already."""
import concurrent.futures
import hashlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import threading
import time


class Failed(Exception):
    pass


def digest_of(paths):
    h = hashlib.sha256()
    for path in sorted(paths):
        stat = path.stat()
        h.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return h.hexdigest()


class Workshop:
    """A folder with links to machines/ and parts/ and copies of book/data/: commands read as they would be typed there, or at the root of the project
    with book/data/ copied to it."""

    def __init__(self, davit, source, folder, jobs):
        self.davit, self.source, self.folder = str(davit), pathlib.Path(source), pathlib.Path(folder)
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        self.seconds, self.lock = {}, threading.Lock()
        files = [p for d in ("machines", "parts", "test/study", "book/data", "book/later", "book/bonds") for p in (self.source / d).rglob("*") if p.is_file()]
        self.digest = digest_of([pathlib.Path(davit), *files])

    def place(self, name):
        with self.lock:
            return self.folder_of(name)

    def folder_of(self, name):
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        for linked in ("machines", "parts", "book", "doc"):
            link = folder / linked
            if not link.is_symlink():
                link.symlink_to(self.source / linked, target_is_directory=True)
        for file in (self.source / "book/data").iterdir():
            copy = folder / file.name
            if not copy.exists() or copy.read_bytes() != file.read_bytes():
                shutil.copyfile(file, copy)
        return folder

    def stamp(self, command, inputs):
        return hashlib.sha256(f"{self.digest} {command} {inputs}".encode()).hexdigest()

    def run(self, folder, name, command, codes=(0,), inputs=""):
        """The text that the command prints; kept in NAME.txt, and not made again while nothing has changed."""
        out, kept = folder / f"{name}.txt", folder / f"{name}.stamp"
        stamp = self.stamp(command, inputs)
        if kept.exists() and kept.read_text() == stamp:
            return out.read_text()
        words = shlex.split(command)
        if words[0] not in ("davit", "python3"):
            raise Failed(f"{name}: a command of the book begins with davit, or python3 for a program of book/data: {command}")
        start = time.monotonic()
        done = subprocess.run([self.davit if words[0] == "davit" else sys.executable, *words[1:]], cwd=folder, capture_output=True, text=True, timeout=280,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})
        self.seconds[name] = time.monotonic() - start
        if done.returncode not in codes:
            raise Failed(f"{name}: exit code {done.returncode} of {command}\n{done.stdout[-600:]}{done.stderr[-1500:]}")
        out.write_text(done.stdout)
        kept.write_text(stamp)
        return done.stdout

    def all(self, calls):
        """Calls side by side; the failures of all of them as texts."""
        faults = []
        for future in [self.pool.submit(f, *args) for f, *args in calls]:
            try:
                future.result()
            except (Failed, subprocess.TimeoutExpired) as fault:
                faults.append(str(fault))
        return faults
