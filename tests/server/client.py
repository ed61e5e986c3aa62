# SPDX-License-Identifier: GPL-3.0-or-later
"""A server of our own for the tests, and clients of it: nothing but Python's library."""
import hashlib
import http.client
import itertools
import json
import os
import pathlib
import queue
import random
import resource
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402
from tap import wait_for  # noqa: E402

# No limits but those that a test asks for, and no waiting for contributions.
USUAL = {
    "requests_minute": 0, "tables_minute": 0, "all_tables_minute": 0, "acts_minute": 0,
    "hints_minute": 0, "address_connections": 0, "joint_seconds": 0.01, "address_lobby": 0, "log": "json", "log_requests": "yes",
}


class Server:
    def __init__(self, causeway, descriptors=None, preload=None, **changes):
        self.causeway, self.descriptors = causeway, descriptors
        self.preload = {"LD_PRELOAD": preload} if preload else {}
        self.folder = tempfile.mkdtemp(prefix="causeway-")
        self.config = pathlib.Path(self.folder) / "serve.conf"
        self.log = open(os.path.join(self.folder, "log"), "w+b")
        self.port = 0
        self.configure(**changes)
        self.start()

    def configure(self, **changes):
        lines = {**USUAL, **changes}
        self.config.write_text("".join(f"{key} = {value}\n" for key, value in lines.items()))

    def reload(self, **changes):
        """Another configuration while it runs; back when the server has read it."""
        before = self.read_log().count('"configuration"')
        self.configure(**changes)
        self.process.send_signal(signal.SIGHUP)
        wait_for(lambda: self.read_log().count('"configuration"') > before)

    def start(self):
        self.process = subprocess.Popen(
            [self.causeway, "serve", "--config", str(self.config), "--listen",
             f"127.0.0.1:{self.port}"],
            stdout=subprocess.PIPE, stderr=self.log, stdin=subprocess.DEVNULL,
            # Its computers have thought of nothing yet, whoever played here before.
            env={**os.environ, **self.preload, "CAUSEWAY_DATA": self.folder, "XDG_CACHE_HOME": self.folder},
            preexec_fn=self.limit_descriptors)
        line = self.process.stdout.readline().decode()
        if not line.startswith("Open "):
            raise RuntimeError("the server does not start: " + self.read_log())
        self.base = line.split()[1].rstrip("/")
        self.port = int(self.base.rsplit(":", 1)[1])

    def limit_descriptors(self):
        if os.getuid() == 0:
            os.setgid(65534)  # so that it shows whether /proc is closed: see is_private()
        if self.descriptors:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.descriptors,) * 2)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Ends it as an operator would; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def read_log(self):
        self.log.flush()
        return pathlib.Path(self.folder, "log").read_text("utf-8", "replace")

    def figure(self, name):
        lines = self.admin("metrics").stdout.splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(f"causeway_{name} "))

    def admin(self, *words):
        return subprocess.run([self.causeway, "serve", "--config", str(self.config), "--admin",
                               *words], capture_output=True, text=True,
                              env={**os.environ, "CAUSEWAY_DATA": self.folder})

    def remove(self):
        if self.process.poll() is None:
            self.kill()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, method, path, body=None, token=None, headers=None, source=None):
        """A request on a connection of its own, from an address of this machine: status, body,
        headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30,
                                                source_address=(source, 0) if source else None)
        try:
            return ask_on(connection, method, path, body, token, headers)
        finally:
            connection.close()

    def create(self, **wanted):
        status, answer, _ = patiently(lambda: self.ask("POST", "/api/tables", wanted))
        if status != 201:
            raise RuntimeError(f"{status} {answer}")
        seats = {link["seat"]: Seat(self, answer["table"], link["seat"], link["link"].split("#")[1])
                 for link in answer["links"]}
        return answer["table"], seats


def is_private(pid):
    """Is what the process has in memory closed to others of its user?"""
    status = os.stat(f"/proc/{pid}/environ")
    return status.st_uid == 0 and status.st_gid == 0


def patiently(ask):
    """What a client does whose server cannot reach its database now: it asks again."""
    until = time.monotonic() + 60
    while (answer := ask())[0] == 503 and time.monotonic() < until:
        time.sleep(0.05)
    return answer


def ask_on(connection, method, path, body=None, token=None, headers=None):
    all_headers = dict(headers or {})
    if body is not None and "Content-Type" not in all_headers:
        all_headers["Content-Type"] = "application/json"
    if token:
        all_headers["Authorization"] = "Bearer " + token
    if body is not None and not isinstance(body, (bytes, str)):
        body = json.dumps(body)
    connection.request(method, path, body, all_headers)
    response = connection.getresponse()
    data = response.read()
    if response.getheader("Content-Type") == "application/json":
        data = json.loads(data)
    return response.status, data, response.headers


class Stream:
    """Server-sent events, read in the background; the bytes as they came, too."""

    def __init__(self, server, path, token=None, after=None, accept=None):
        self.socket = socket.create_connection(("127.0.0.1", server.port), 30)
        lines = [f"GET {path} HTTP/1.0", f"Host: 127.0.0.1:{server.port}"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += [f"Last-Event-ID: {after}"] if after is not None else []
        lines += [f"Accept: {accept}"] if accept else []
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.messages = queue.Queue()
        self.raw = bytearray()
        self.frames = []
        self.status = None
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        try:
            reader = self.socket.makefile("rb")
            self.status = int(reader.readline().split()[1])
            while reader.readline().strip():
                pass
            frame = {}
            for line in reader:
                self.raw += line
                key, _, value = line.decode().rstrip("\n").partition(": ")
                if key:
                    frame[key] = value
                elif frame:
                    self.frames.append(frame)
                    self.messages.put(frame)
                    frame = {}
        except (OSError, ValueError, IndexError):
            pass
        self.messages.put(None)

    def next(self, wanted=lambda frame: True, seconds=60):
        """The next frame that is wanted; None at the end, or when it takes too long."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                frame = self.messages.get(timeout=left)
            except queue.Empty:
                return None
            if frame is None or wanted(frame):
                return frame
        return None

    def events(self):
        """The numbered messages, as they came."""
        return [frame["data"] for frame in self.frames
                if "data" in frame and "event" not in frame and
                json.loads(frame["data"]).get("type") == "event"]

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()
        self.thread.join(5)


