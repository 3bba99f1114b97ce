internal import Foundation

/// The processors of the machine.
package enum Processors {
  /// How many this process may run on: of those that are active no more than `taskset`, or its
  /// parent, leaves it, which Foundation's count does not see.
  ///
  /// Threads for processors that the process may not use cost time and memory. What is allowed may count processors that the machine only has room for.
  package static let available: Int = {
    let active = max(1, ProcessInfo.processInfo.activeProcessorCount)
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    return min(active, status.flatMap(allowed) ?? active)
  }()

  /// How many a process's status allows; nil where it does not say.
  ///
  /// The kernel writes a bit for each in hexadecimal digits, with a comma after every eighth (proc(5)).
  package static func allowed(inStatus status: String) -> Int? {
    let name = "Cpus_allowed:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else {
      return nil
    }
    let digits = line.dropFirst(name.count).compactMap(\.hexDigitValue)
    let count = digits.reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : nil
  }
}
