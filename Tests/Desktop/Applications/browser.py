#!/usr/bin/python3
"""A browser with text fields that reports their state, for tests of input methods.

Usage: browser.py firefox|chromium|old-chromium FIELD...

old-chromium is Chromium with text-input-v1. The fields, the standard input and the standard output are the same as in
application.py, without fullscreen. The fields are in browser.html. A server on localhost passes the commands to the
page, and the page's reports to standard output.
"""

import http.server
import json
import os
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading
import time

PAGE = pathlib.Path(__file__).with_name("browser.html").read_bytes()

# Only the test's page may use the network. No other page and no prompt of the browser may cover this page.
FIREFOX_PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "signon.rememberSignons": False,
    "termsofuse.bypassNotification": True,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
CHROMIUM_OPTIONS = [
    "--ozone-platform=wayland", "--enable-wayland-ime", "--no-sandbox",
    "--disable-gpu", "--no-first-run", "--no-default-browser-check", "--password-store=basic",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps",
    "--disable-features=Translate",
]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    commands = queue.Queue()

    def log_message(self, *_):
        pass

    def respond(self, kind, body=b""):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/commands":
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            # Firefox reports the stream as open only after the first bytes.
            self.wfile.write(b":\n\n")
            while True:
                self.wfile.write(f"data: {json.dumps(self.commands.get())}\n\n".encode())
        elif self.path.startswith("/?"):
            self.respond("text/html", PAGE)
        else:
            self.send_error(404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        now = time.monotonic_ns() // 1000
        for line in body.split("\n"):
            line = json.loads(line)
            if "text" in line:
                line["time"] = now
            sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
        sys.stdout.flush()
        self.respond("text/plain")


def browser_command(browser, profile, address):
    """Returns the command that starts a browser with a fresh profile."""
    if browser != "firefox":
        version = f"--wayland-text-input-version={3 if browser == 'chromium' else 1}"
        return ["chromium", *CHROMIUM_OPTIONS, version, f"--user-data-dir={profile}", f"--app={address}"]
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in FIREFOX_PREFERENCES.items()]
    pathlib.Path(profile, "user.js").write_text("".join(lines))
    return ["firefox-esr", "--no-remote", "--profile", profile, address]


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("firefox", "chromium", "old-chromium"):
        sys.exit("Usage: browser.py firefox|chromium|old-chromium FIELD...")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/?{'&'.join(sys.argv[2:])}"
    with tempfile.TemporaryDirectory(dir=os.environ["HOME"], ignore_cleanup_errors=True) as profile:
        words = browser_command(sys.argv[1], profile, address)
        environment = {**os.environ, "MOZ_ENABLE_WAYLAND": "1"}
        browser = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=sys.stderr, env=environment)
        for line in sys.stdin:
            if line == "quit\n":
                break
            Handler.commands.put(line.removesuffix("\n"))
        browser.terminate()
        browser.wait()


main()
