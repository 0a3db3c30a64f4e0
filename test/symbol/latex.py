#!/usr/bin/python3
"""The LaTeX that `davit equations` prints: groups and environments close, every command is one of LaTeX or amsmath that is known to be used here, no letter has
two indices of a sort; and where TeX is installed, the documents are compiled, those of more than 120 000 letters left out. usage: latex.py DAVIT ROOT SCRATCH"""
import re
import shutil
import subprocess
import sys

davit, root, scratch = sys.argv[1:4]
SYMBOLIC = ["machines/pendulum-on-wagon.yaml", "machines/rov-recoil.yaml", "machines/forestry-machine.yaml --variant three", "machines/titan4.yaml",
            "machines/floating-two-arms.yaml", "machines/tumbling-body.yaml", "machines/benchmarks/puma560.yaml", "machines/benchmarks/heavy-top.yaml",
            "machines/benchmarks/cart-pole-lqr.yaml", "machines/knuckle-boom-crane.yaml --case rigid", "machines/forestry-bogie.yaml"]
OPTIONS = ["", "--prune 1e-3", "--only F,S", "--names"]
# Names that LaTeX would read as its own signs.
ODD = """davit: 1
name: 100% of a_b & c#d ~ e^f
doc: what $costs {what} \\\\ and more
parameters: {m_1: 3 kg, I_zz: 2 kg.m^2, theta_0: 0.4}
bodies: {big_one: {mass: m_1, com: [0.1, 0, 0], inertia: [1, 1, I_zz]}}
joints: {turn_it: {type: revolute, child: big_one, at: {rpy: [theta_0, 0, 0]}}}
"""
COMMANDS = set("""documentclass usepackage begin end title author date maketitle section subsection paragraph noindent text textbf texttt mathrm mathbf mathit boldsymbol
 frac tfrac dfrac sqrt cos sin tan arccos arcsin arctan ln exp operatorname dot ddot bar hat tilde left right big Big bigl bigr biggl biggr quad qquad cdot times
 geometry allowdisplaybreaks displaystyle scriptstyle small footnotesize setcounter hspace vspace raggedright sloppy par item label notag nonumber hfill newline
 alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi chi psi omega Gamma Delta Theta Lambda Phi Psi Omega Sigma pi
 setlength parindent parskip parskip mathsf top mathrm resizebox textwidth ldots dots vdots ddots le ge pm circ degree verb textasciitilde textasciicircum
 textbackslash textrm textsuperscript Bigl Bigr ddddot""".split())


def document(words, name):
    file = f"{scratch}/{name}.tex"
    run = subprocess.run([davit, "equations", *words], capture_output=True, text=True, cwd=root)
    assert run.returncode == 0, (words, run.stderr[:800])
    with open(file, "w") as out:
        out.write(run.stdout)
    return file, run.stdout


def look(name, text):
    """Groups and environments close in the order in which they were opened; commands are known."""
    assert text.startswith("\\documentclass"), (name, text[:100])
    plain = re.sub(r"(?<!\\)%.*", "", text)
    open_ones = []
    for found in re.finditer(r"\\begin\{(\w+\*?)\}|\\end\{(\w+\*?)\}|\\[{}]|[{}]", plain):
        word = found.group()
        if found[1]:
            open_ones.append(found[1])
        elif found[2]:
            assert open_ones and open_ones.pop() == found[2], (name, "an environment ends that is not the last one", plain[found.start() - 60:found.end()])
        elif word == "{":
            open_ones.append("{")
        elif word == "}":
            assert open_ones and open_ones.pop() == "{", (name, "a brace too many", plain[found.start() - 60:found.end()])
    assert not open_ones, (name, open_ones)
    unknown = set(re.findall(r"\\([A-Za-z]+)", plain)) - COMMANDS
    assert not unknown, (name, unknown)
    lefts, rights = len(re.findall(r"\\left\b", plain)), len(re.findall(r"\\right\b", plain))
    assert lefts == rights, (name, lefts, rights)
    assert not re.search(r"_\{[^{}]*\}_|\^\{[^{}]*\}\^|\^\^|__|_\}", plain), (name, "two indices at one letter")


def typeset(file):
    run = subprocess.run(["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "-output-directory", scratch, file], capture_output=True, text=True, errors="replace")
    assert run.returncode == 0, (file, run.stdout[-1500:])
    wide = [float(w) for w in re.findall(r"Overfull \\hbox \(([0-9.]+)pt too wide\)", run.stdout)]
    return max(wide, default=0)


def main():
    odd = f"{scratch}/odd.yaml"
    with open(odd, "w") as out:
        out.write(ODD)
    tex, count = shutil.which("pdflatex"), 0
    for machine in [*SYMBOLIC, odd]:
        for option in OPTIONS:
            count += 1
            file, text = document([*machine.split(), "--symbolic", "--latex", *option.split()], f"d{count}")
            look((machine, option), text)
            wide = typeset(file) if tex and len(text) < 120_000 else None
            print(f"{machine} {option}: {len(text)} letters{'' if wide is None else f', compiled, {wide:.0f} pt too wide at most'}")
    for machine in ("machines/pendulum-on-wagon.yaml", "machines/rov-recoil.yaml --case E1 --method moving-frame --rotations"):
        count += 1
        file, text = document([*machine.split(), "--latex"], f"d{count}")
        if tex and text.startswith("\\documentclass"):
            typeset(file)
    print(f"{count} documents{'' if tex else ', not compiled: no TeX here'}")


if __name__ == "__main__":
    main()
