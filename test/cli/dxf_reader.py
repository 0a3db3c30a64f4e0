# dxf_reader.py: drawings are read by a program that others wrote, without a complaint: every kind of shape, meshes, reach.
import subprocess
import sys
import tempfile

import ezdxf

davit, root = sys.argv[1:3]
with tempfile.TemporaryDirectory() as folder:
    for name, command in {
        "crane": ["convert", f"{root}/machines/knuckle-boom-crane-cylinders.yaml"],
        "arm": ["convert", f"{root}/machines/titan4.yaml"],
        "reach": ["workspace", f"{root}/test/study/loader.yaml", "--point", "stick.tip", "--dxf"],
    }.items():
        path = f"{folder}/{name}.dxf"
        subprocess.run([davit, *command, path], check=True, capture_output=True)
        drawing = ezdxf.readfile(path)
        found = drawing.audit()
        assert drawing.dxfversion == "AC1009", drawing.dxfversion
        assert not found.errors and not found.fixes, (name, found.errors, found.fixes)
        layers = {e.dxf.layer for e in drawing.modelspace()}
        assert {"TITLES", "POINTS", "JOINTS"} <= layers, (name, layers)
        assert all(layer in drawing.layers for layer in layers), name
        extents = drawing.header["$EXTMIN"], drawing.header["$EXTMAX"]
        assert all(extents[0][i] < extents[1][i] for i in range(2)), (name, extents)