def texts(*fields):
    return b"".join(b"%d:%s," % (len(f.encode()), f.encode()) for f in fields)


class Seat:
    def __init__(self, server, table, seat, token):
        self.server, self.table, self.seat, self.token = server, table, seat, token
        self.path = f"/api/seats/{table}.{seat}"
        self.connection = None

    def ask(self, method, path, body=None):
        """On a connection that is kept; once more if the server has closed it."""
        for _ in range(2):
            if not self.connection:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port,
                                                             timeout=30)
            try:
                return ask_on(self.connection, method, path, body, self.token)
            except (http.client.HTTPException, OSError) as failure:
                self.connection.close()
                self.connection = None
                error = failure
        raise error

    def stage(self):
        status, answer, _ = patiently(lambda: self.ask("GET", self.path))
        assert status == 200, (status, answer)
        return answer

    def has_turn(self):
        turn = self.stage().get("turn")
        return turn if turn and turn["mover"] == self.seat and turn["offers"] else None

    def turn(self):
        """Waits for this seat's turn."""
        turn = wait_for(self.has_turn)
        if not turn:
            raise RuntimeError("it does not come to its turn")
        return turn

    def act(self, kind, where=None, **members):
        return self.ask("POST", f"{self.path}/{where or kind}", {"type": kind, **members})

    def move(self, move, n=None):
        return self.act("move", "moves", move=move, **({"n": n} if n else {}))

    def stream(self, after=None):
        return Stream(self.server, self.path + "/events", self.token, after)

    def contribute(self, draw, n, header, word):
        """A commitment that only this client could have made, and what opens it."""
        nonce = secrets.token_hex(32)
        sealed = texts("causeway-commitment-3", header, str(n), str(self.seat), word, nonce)
        commitment = hashlib.sha256(sealed).hexdigest()
        status, answer, _ = self.act("commit", n=n, draw=draw, commitment=commitment)
        return status, answer, (word, nonce)

    def close(self):
        if self.connection:
            self.connection.close()


def choose(turn, rng):
    """Any move on offer; it may still be refused."""
    offer = rng.choice(turn["offers"])
    return " ".join([offer["verb"], *map(str, sorted(rng.sample(offer["numbers"], offer["pick"])))])


def play_round(seats, rng, most=400):
    """Both seats by this client, until the round is over: the end's message."""
    for _ in range(most):
        for seat in seats.values():
            stage = seat.stage()
            if "end" in stage:
                return stage["end"]
            turn = stage["turn"]
            if turn["mover"] == seat.seat and turn["offers"]:
                move = choose(turn, rng)
                status, answer, _ = seat.move(move, turn["n"])
                if status not in (200, 422):
                    raise RuntimeError(f"{move}: {status} {answer}")
                break
        else:
            time.sleep(0.02)
    raise RuntimeError("the round does not end")


def games(server):
    return [game["game"] for game in server.ask("GET", "/api/games")[1]["games"]]


def seeded():
    """CAUSEWAY_SEED, or another one each time; it is printed."""
    seed = int(os.environ.get("CAUSEWAY_SEED") or secrets.randbelow(10**6))
    print(f"# CAUSEWAY_SEED={seed}")
    return random.Random(seed)
