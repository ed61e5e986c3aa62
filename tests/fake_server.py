# SPDX-License-Identifier: GPL-3.0-or-later
"""A small server for tests of the client: one table, played by `causeway play --ui json`,
behind the HTTP of docs/http.md."""
import http.server
import json
import queue
import subprocess
import threading

TABLE = "fakeTable001"  # of a server that has none
TOKENS = {"A" * 43: 1, "B" * 43: 2}
HANDLER = None  # another one, for those who want to be hostile in more ways


class Table:
    """Both seats' messages, from one pipe."""

    def __init__(self, causeway, words, environment):
        self.lock = threading.Condition()
        self.replies = {1: queue.Queue(), 2: queue.Queue()}
        self.hello, self.events, self.stage = {}, {1: [], 2: []}, {1: {}, 2: {}}
        self.acts = threading.Lock()
        self.process = subprocess.Popen([causeway, "play", *words, "--ui", "json", "--no-save"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        stderr=subprocess.DEVNULL,
                                        env=environment)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            seat, kind = message["seat"], message["type"]
            with self.lock:
                if kind == "hello":
                    self.hello[seat] = line
                elif kind == "event":
                    self.events[seat].append((message["n"], line))
                elif kind in ("state", "turn", "end"):
                    self.stage[seat]["turn" if kind == "end" else kind] = (message["n"], line)
                else:
                    self.replies[seat].put(message)
                self.lock.notify_all()

    def id(self):
        with self.lock:
            self.lock.wait_for(lambda: self.hello)
            return json.loads(next(iter(self.hello.values())))["table"]

    def act(self, seat, body):
        message = json.loads(body)
        message["seat"] = seat
        with self.acts:
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()
            return self.replies[seat].get(timeout=20)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def seat(self):
        return TOKENS.get(self.headers.get("Authorization", "").removeprefix("Bearer "))

    def answer(self, status, value, content="application/json"):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", content)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        fake, seat = self.server.fake, self.seat()
        if not seat:
            return self.answer(401, {"error": "no"})
        if self.path == "/api/seats":
            return self.answer(200, {"seat": f"{fake.name}.{seat}"})
        if fake.post and fake.post(self, body):
            return None
        reply = fake.table.act(seat, body)
        stale = reply.get("code") == "stale"
        return self.answer(409 if stale else 422 if reply["type"] == "refused" else 200, reply)

    def do_GET(self):
        fake, seat = self.server.fake, self.seat() or 0
        if not self.path.endswith("/events"):
            return self.answer(404, {"error": "no"})
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        fake.streams.append(self.connection)
        return self.tell(fake.table, seat, int(self.headers.get("Last-Event-ID", "0")))

    def send(self, line, n=None):
        identity = f"id: {n}\n" if n is not None else ""
        self.wfile.write(f"{identity}data: {line.strip()}\n\n".encode())

    def tell(self, table, seat, last):
        told = None
        try:
            with table.lock:
                table.lock.wait_for(lambda: "turn" in table.stage[seat])
                self.send(table.hello[seat])
            while True:
                with table.lock:
                    table.lock.wait_for(lambda: table.stage[seat].get("turn") != told, timeout=0.2)
                    events = [event for event in table.events[seat] if event[0] > last]
                    state, turn = table.stage[seat]["state"], table.stage[seat]["turn"]
                whole = turn[0] - state[0] == ('"type":"turn"' in turn[1])
                if turn == told or not whole or (events and events[-1][0] != state[0]):
                    continue
                for n, line in events:
                    self.send(line, n)
                    last = n
                self.send(state[1])
                self.send(turn[1])
                told = turn
        except OSError:
            pass


class Fake:
    """http://127.0.0.1:PORT; `post` may answer acts otherwise."""

    def __init__(self, table=None, post=None, port=0, name=None):
        self.name = name or (table.id() if table else TABLE)
        self.table, self.post, self.streams = table, post, []
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), HANDLER or Handler)
        self.server.daemon_threads = True
        self.server.fake = self
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def link(self, seat):
        token = next((token for token, whose in TOKENS.items() if whose == seat), None)
        return f"http://127.0.0.1:{self.port}/t/{self.name}" + (f"#{token}" if token else "")

    def cut(self):
        """All streams, as when a cable is pulled."""
        for connection in self.streams:
            try:
                connection.shutdown(2)
            except OSError:
                pass
        self.streams.clear()

    def close(self):
        self.cut()
        self.server.shutdown()
        self.server.server_close()
        if self.table:
            self.table.close()
