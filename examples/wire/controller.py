#!/usr/bin/env python3
"""controller.py HOST:PORT [udp] [TOKEN]: holds the cart of cart.yaml in the middle. Nothing but struct and socket.

    davit serve examples/wire/cart.yaml --port 5000 &
    examples/wire/controller.py 127.0.0.1:5000
"""
import socket
import struct
import sys

HEAD = struct.Struct("<4sBBHIId")  # DAVT, version, type, 0, bytes of the body, sequence, time
HELLO, WELCOME, INPUTS, OUTPUTS, RESET, BYE, FAULT = range(1, 8)


class Machine:
    """A machine at the other end of the wire. Over UDP a frame without an answer is sent again."""

    def __init__(self, host, port, udp=False, token="", patience=0.2, link=None):
        """link: something else that has sendall and recv."""
        self.udp, self.sequence, self.patience = udp, 0, patience
        self.socket = link or self.connect(host, port)
        self.inputs, self.outputs, self.facts = [], [], {}
        for line in self.ask(HELLO, token.encode(), WELCOME).decode().splitlines():
            word, *rest = line.split("\t")
            if word in ("input", "output"):
                getattr(self, word + "s").append(rest)  # name, unit...
            else:
                self.facts[word] = rest[0]
        self.values = self.numbers(self.receive(OUTPUTS, lambda: self.send(HELLO, token.encode())))

    def connect(self, host, port):
        link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM if self.udp else socket.SOCK_STREAM)
        link.connect((host, port))
        if self.udp:
            link.settimeout(self.patience)
        else:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return link

    def send(self, kind, body=b""):
        self.socket.sendall(HEAD.pack(b"DAVT", 1, kind, 0, len(body), self.sequence, 0.0) + body)

    def piece(self, n):
        piece = b""
        while len(piece) < n:
            more = self.socket.recv(n - len(piece))
            if not more:
                raise ConnectionError("the machine has gone without a word")
            piece += more
        return piece

    def frame(self):
        if self.udp:
            bytes = self.socket.recv(65536)
            return HEAD.unpack(bytes[:24]) + (bytes[24:],)
        head = HEAD.unpack(self.piece(24))
        return head + (self.piece(head[4]),)

    def receive(self, want, again):
        """The body of the frame that is due; what came late or twice is left out."""
        tries = 0
        while True:
            try:
                magic, version, kind, _, _, sequence, time, body = self.frame()
            except TimeoutError:
                tries += 1
                if tries == 25:
                    raise ConnectionError("the machine does not answer")
                again()
                continue
            if kind == FAULT:
                raise RuntimeError(body.decode())
            if kind == BYE:
                raise EOFError(body.decode())
            if kind == want and sequence == self.sequence:
                self.time = time
                return body

    def ask(self, kind, body, want):
        self.send(kind, body)
        return self.receive(want, lambda: self.send(kind, body))

    @staticmethod
    def numbers(body):
        return struct.unpack("<%dd" % (len(body) // 8), body)

    def step(self, *inputs):
        """The outputs one period later. EOFError: that was the end of the run."""
        self.sequence += 1
        self.values = self.numbers(self.ask(INPUTS, struct.pack("<%dd" % len(inputs), *inputs), OUTPUTS))
        return self.values

    def bye(self):
        self.send(BYE)
        self.socket.close()


def main():
    host, port = sys.argv[1].rsplit(":", 1)
    udp = "udp" in sys.argv[2:]
    token = [word for word in sys.argv[2:] if word != "udp"]
    machine = Machine(host, int(port), udp, *token)
    print(machine.facts["machine"], [name for name, *_ in machine.inputs], [name for name, *_ in machine.outputs])
    try:
        while machine.time < 2:
            x, v = machine.values
            machine.step(-100 * x - 25 * v)
        machine.bye()
    except EOFError as end:
        print(end)
    print("x = %.17g m after %g s" % (machine.values[0], machine.time))


if __name__ == "__main__":
    try:
        main()
    except (RuntimeError, OSError) as fault:
        sys.exit("controller: %s" % fault)
