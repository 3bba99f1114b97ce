import Foundation
import TestSupport
import Testing

/// A bucket for parts: a server in Python that keeps objects as files, which a test can change, and which stalls
/// where it is told to.
final class PartsBucket {
  private static let script = """
    import email.utils, hashlib, http.server, json, os, sys, time, urllib.parse
    from xml.sax.saxutils import escape

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def begin(self):
            url = urllib.parse.urlsplit(self.path)
            bucket, _, key = url.path.lstrip("/").partition("/")
            self.key = urllib.parse.unquote(key)
            self.place = os.path.join("objects", urllib.parse.quote(self.key, safe=""))
            self.query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
            self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if os.path.exists("stall"):
                print("stalled.", file=sys.stderr, flush=True)
                time.sleep(600)
        def answer(self, status, body=b"", fields={}, length=None):
            self.send_response(status)
            for name, value in fields.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body) if length is None else length))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)
        def do_PUT(self):
            self.begin()
            asked = {k.lower(): v for k, v in self.headers.items() if "server-side-encryption" in k.lower()}
            with open("encryption", "a") as log:
                log.write("%s\\n" % " ".join(sorted("%s=%s" % field for field in asked.items())))
            meta = {k.lower(): v for k, v in self.headers.items() if k.lower().startswith("x-amz-meta-")}
            with open(self.place, "wb") as file:
                file.write(self.body)
            with open(self.place + ".meta", "w") as file:
                json.dump(meta, file)
            self.answer(200, fields=asked | {"ETag": '"%s"' % hashlib.md5(self.body).hexdigest()})
        def do_GET(self):
            self.begin()
            if not self.key:
                names = sorted(urllib.parse.unquote(n) for n in os.listdir("objects") if not n.endswith(".meta"))
                names = [n for n in names if n.startswith(self.query.get("prefix", ""))]
                if "uploads" in self.query:
                    return self.answer(200, b"<ListMultipartUploadsResult/>", {"Date": email.utils.formatdate(usegmt=True)})
                listed = "".join(
                    "<Contents><Key>%s</Key><Size>1</Size><LastModified>2009-10-12T17:50:30.000Z</LastModified></Contents>"
                    % escape(urllib.parse.quote(n)) for n in names[:int(self.query.get("max-keys", 1000))])
                return self.answer(200, ("<ListBucketResult><IsTruncated>false</IsTruncated>%s</ListBucketResult>" % listed).encode())
            if not os.path.exists(self.place):
                return self.answer(404, b"" if self.command == "HEAD" else b"<Error><Code>NoSuchKey</Code></Error>")
            with open(self.place, "rb") as file:
                whole = file.read()
            with open(self.place + ".meta") as file:
                fields = json.load(file)
            fields["ETag"] = '"%s"' % hashlib.md5(whole).hexdigest()
            fields["Last-Modified"] = "Mon, 12 Oct 2009 17:50:30 GMT"
            if self.command == "HEAD":
                return self.answer(200, fields=fields, length=len(whole))
            wanted = self.headers.get("Range")
            if not wanted:
                return self.answer(200, whole, fields)
            first, last = (wanted[len("bytes="):] + " ").split("-")
            last = min(int(last.strip() or len(whole) - 1), len(whole) - 1)
            fields["Content-Range"] = "bytes %s-%d/%d" % (first, last, len(whole))
            self.answer(206, whole[int(first):last + 1], fields)
        do_HEAD = do_GET
        def do_DELETE(self):
            self.begin()
            for place in [self.place, self.place + ".meta"]:
                if os.path.exists(place):
                    os.remove(place)
            self.answer(204)
        def log_message(self, *words):
            pass
        def handle(self):
            try:
                super().handle()
            except OSError:
                pass

    os.mkdir("objects")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print("port %d." % server.server_port, file=sys.stderr, flush=True)
    server.serve_forever()
    """

  /// How the store is named.
  static let place = "s3://abc/parts"

  private let folder: ScratchFolder
  private let program: RunningProgram
  /// What a program needs to reach it.
  let environment: [String: String]

  init() throws {
    folder = try ScratchFolder()
    program = try Program.python.start(["-c", Self.script], in: folder)
    try #require(program.waitForError(containing: "."), "\(program.errorText)")
    let port = try #require(program.errorText.firstMatch(of: /port (\d+)\./)).output.1
    environment = [
      "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
      "AWS_ENDPOINT_URL": "http://127.0.0.1:\(port)", "no_proxy": "*",
    ]
  }

  deinit {
    program.send(SIGKILL)
    _ = try? program.end()
  }

  /// Changes the bytes of the object whose name ends so, and leaves its metadata.
  func change(_ ending: String, _ change: (inout [UInt8]) -> Void) throws {
    let name = try #require(try folder.names(in: "objects").first { $0.hasSuffix(ending) })
    var bytes = try folder.bytes("objects/\(name)")
    change(&bytes)
    try folder.write(bytes, to: "objects/\(name)")
  }

  /// What each request that wrote an object asked for.
  var encryptions: [String] {
    get throws {
      String(decoding: try folder.bytes("encryption"), as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false
      ).dropLast().map(String.init)
    }
  }

  /// From here on no request has an answer.
  func stall() throws { try folder.write("", to: "stall") }

  /// Waits until a request is kept waiting.
  func waitUntilStalled() -> Bool { program.waitForError(containing: "stalled.") }
}
