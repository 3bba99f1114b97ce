import Foundation
import Testing

/// Runs a part of a test in a process of its own: what changes a whole process, or ends it.
///
/// The process runs the test bundle with that one test, up to this. Swift Testing's own way, `processExitsWith`, waits
/// for all children of the process at once and asks without pause while any of them is not reaped: half a core of a
/// run with other programs.
public enum OwnProcess {
  /// How a process comes to its end.
  public enum End: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  private static let variable = "AVATAR_OVERLAY_TEST_PART"
  /// What a process prints that has come to the part.
  private static let begun = "the test's part begins"

  /// Runs a part of the current test, and records an issue where it ends otherwise than expected.
  ///
  /// - Parameters:
  ///   - values: what the part is given: the test's own properties are made anew in the process.
  ///   - argument: the test's own, where it has several.
  ///   - work: ends the process by itself, or throws, or records issues: code 1.
  public static func run(
    endingWith expected: End = .code(0), _ values: [String] = [], of argument: String = "",
    sourceLocation: SourceLocation = #_sourceLocation, _ work: ([String]) throws -> Void
  ) throws {
    let place = "\(sourceLocation.fileID):\(sourceLocation.line) \(argument)"
    let part = ([place] + values).joined(separator: "\n")
    if let wanted = ProcessInfo.processInfo.environment[variable] {
      let lines = wanted.components(separatedBy: "\n")
      guard lines.first == place else { return }
      FileHandle.standardOutput.write(Data((begun + "\n").utf8))
      return try work(Array(lines.dropFirst()))
    }
    let test = try #require(Test.current)
    let name = NSRegularExpression.escapedPattern(for: "\(test.id)")
    let bundle = Program(
      path: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path)
    let running = try bundle.start(
      ["--testing-library", "swift-testing", "--filter", "^\(name)$"], environment: [variable: part]
    )
    let outcome = try running.end()
    let end = outcome.exitCode.map(End.code) ?? .signal(running.signal ?? 0)
    try #require(
      outcome.text.contains(begun),
      "the process did not come to the part: \(outcome.text)\(outcome.error)",
      sourceLocation: sourceLocation)
    if end != expected {
      Issue.record(
        "\(end) where \(expected) is expected: \(outcome.text)\(outcome.error)",
        sourceLocation: sourceLocation)
    }
  }
}
