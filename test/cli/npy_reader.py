#!/usr/bin/env python3
"""npy_reader.py DAVIT ROOT: a result in NumPy's format holds the bits of the same run in CSV, read by Python alone, and by NumPy if it is there."""
import ast
import csv
import pathlib
import struct
import subprocess
import sys
import tempfile

davit, root = sys.argv[1], pathlib.Path(sys.argv[2])
with tempfile.TemporaryDirectory() as folder:
    for end in ("npy", "csv"):
        subprocess.run([davit, "run", root / "machines/pendulum-on-wagon.yaml", "--until", "1", "--solver", "heun", "--step", "1ms",
                        "--out", f"{folder}/x.{end}"], check=True, stdout=subprocess.DEVNULL)
    data = pathlib.Path(folder, "x.npy").read_bytes()
    names, *rows = list(csv.reader(open(f"{folder}/x.csv")))
    assert data[:8] == b"\x93NUMPY\x02\x00"
    (length,) = struct.unpack("<I", data[8:12])
    assert (12 + length) % 64 == 0 and data[11 + length] == 10
    head = ast.literal_eval(data[12 : 12 + length].decode())  # as numpy.lib.format does
    assert [n for n, kind in head["descr"]] == names and all(kind == "<f8" for n, kind in head["descr"])
    assert head["shape"] == (len(rows),) and head["fortran_order"] is False
    numbers = struct.unpack(f"<{len(rows) * len(names)}d", data[12 + length :])
    assert list(numbers) == [float(x) for row in rows for x in row]
    try:
        import numpy
    except ImportError:
        print(f"{len(rows)} rows of {len(names)} columns; NumPy is not here")
    else:
        table = numpy.load(f"{folder}/x.npy")
        assert table.dtype.names == tuple(names) and list(table[names[1]]) == [float(r[1]) for r in rows]
        print(f"{len(rows)} rows of {len(names)} columns, also by NumPy {numpy.__version__}")
