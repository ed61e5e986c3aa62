# SPDX-License-Identifier: GPL-3.0-or-later
"""A real nginx with the file of deploy/, at addresses and with a certificate of our own."""
import os
import re
import shutil
import socket
import subprocess

from tap import wait_for

os.environ["PATH"] += ":/usr/sbin:/sbin"


def is_there():
    return shutil.which("nginx") and shutil.which("openssl")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Nginx:
    """`change` maps what stands in nginx.conf, as a pattern, to what shall stand there."""

    def __init__(self, source, place, inner, secure, change=None):
        self.place, self.plain, self.secure = place, free_port(), secure
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
                        f"{place}/key.pem", "-out", f"{place}/cert.pem"], check=True,
                       capture_output=True)
        self.write_site(open(f"{source}/deploy/nginx.conf").read(), {
            r"listen \[::\].*": "", r"listen 80;": f"listen 127.0.0.1:{self.plain};",
            r"listen 443 ": f"listen 127.0.0.1:{secure} ",
            r"127\.0\.0\.1:8437": f"127.0.0.1:{inner}",
            r"/etc/letsencrypt/\S*fullchain.pem": f"{place}/cert.pem",
            r"/etc/letsencrypt/\S*privkey.pem": f"{place}/key.pem",
            r"play\.example\.org": "localhost", **(change or {})})
        temporary = "".join(f"{kind}_temp_path {place}/{kind};\n"
                            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(f"{place}/nginx.conf", "w") as file:
            file.write(("user root;\n" if os.getuid() == 0 else "") +
                       f"pid {place}/nginx.pid;\nerror_log {place}/error.log;\ndaemon off;\n"
                       "events { worker_connections 512; }\n"
                       f"http {{ access_log {place}/access.log; {temporary} include {place}/site.conf; }}\n")
        self.process = subprocess.Popen(["nginx", "-p", place, "-e", f"{place}/error.log", "-c",
                                         f"{place}/nginx.conf"])
        wait_for(self.listens)

    def write_site(self, site, change):
        for pattern, new in change.items():
            site, count = re.subn(pattern, new, site)
            assert count, pattern
        with open(f"{self.place}/site.conf", "w") as file:
            file.write(site)

    def listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.secure)).close()
            return True
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        self.process.wait(30)
