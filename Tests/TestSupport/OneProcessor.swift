import Foundation
import Testing

extension Program {
  /// The command that holds the one behind it to a processor, of those that this process may run on.
  public static func onOneProcessor() throws -> [String] {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let list = try #require(
      status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") })
    let first = try #require(list.split(whereSeparator: { !$0.isNumber }).first)
    return [Program(named: "taskset").path, "-c", String(first)]
  }
}
