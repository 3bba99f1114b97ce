import Foundation
import Glibc
import TestSupport
import Testing

/// The real nginx with the example's configuration, in front of a server; stopped with its owner.
final class Nginx {
  let httpPort: UInt16
  let httpsPort: UInt16
  private let scratch: ScratchFolder
  private let program: RunningProgram

  /// Debian puts it where only root's PATH looks.
  static let path = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx"].first(
    where: FileManager.default.isExecutableFile)

  init(before port: UInt16, _ changes: [(String, String)]) throws {
    scratch = try ScratchFolder()
    (httpPort, httpsPort) = (try Self.freePort(), try Self.freePort())
    try Program(named: "openssl").succeed(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "key.pem", "-out", "cert.pem", "-subj", "/CN=localhost", "-days", "2",
      ], in: scratch)
    let example = SharedData.packageRoot.appending(path: "Examples/nginx/avatar-overlay.conf")
    var text = try String(contentsOf: example, encoding: .utf8)
    let places = [
      ("listen [::]:80;", ""), ("listen [::]:443 ssl http2;", ""),
      ("listen 80;", "listen 127.0.0.1:\(httpPort);"),
      ("listen 443 ssl http2;", "listen 127.0.0.1:\(httpsPort) ssl http2;"),
      ("/etc/ssl/overlay.example.org/fullchain.pem", scratch.path("cert.pem")),
      ("/etc/ssl/overlay.example.org/privkey.pem", scratch.path("key.pem")),
      ("server 127.0.0.1:8080;", "server 127.0.0.1:\(port);"),
    ]
    for (old, new) in places + changes {
      try #require(text.contains(old), "the example has no \(old)")
      text = text.replacingOccurrences(of: old, with: new)
    }
    try scratch.write(text, to: "example.conf")
    try scratch.write(Self.frame(scratch), to: "nginx.conf")
    program = try Program(path: #require(Self.path)).start([
      "-p", scratch.url.path, "-c", scratch.path("nginx.conf"), "-e", scratch.path("error.log"),
    ])
    let isUp = eventually { (try? RawClient(httpPort)) != nil || !program.isRunning }
    let log = (try? scratch.bytes("error.log")) ?? []
    try #require(isUp && program.isRunning, "\(String(decoding: log, as: UTF8.self))")
  }

  /// Curl's arguments for the TLS side.
  func arguments(_ path: String) -> [String] {
    ["-sSk", "--max-time", "20", "https://127.0.0.1:\(httpsPort)\(path)"]
  }

  /// What stands around the example in Debian's own configuration, within one folder.
  private static func frame(_ scratch: ScratchFolder) -> String {
    let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { name in
      "  \(name)_temp_path \(scratch.path("temp-\(name)"));"
    }
    return """
      daemon off;
      master_process off;
      pid \(scratch.path("nginx.pid"));
      error_log \(scratch.path("error.log"));
      events { worker_connections 256; }
      http {
        access_log off;
      \(folders.filter { !$0.contains("cgi") }.joined(separator: "\n"))
        include \(scratch.path("example.conf"));
      }
      """
  }

  private static func freePort() throws -> UInt16 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        try #require(bind(socket, pointer, size) == 0 && getsockname(socket, pointer, &size) == 0)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}
