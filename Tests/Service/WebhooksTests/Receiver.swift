import Foundation
import TestSupport
import Testing

/// A receiver of webhooks: Python's HTTP server, which answers as it was told and keeps what came.
final class Receiver {
  struct Request: Decodable {
    var method: String
    var path: String
    var headers: [String: String]
    var body: String
  }

  private static let script = """
    import http.server, json, ssl, sys, threading, time

    answers, lock = sys.argv[2].split(","), threading.Lock()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            line = dict(method=self.command, path=self.path, body=body,
                        headers={k.lower(): v for k, v in self.headers.items()})
            with lock:
                answer = answers.pop(0) if len(answers) > 1 else answers[0]
                with open("requests", "a") as log:
                    log.write(json.dumps(line) + "\\n")
            if answer == "silent":
                time.sleep(600)
            if answer.startswith("redirect:"):
                self.send_response(307)
                self.send_header("Location", answer[9:])
                self.end_headers()
            elif answer == "drip":
                self.send_response(204)
                self.flush_headers()
                while True:
                    self.wfile.write(b"X-Drip: 1\\r\\n")
                    time.sleep(0.05)
            elif answer == "flood":
                self.send_response(200)
                self.end_headers()
                while True:
                    self.wfile.write(b"x" * 65536)
            else:
                self.send_response(int(answer))
                self.end_headers()
        do_GET = do_POST
        def log_message(self, *words):
            pass
        def handle(self):
            try:
                super().handle()
            except OSError:
                pass

    server = http.server.ThreadingHTTPServer((sys.argv[1], 0), Handler)
    server.daemon_threads = True
    if len(sys.argv) > 3:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[3])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    with open("port", "w") as file:
        file.write(str(server.server_port))
    print("ready", file=sys.stderr, flush=True)
    server.serve_forever()
    """

  private let folder: ScratchFolder
  private let program: RunningProgram
  let port: Int

  /// Starts a receiver; `answers` are given one after the other, the last for ever.
  ///
  /// - Parameter certificate: a file with a key and a certificate, for TLS.
  init(_ answers: [String], address: String = "127.0.0.1", certificate: String? = nil) throws {
    folder = try ScratchFolder()
    program = try Program.python.start(
      ["-c", Self.script, address, answers.joined(separator: ",")]
        + (certificate.map { [$0] } ?? []), in: folder)
    try #require(program.waitForError(containing: "ready"))
    port = try #require(Int(String(decoding: folder.bytes("port"), as: UTF8.self)))
  }

  deinit {
    program.send(SIGKILL)
    _ = try? program.end()
  }

  /// What came so far.
  var requests: [Request] {
    get throws {
      guard let bytes = try? folder.bytes("requests") else { return [] }
      return try bytes.split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(Request.self, from: Data($0))
      }
    }
  }
}
