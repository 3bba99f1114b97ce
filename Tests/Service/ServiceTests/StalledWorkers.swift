import Foundation
import TestSupport
import Testing

/// Workers that stand still while a test looks at what waits.
extension ServiceStage {
  /// The stage's workers at a verb, told by the folder in which they run.
  func workers(_ verb: String) -> [Int32] {
    let data = folder.url.resolvingSymlinksInPath().path + "/data"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { process in
      let folder = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(process)/cwd")
      guard folder?.hasPrefix(data) == true else { return false }
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return line.split(separator: 0).contains { $0.elementsEqual(verb.utf8) }
    }
  }

  /// Sends a form and does not wait for the answer, whose status is the output.
  func start(
    _ service: RunningService, _ path: String, _ parts: [String], _ more: [String] = []
  ) throws -> RunningProgram {
    try Program(named: "curl").start(
      ["-sS", "-o", UUID().uuidString, "-w", "%{http_code}", "\(service.url)\(path)"]
        + parts.flatMap { ["-F", $0] } + more, in: folder)
  }

  /// Sends a request whose worker stands still at a verb until a SIGCONT.
  func stall(
    _ service: RunningService, at verb: String, _ path: String, _ parts: [String],
    _ more: [String] = []
  ) throws -> RunningProgram {
    for _ in 0..<20 {
      let client = try start(service, path, parts, more)
      for _ in 0..<5000 {
        let found = workers(verb).filter { kill($0, SIGSTOP) == 0 }
        if !found.isEmpty, !workers(verb).isEmpty { return client }
        usleep(500)
      }
      // It was done before it was seen.
      _ = try client.end()
    }
    throw POSIXError(.ESRCH)
  }

  /// Makes a key by the tool, in the data folder of the services of the stage; curl's options for it.
  func key(_ tenant: String, _ scopes: String) throws -> [String] {
    let told = try Program.product.succeed(
      ["keys", "create", "--data", "data", "--tenant", tenant, "--scopes", scopes, "--json"],
      in: folder)
    let text = String(decoding: told, as: UTF8.self)
    let key = try #require(text.firstMatch(of: /ao_[0-9a-z]{10}_[0-9a-z]{59}/)).output
    return ["-H", "Authorization: Bearer \(key)"]
  }
}

extension RunningService {
  /// The value of a sample of the metrics without the program's prefix, such as `connections`.
  func gauge(_ name: String, _ more: [String] = []) throws -> Int? {
    let start = "avatar_overlay_\(name) "
    let line = try send("/metrics", more).text.split(separator: "\n").first {
      $0.hasPrefix(start)
    }
    return line.flatMap { Int($0.dropFirst(start.count)) }
  }
}
