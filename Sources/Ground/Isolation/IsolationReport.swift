internal import Foundation

/// Which sandbox mechanisms are in force for a process.
public struct IsolationReport: Hashable, Sendable, Codable {
  /// Whether one mechanism is in force.
  public enum Part: Hashable, Sendable {
    case inForce
    /// It is not; the reason.
    case unavailable(String)

    /// Whether it is in force.
    public var isInForce: Bool { self == .inForce }
  }

  /// Memory, processor time, file size, open files.
  public var limits: Part
  /// No capabilities, none to be had, memory hidden from other processes, death with the parent.
  public var privileges: Part
  /// No network, no other programs, nothing of the kernel that rendering does not need (seccomp).
  public var systemCalls: Part
  /// Only the files that were named (Landlock).
  public var files: Part
  /// The kernel's version of Landlock; 0 where it has none.
  public var landlockVersion: Int

  /// Makes a report.
  public init(
    limits: Part, privileges: Part, systemCalls: Part, files: Part, landlockVersion: Int
  ) {
    (self.limits, self.privileges, self.systemCalls) = (limits, privileges, systemCalls)
    (self.files, self.landlockVersion) = (files, landlockVersion)
  }

  private var parts: [(name: String, part: Part)] {
    [
      ("limits", limits), ("privileges", privileges), ("system calls", systemCalls),
      ("files", files),
    ]
  }

  /// Whether all of them stand.
  public var isComplete: Bool { parts.allSatisfy(\.part.isInForce) }

  /// Those that do not stand, with their reasons.
  public var missing: [String] {
    parts.compactMap { name, part in
      if case .unavailable(let reason) = part { "\(name) (\(reason))" } else { nil }
    }
  }
}

extension IsolationReport: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    let standing = parts.filter(\.part.isInForce).map(\.name).joined(separator: ", ")
    let missing = missing.joined(separator: ", ")
    return "in force: \(standing.isEmpty ? "nothing" : standing)"
      + (missing.isEmpty ? "" : "; not in force: \(missing)")
  }
}

extension IsolationReport {
  /// What the line on standard error begins with.
  static let linePrefix = "isolation: {"

  /// The report as a line for the process that waits outside.
  public var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return "isolation: \(json)"
  }

  /// Reads that line; nil where it is another one.
  public init?(line: String) {
    guard line.hasPrefix(Self.linePrefix),
      let report = try? JSONDecoder().decode(
        Self.self, from: Data(line.utf8.dropFirst(Self.linePrefix.utf8.count - 1)))
    else { return nil }
    self = report
  }
}

extension IsolationReport.Part: Codable {
  private static let word = "in force"

  /// Writes `in force`, or the reason.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .inForce: try container.encode(Self.word)
    case .unavailable(let reason): try container.encode(reason)
    }
  }

  /// Reads what `encode` writes.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = text == Self.word ? .inForce : .unavailable(text)
  }
}
