"""host.py: a small importer of FMUs, for the tests: unpacks, reads the description, calls the functions by ctypes."""
import ctypes as C
import os
import tempfile
import xml.etree.ElementTree as ET
import zipfile

OK, WARNING, DISCARD, ERROR, FATAL = range(5)


class Callbacks2(C.Structure):
    LOG = C.CFUNCTYPE(None, C.c_void_p, C.c_char_p, C.c_int, C.c_char_p, C.c_char_p, C.c_char_p)
    _fields_ = [("log", LOG), ("allocate", C.c_void_p), ("free", C.c_void_p), ("finished", C.c_void_p), ("environment", C.c_void_p)]


class EventInfo2(C.Structure):
    _fields_ = [(n, C.c_int) for n in ("again", "ended", "nominals", "values", "has_next")] + [("next", C.c_double)]


LOG3 = C.CFUNCTYPE(None, C.c_void_p, C.c_int, C.c_char_p, C.c_char_p)
UPDATE3 = C.CFUNCTYPE(None, C.c_void_p, C.c_double, C.c_bool, C.c_bool, C.c_bool, C.c_bool, C.c_void_p, C.c_void_p)


def doubles(values):
    return (C.c_double * max(1, len(values)))(*values)


class Variable:
    def __init__(self, attributes, real):
        self.name, self.reference = attributes["name"], int(attributes["valueReference"])
        self.causality = attributes.get("causality", "local")
        self.variability = attributes.get("variability")
        self.derivative = real.get("derivative")
        self.start, self.unit = real.get("start"), real.get("unit")


class Unit:
    """An unpacked FMU: its description and its library."""

    def __init__(self, path):
        self.folder = tempfile.TemporaryDirectory()
        with zipfile.ZipFile(path) as z:
            z.extractall(self.folder.name)
        self.root = ET.parse(os.path.join(self.folder.name, "modelDescription.xml")).getroot()
        self.version = 2 if self.root.get("fmiVersion").startswith("2") else 3
        self.token = self.root.get("guid") or self.root.get("instantiationToken")
        self.variables = []
        for v in self.root.find("ModelVariables"):
            self.variables.append(Variable(v.attrib, v[0].attrib if self.version == 2 else v.attrib))
        self.by_name = {v.name: v for v in self.variables}
        rates = [v for v in self.variables if v.derivative is not None]
        if self.version == 2:
            self.states = [self.variables[int(v.derivative) - 1] for v in rates]
            self.roots = int(self.root.get("numberOfEventIndicators", "0"))
        else:
            by_reference = {v.reference: v for v in self.variables}
            self.states = [by_reference[int(v.derivative)] for v in rates]
            self.roots = len(self.root.find("ModelStructure").findall("EventIndicator"))
        e = self.root.find("DefaultExperiment")
        self.stop = float(e.get("stopTime", "1"))
        name = self.root.find("CoSimulation").get("modelIdentifier")
        folder = "linux64" if self.version == 2 else "x86_64-linux"
        self.library = C.CDLL(os.path.join(self.folder.name, "binaries", folder, name + ".so"))


