import Foundation
import Problems
import Testing

/// Errors of Foundation in the system's words.
@Suite struct SystemReasonTests {
  private func error(_ body: () throws -> Void) throws -> any Error {
    do {
      try body()
    } catch {
      return error
    }
    throw CocoaError(.featureUnsupported)
  }

  @Test func `errors of files have the system's words and their path`() throws {
    let files = FileManager.default
    let none = try error { _ = try files.contentsOfDirectory(atPath: "/nowhere/at/all") }
    #expect(SystemReason.words(of: none) == "No such file or directory")
    #expect(SystemReason.line(of: none) == "/nowhere/at/all: No such file or directory")
    let made = try error {
      try files.createDirectory(atPath: "/proc/nowhere", withIntermediateDirectories: false)
    }
    #expect(
      ["No such file or directory", "Permission denied"].contains(SystemReason.words(of: made)))
    let read = try error { _ = try FileHandle(forReadingFrom: URL(filePath: "/nowhere")) }
    #expect(SystemReason.words(of: read) == "No such file or directory")
    let written = try error { try Data([1]).write(to: URL(filePath: "/nowhere/file")) }
    #expect(SystemReason.words(of: written) == "No such file or directory")
  }

  @Test func `no error of Foundation is dumped`() throws {
    let codes = (0..<4000).map { CocoaError(CocoaError.Code(rawValue: $0)) as any Error }
    let json = try error { _ = try JSONDecoder().decode([Int].self, from: Data("{".utf8)) }
    let others: [any Error] = [
      json, POSIXError(.EACCES), NSError(domain: "any", code: 3), URLError(.badURL),
    ]
    for error in codes + others {
      let text = SystemReason.line(of: error)
      #expect(!text.contains("Domain") && !text.contains("Swift.") && !text.isEmpty, "\(text)")
    }
    #expect(SystemReason.words(of: POSIXError(.EACCES)) == "Permission denied")
  }

  @Test func `other errors say what they say themselves`() {
    struct Own: Error, CustomStringConvertible { var description: String { "its own words" } }
    #expect(SystemReason.line(of: Own()) == "its own words")
  }
}
