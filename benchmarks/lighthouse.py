"""Lighthouse over one chapter page in both languages, behind a server that gzips.

Needs Node.js and Chromium; npx fetches Lighthouse.  Run `make book` first.

usage: python benchmarks/lighthouse.py [PAGE]      (chapter/tendencies unless said)
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).resolve().parents[1] / "_site"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
BROWSER = "--headless --no-sandbox --disable-gpu --disable-background-networking"


class Gzipped(SimpleHTTPRequestHandler):
    """Serve text compressed, as any host of static pages does."""

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if path.suffix not in (".html", ".css", ".js", ".svg") or not path.is_file():
            super().do_GET()
            return
        body = gzip.compress(path.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def scores(address):
    """category -> score from 0 to 1 of one page."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        subprocess.run(
            [
                *("npx", "--yes", "lighthouse@12", address, "--quiet"),
                *("--output=json", f"--output-path={report.name}"),
                f"--chrome-flags={BROWSER}",
                f"--only-categories={','.join(CATEGORIES)}",
            ],
            check=True,
            env={**os.environ, "CHROME_PATH": shutil.which("chromium") or ""},
        )
        found = json.loads(Path(report.name).read_text("utf-8"))["categories"]
    return {name: found[name]["score"] for name in CATEGORIES}


def main():
    page = sys.argv[1] if len(sys.argv) > 1 else "chapter/tendencies"
    handler = partial(Gzipped, directory=str(SITE))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for lang in ("ko", "en"):
            address = f"http://127.0.0.1:{server.server_port}/{lang}/{page}.html"
            print(lang, page, scores(address))
        server.shutdown()


if __name__ == "__main__":
    main()
