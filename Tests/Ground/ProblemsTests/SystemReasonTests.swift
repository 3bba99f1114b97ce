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

  /// The system's own words where the first user, who may read everything, runs the tests.
  @Test(.enabled(if: geteuid() != 0, "needs a user who may not read everything"))
  func `a refused reader is told the owner`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let (file, link) = (folder.appending(path: "f"), folder.appending(path: "l"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      chmod(folder.path, 0o700)
      try? FileManager.default.removeItem(at: folder)
    }
    try Data([1]).write(to: file)
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: file.lastPathComponent)
    let user = NSUserName()
    #expect(SystemReason.refusal(ofReading: file.path) == nil)
    chmod(file.path, 0o200)
    let words = "may not be read by the user \(user): it belongs to \(user) (mode 200)"
    for path in [file.path, link.path] {
      #expect(SystemReason.refusal(ofReading: path) == words)
      #expect(SystemReason.words(number: EACCES, reading: path) == words)
      let error = try error { _ = try FileHandle(forReadingFrom: URL(filePath: path)) }
      #expect(SystemReason.line(of: error) == "\(path): \(words)")
    }
    chmod(folder.path, 0)
    for path in [file.path, link.path, folder.path + "/none"] {
      #expect(
        SystemReason.refusal(ofReading: path)
          == "may not be read by the user \(user): the folder \(folder.path) belongs to \(user) (mode 0)"
      )
    }
  }

  @Test func `what is not there is not said to be refused`() {
    #expect(SystemReason.refusal(ofReading: "/nowhere/at/all") == nil)
    #expect(SystemReason.absence(of: "/nowhere/at/all") == "there is no such file or folder")
    #expect(SystemReason.absence(of: "nowhere", "plan") == "there is no such plan")
    #expect(SystemReason.words(number: ENOENT, reading: "") == "No such file or directory")
    #expect(SystemReason.words(number: EACCES, reading: "/nowhere") == "Permission denied")
  }

  @Test func `other errors say what they say themselves`() {
    struct Own: Error, CustomStringConvertible { var description: String { "its own words" } }
    #expect(SystemReason.line(of: Own()) == "its own words")
  }
}
