import Foundation
import TestSupport
import Testing

/// A service whose process may have little.
@Suite(.mostlyWaiting) struct ScarcityTests {
  /// The product under limits of the shell.
  private func limited(_ stage: ServiceStage, _ limits: String) throws -> Program {
    let path = try stage.folder.write(
      "#!/bin/sh\n\(limits)\nexec timeout -s KILL 300 '\(Program.product.path)' \"$@\"\n",
      to: "limited")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return Program(path: path)
  }

  /// A client that is connected and sends the beginning of a body.
  private func client(_ service: RunningService) throws -> Int32 {
    let port = try #require(URL(string: service.url)?.port)
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), UInt16(port).bigEndian)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected)
    let text =
      "POST /v1/frames HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n"
      + "Content-Length: 100000\r\n\r\n--b\r\n"
    _ = Array(text.utf8).withUnsafeBytes { send(client, $0.baseAddress, $0.count, 0) }
    return client
  }

  @Test func `while connections use up the descriptors the health is told, and work is done`()
    throws
  {
    let stage = try ServiceStage()
    let service = try RunningService(
      stage, ["--health-port", "0"], tool: limited(stage, "ulimit -n 128"))
    var clients: [Int32] = []
    defer { for client in clients { close(client) } }
    let descriptors = "/proc/\(try serving(service))/fd"
    func open() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: descriptors).count
    }
    for _ in 0..<200 { clients.append(try client(service)) }
    #expect(try eventually { try open() > 60 })
    let soon = ["--max-time", "5"]
    for _ in 0..<20 {
      let health = try service.send("/health", soon)
      #expect(health.status == 200, "\(health.text)")
    }
    let url = try #require(service.healthURL)
    let other = try Program(named: "curl").run(["-sS", "-m", "5", "\(url)/health"])
    #expect(other.text.contains("\"ok\""), "\(other.error)")
    // A quarter is left for workers.
    #expect(try open() <= 128 - 32 + 8)
    // Bodies that are silent make room, and a body's file and a worker have their descriptors.
    let isRendered = try eventually {
      let answer = try service.post("/v1/snapshots", ServiceStage.render + ["avatar=mask"])
      #expect(answer.status == 200 || answer.headers["retry-after"] != nil, "\(answer.text)")
      return answer.status == 200
    }
    #expect(isRendered)
  }

  /// The process that the shell's program has started.
  private func serving(_ service: RunningService) throws -> Int32 {
    let children = try KernelFile.text(
      "/proc/\(service.processIdentifier)/task/\(service.processIdentifier)/children")
    return try #require(children.split(separator: " ").first.flatMap { Int32($0) })
  }

  /// What waits for a thread that never runs would hang, and keep the database to itself.
  @Test(arguments: [300_000, 700_000, 1_100_000])
  func `with too little memory for its threads a service ends with a line`(kibibytes: Int) throws {
    let stage = try ServiceStage()
    let arguments = ["serve", "--port", "0", "--data", "data", "--avatars", "Avatars"]
    let outcome = try limited(stage, "ulimit -v \(kibibytes)").run(arguments, in: stage.folder)
    #expect(outcome.exitCode == 75, "\(outcome.error)")
    // Others are about variables of the tests.
    let lines = outcome.errorLines.filter { !$0.hasPrefix("warning: ") }
    #expect(lines.count == 1 && lines[0].contains("ulimit -v"), "\(outcome.error)")
    #expect(try RunningService(stage).send("/health").status == 200)
  }

  @Test func `a worker that cannot be started is told without the program's path`() throws {
    let stage = try ServiceStage()
    // The program as another name, which goes.
    let name = stage.folder.path("another-program")
    do { try FileManager.default.linkItem(atPath: Program.product.path, toPath: name) } catch {
      try FileManager.default.copyItem(atPath: Program.product.path, toPath: name)
    }
    let service = try RunningService(stage, tool: Program(path: name))
    try FileManager.default.removeItem(atPath: name)
    let answer = try service.post("/v1/snapshots", ServiceStage.render + ["avatar=mask"])
    #expect((answer.status, answer.code) == (500, "internal"), "\(answer.text)")
    #expect(
      !answer.text.contains("another-program") && !answer.text.contains(stage.folder.url.path))
    #expect(try service.end(SIGTERM).error.contains("another-program"))
  }
}