class Instance:
    """One instance; the calls that both versions have go by the same names."""

    def __init__(self, unit, exchange, token=None, resources=None, update=None):
        """update: FMI 3.0, called within steps: update(instance, t, sets, gets)."""
        self.unit, self.v, self.messages = unit, unit.version, []
        self.exchange = exchange
        token = (token or unit.token).encode()
        resources = resources or os.path.join(unit.folder.name, "resources")
        if self.v == 2:
            def log(environment, name, status, category, form, message):
                self.messages.append(message.decode())
            self.callbacks = Callbacks2(log=Callbacks2.LOG(log))
            make = unit.library.fmi2Instantiate
            make.restype = C.c_void_p
            self.c = make(b"test", C.c_int(0 if exchange else 1), token, b"file://" + resources.encode(), C.byref(self.callbacks), 0, 0)
        else:
            def log3(environment, status, category, message):
                self.messages.append(message.decode())
            self.log3 = LOG3(log3)
            make = unit.library.fmi3InstantiateModelExchange if exchange else unit.library.fmi3InstantiateCoSimulation
            make.restype = C.c_void_p
            common = [b"test", token, resources.encode(), C.c_bool(False), C.c_bool(False)]
            if not exchange:
                common += [C.c_bool(False), C.c_bool(False), None, C.c_size_t(0)]
            self.update = UPDATE3(lambda environment, t, sets, gets, *others: update(self, t, sets, gets)) if update else None
            common += [None, self.log3] + ([] if exchange else [self.update])
            self.c = make(*common)

    def call(self, name, *arguments, want=OK):
        status = getattr(self.unit.library, "fmi%d%s" % (self.v, name))(C.c_void_p(self.c), *arguments)
        assert status == want, (name, status, self.messages)
        return status

    def start(self, start=0.0, stop=None, tolerance=None):
        has, end = stop is not None, C.c_double(stop or 0.0)
        told, close = tolerance is not None, C.c_double(tolerance or 0.0)
        if self.v == 2:
            self.call("SetupExperiment", int(told), close, C.c_double(start), int(has), end)
            self.call("EnterInitializationMode")
        else:
            self.call("EnterInitializationMode", C.c_bool(told), close, C.c_double(start), C.c_bool(has), end)
        self.call("ExitInitializationMode")

    def references(self, names):
        return (C.c_uint * max(1, len(names)))(*[self.unit.by_name[n].reference for n in names])

    def get(self, names, want=OK):
        out = doubles([0.0] * len(names))
        n = C.c_size_t(len(names))
        if self.v == 2:
            self.call("GetReal", self.references(names), n, out, want=want)
        else:
            self.call("GetFloat64", self.references(names), n, out, n, want=want)
        return list(out)[: len(names)]

    def set(self, values, want=OK):
        names, n = list(values), C.c_size_t(len(values))
        numbers = doubles([values[k] for k in names])
        if self.v == 2:
            return self.call("SetReal", self.references(names), n, numbers, want=want)
        return self.call("SetFloat64", self.references(names), n, numbers, n, want=want)

    def step(self, t, dt, want=OK):
        if self.v == 2:
            return self.call("DoStep", C.c_double(t), C.c_double(dt), 1, want=want)
        flags = [C.c_bool() for _ in range(3)]
        last = C.c_double()
        return self.call("DoStep", C.c_double(t), C.c_double(dt), C.c_bool(True), *[C.byref(f) for f in flags], C.byref(last), want=want)

    def vector(self, name, n):
        out = doubles([0.0] * n)
        self.call(name, out, C.c_size_t(n))
        return list(out)[:n]

    def rates(self):
        return self.vector("GetDerivatives" if self.v == 2 else "GetContinuousStateDerivatives", len(self.unit.states))

    def events(self):
        """The discrete states anew; the time of the next event, or None."""
        if self.v == 2:
            e = EventInfo2()
            self.call("NewDiscreteStates", C.byref(e))
            return e.next if e.has_next else None
        flag = [C.c_bool() for _ in range(5)]
        at = C.c_double()
        self.call("UpdateDiscreteStates", *[C.byref(f) for f in flag], C.byref(at))
        return at.value if flag[4].value else None

    def slope(self, of, by, seed):
        out, n, m = doubles([0.0] * len(of)), C.c_size_t(len(of)), C.c_size_t(len(by))
        a, b = self.references(of), self.references(by)
        if self.v == 2:
            self.call("GetDirectionalDerivative", a, n, b, m, doubles(seed), out)
        else:
            self.call("GetDirectionalDerivative", a, n, b, m, doubles(seed), m, out, n)
        return list(out)[: len(of)]

    def free(self):
        getattr(self.unit.library, "fmi%dFreeInstance" % self.v)(C.c_void_p(self.c))
