"""served.py: what the tests of the wire share: a served machine, its controllers, and checks."""
import atexit
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile

davit, root = sys.argv[1], sys.argv[2]
tmp = tempfile.mkdtemp(prefix="davit-wire-")
atexit.register(shutil.rmtree, tmp)
count = 0
CART = os.path.join(root, "examples/wire/cart.yaml")

found = importlib.util.spec_from_file_location("controller", os.path.join(root, "examples/wire/controller.py"))
controller = importlib.util.module_from_spec(found)
sys.dont_write_bytecode = True
found.loader.exec_module(controller)


def check(truth, what):
    global count
    count += 1
    assert truth, what


def file(name, text=None):
    path = os.path.join(tmp, name)
    if text is not None:
        with open(path, "w") as f:
            f.write(text)
    return path


def run(*arguments, code=0):
    p = subprocess.run([davit, *arguments], capture_output=True, text=True, timeout=20)
    assert p.returncode == code, (arguments, p.returncode, p.stdout, p.stderr)
    return p.stdout + p.stderr


class Served:
    """davit serve, with its port; as a context it is ended if the test has left it."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([davit, "serve", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.first = self.process.stdout.readline()
        where = re.search(r":(\d+),", self.first)
        if not where:
            raise AssertionError((arguments, self.first, *self.process.communicate()))
        self.port = int(where[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def machine(self, **more):
        return controller.Machine("127.0.0.1", self.port, **more)

    def end(self, code=0, says=""):
        out, err = self.process.communicate(timeout=60)
        check(self.process.returncode == code, (self.process.returncode, out, err))
        check(says in out + err, (says, out, err))
        return out + err


def raises(kind, text, work):
    try:
        work()
    except kind as fault:
        return check(text in str(fault), (text, str(fault)))
    raise AssertionError("no %s: %s" % (kind.__name__, text))


def done():
    print("%d checks" % count)
