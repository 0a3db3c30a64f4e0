#!/usr/bin/env python3
"""Coefficients of the polynomials in include/davit/functions.h.

Remez exchange in 60 digits; coefficients are rounded to doubles one at a time, from the lowest order,
and the rest is fitted again, so that rounding costs next to nothing. Prints C hexadecimal constants.
"""
from mpmath import mp, mpf, matrix, lu_solve, sin, cos, exp, log, atan, asin, sqrt, pi, atanh

mp.dps = 60


def fit(g, weight, lo, hi, fixed, count):
    """Remez: sum fixed[i] t^i + sum_{k} c_k t^(len(fixed)+k) ~ g(t), |error| * weight equal-rippled."""
    m, k0 = count + 1, len(fixed)
    rest = lambda t: g(t) - sum(c * t**i for i, c in enumerate(fixed))
    points = [(lo + hi) / 2 - (hi - lo) / 2 * mp.cos(pi * (2 * i + 1) / (2 * m)) for i in range(m)]
    for _ in range(12):
        A, b = matrix(m, m), matrix(m, 1)
        for i, t in enumerate(points):
            for k in range(count):
                A[i, k] = t ** (k0 + k)
            A[i, count] = (-1) ** i / weight(t)
            b[i] = rest(t)
        c = lu_solve(A, b)
        error = lambda t: (rest(t) - sum(c[k] * t ** (k0 + k) for k in range(count))) * weight(t)
        grid = [(lo + hi) / 2 - (hi - lo) / 2 * mp.cos(pi * i / mpf(40 * m)) for i in range(40 * m + 1)]
        values = [error(t) for t in grid]
        peaks = []
        for t, e in zip(grid, values):
            if peaks and (e > 0) == (peaks[-1][1] > 0):
                if abs(e) > abs(peaks[-1][1]):
                    peaks[-1] = (t, e)
            else:
                peaks.append((t, e))
        while len(peaks) > m:
            peaks.pop(0 if abs(peaks[0][1]) < abs(peaks[-1][1]) else -1)
        if len(peaks) < m:
            break
        points = [t for t, _ in peaks]
        if max(abs(e) for _, e in peaks) < mpf("1.0001") * min(abs(e) for _, e in peaks):
            break
    return [c[k] for k in range(count)]


def show(name, g, weight, lo, hi, count):
    fixed = []
    while len(fixed) < count:
        c = fit(g, weight, mpf(lo), mpf(hi), fixed, count - len(fixed))
        # on both sides of zero the rest is no Chebyshev system: round all at once
        fixed += [mpf(float(x)) for x in (c if lo < 0 else c[:1])]
    grid = [mpf(lo) + (mpf(hi) - mpf(lo)) * i / 997 for i in range(998)]
    worst = max(abs((g(t) - sum(c * t**i for i, c in enumerate(fixed))) * weight(t)) for t in grid)
    print(f"{name}: worst relative error 2^{float(log(worst, 2)):.1f}")
    print("  " + ", ".join(float(c).hex() for c in fixed))


def parts(name, value, bits):
    """Cody-Waite parts: each keeps `bits` leading bits, the last a whole double."""
    out = []
    for b in bits:
        e = int(mp.floor(log(abs(value), 2)))
        scale = mpf(2) ** (b - 1 - e)
        head = mp.floor(value * scale) / scale
        out.append(head)
        value -= head
    out.append(mpf(float(value)))
    print(name + ": " + ", ".join(float(v).hex() for v in out))


if __name__ == "__main__":
    tiny = mpf(10) ** -12
    q = (pi / 4 * mpf("1.0005")) ** 2
    # sin y = y + y^3 S(y^2); cos y = 1 - y^2/2 + y^4 C(y^2)
    S = lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z
    C = lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2
    show("sin S", S, lambda z: z * sqrt(z) / sin(sqrt(z)), tiny, q, 6)
    show("cos C", C, lambda z: z**2 / cos(sqrt(z)), tiny * 10**4, q, 6)
    # exp r = 1 + r + r^2 P(r)
    h = log(2) / 2 * mpf("1.0005")
    P = lambda r: (exp(r) - 1 - r) / r**2 if abs(r) > mpf(10) ** -15 else mpf(1) / 2 + r / 6 + r * r / 24
    show("exp P", P, lambda r: max(abs(r), mpf("0.02")), -h, h, 11)
    # log((1+s)/(1-s)) = 2 s + s R(s^2), R(z) = z (2/3 + ...)
    top = ((sqrt(2) - 1) / (sqrt(2) + 1)) ** 2 * mpf("1.0005")
    L = lambda z: (2 * atanh(sqrt(z)) / sqrt(z) - 2) / z
    show("log L", L, lambda z: z * sqrt(z) / (2 * atanh(sqrt(z))), tiny, top, 7)
    L2 = lambda z: (2 * atanh(sqrt(z)) / sqrt(z) - 2 - 2 * z / 3) / z**2
    show("pow L", L2, lambda z: z**2 * sqrt(z) / (2 * atanh(sqrt(z))), mpf(10) ** -8, top, 8)
    # atan z = z + z^3 T(z^2), |z| <= tan(pi/8)
    T = lambda z: (atan(sqrt(z)) / sqrt(z) - 1) / z
    show("atan T", T, lambda z: z * sqrt(z) / atan(sqrt(z)), tiny, mp.tan(pi / 8) ** 2 * mpf("1.0005"), 11)
    # asin z = z + z^3 A(z^2), |z| <= 1/2
    A = lambda z: (asin(sqrt(z)) / sqrt(z) - 1) / z
    show("asin A", A, lambda z: z * sqrt(z) / asin(sqrt(z)), tiny, mpf("0.25"), 13)
    parts("pi/2", pi / 2, [33, 33])
    parts("ln 2", log(2), [32])
    parts("2/3", mpf(2) / 3, [53])
    parts("pi", +pi, [53])
    print("2/pi:", float(2 / pi).hex(), " log2 e:", float(1 / log(2)).hex(), " sqrt2:", float(sqrt(2)).hex(), " tan(pi/8):", float(mp.tan(pi / 8)).hex())
