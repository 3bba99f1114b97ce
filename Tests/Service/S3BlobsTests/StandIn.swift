import Foundation
import TestSupport
import Testing

/// A server that answers as it was told, where a real one cannot be made to: Python's HTTP server.
final class StandIn {
  /// One answer: requests get one after the other, the last for ever.
  struct Answer: Encodable {
    var status = 200
    /// The header; `{port}` stands for the server's own.
    var fields: [String: String] = [:]
    var body = ""
    /// How often the body is sent.
    var times = 1
    /// After so many bytes of the body the connection is closed.
    var cutAt: Int?
    /// `close` for a connection that is closed without an answer, `hang` for none at all.
    var instead: String?

    static let slowDown = Answer(
      status: 503, body: "<Error><Code>SlowDown</Code><Message>Slow down</Message></Error>")
    static let closed = Answer(instead: "close")
    static let hanging = Answer(instead: "hang")

    static func error(_ status: Int, _ code: String, _ message: String = "") -> Answer {
      Answer(
        status: status,
        body:
          "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>\(message)</Message></Error>")
    }
  }

  struct Request: Decodable {
    var method: String
    var target: String
    var headers: [String: String]
  }

  private static let script = """
    import http.server, json, ssl, sys, threading, time

    answers, lock = json.loads(sys.argv[1]), threading.Lock()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def answer(self):
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            line = dict(method=self.command, target=self.path,
                        headers={k.lower(): v for k, v in self.headers.items()})
            with lock:
                answer = answers.pop(0) if len(answers) > 1 else answers[0]
                with open("requests", "a") as log:
                    log.write(json.dumps(line) + "\\n")
            if answer.get("instead") == "hang":
                time.sleep(600)
            if answer.get("instead"):
                self.close_connection = True
                return
            body = answer["body"].encode() * answer["times"]
            self.send_response(answer["status"])
            for name, value in answer["fields"].items():
                self.send_header(name, value.replace("{port}", str(server.server_port)))
            if "Content-Length" not in answer["fields"]:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command == "HEAD":
                return
            if answer.get("cutAt") is not None:
                body = body[:answer["cutAt"]]
                self.close_connection = True
            self.wfile.write(body)
        do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = answer
        def log_message(self, *words):
            pass
        def handle(self):
            try:
                super().handle()
            except OSError:
                pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print("port %d." % server.server_port, file=sys.stderr, flush=True)
    server.serve_forever()
    """

  private let folder: ScratchFolder
  private let program: PythonServer
  var port: Int { program.port }

  /// Starts a server.
  ///
  /// - Parameter certificate: a file with a key and a certificate, for TLS.
  init(_ answers: [Answer], certificate: String? = nil) throws {
    folder = try ScratchFolder()
    let told = String(decoding: try JSONEncoder().encode(answers), as: UTF8.self)
    program = try PythonServer(
      Self.script, [told] + (certificate.map { [$0] } ?? []), in: folder)
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

/// A server in Python that says `port NUMBER.` when it is ready; killed with its owner.
final class PythonServer {
  private let program: RunningProgram
  let port: Int

  init(_ script: String, _ arguments: [String], in folder: ScratchFolder) throws {
    program = try Program.python.start(["-c", script] + arguments, in: folder)
    try #require(program.waitForError(containing: "."), "\(program.errorText)")
    port = try #require(program.errorText.firstMatch(of: /port (\d+)\./).flatMap { Int($0.1) })
  }

  deinit {
    program.send(SIGKILL)
    _ = try? program.end()
  }
}
