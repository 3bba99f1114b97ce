internal import Foundation

/// What checking an audit log found.
public struct AuditVerification: Hashable, Sendable {
  /// A line that is not as the chain has it.
  public struct Fault: Hashable, Sendable {
    /// The file.
    public var file: String
    /// The line, from 1; nil where there is none that it could be.
    public var line: Int?
    /// What was found and what was expected.
    public var reason: String
  }

  /// An end of what was checked.
  public struct End: Hashable, Sendable {
    /// The line's number in the log.
    public var sequence: Int
    /// When it was written, as it says itself.
    public var time: String
    /// The SHA-256 of its bytes, by which the line after it names it.
    public var sha256: String
  }

  /// The files that were checked.
  public var files = 0
  /// Their lines.
  public var lines = 0
  /// The first line and the last one; nil where there is none.
  public var first: End?
  /// See `first`.
  public var last: End?
  /// The first fault; nil: the chain is whole.
  public var fault: Fault?
  /// What could not be checked, and what is no fault.
  public var notes: [String] = []

  fileprivate init() {}

  /// Checks the log of a folder.
  ///
  /// - Parameter expected: the SHA-256 of a line that was noted elsewhere, and must be in the log.
  /// - Throws: `AuditFault` where there is none, or it cannot be read.
  public init(folder: String, expecting expected: String? = nil) throws(AuditFault) {
    guard FileManager.default.fileExists(atPath: folder) else { throw .missing(path: folder) }
    let names = try AuditFiles.names(in: folder)
    let head = AuditFiles.head(of: folder)
    guard !names.isEmpty || head != nil else { throw .missing(path: folder) }
    let headFile = "\(folder)/\(AuditFiles.head)"
    var check = ChainCheck(head: head, expected: expected)
    try check.read(names.map { "\(folder)/\($0)" })
    self = check.result
    guard fault == nil else { return }
    let end = last?.sequence ?? 0
    if let head {
      if head.sequence > end {
        fault = Fault(
          file: headFile, line: nil,
          reason:
            "the log ends with line \(end), and this file knows of line \(head.sequence):"
            + " lines at the end are missing")
      } else if !check.hasSeenHead, head != .beginning {
        fault = Fault(
          file: headFile, line: nil,
          reason: "the SHA-256 of line \(head.sequence) is another one here")
      }
    } else {
      fault = Fault(
        file: headFile, line: nil,
        reason: "it is missing or damaged, so that nothing says where the log ends")
    }
    if let first, first.sequence > 1, check.expired < first.sequence - 1, fault == nil {
      fault = Fault(
        file: "\(folder)/\(names.first ?? "")", line: 1,
        reason:
          "it is line \(first.sequence) of the log, and no line says that those before it expired")
    }
    checkExpected(expected, check)
  }

  /// Checks files of a log alone, in their order.
  public init(files: [String], expecting expected: String? = nil) throws(AuditFault) {
    var check = ChainCheck(head: nil, expected: expected)
    try check.read(files)
    self = check.result
    notes.append("files alone do not say where the log begins and ends; --data DIR does")
    checkExpected(expected, check)
  }

  private mutating func checkExpected(_ expected: String?, _ check: ChainCheck) {
    guard let expected, fault == nil, !check.hasSeenExpected else { return }
    fault = Fault(
      file: check.lastFile, line: nil,
      reason: "no line has the SHA-256 \(expected) that is expected")
  }
}

/// Goes through the lines of a log.
private struct ChainCheck {
  let head: ChainPlace?
  let expected: String?
  var result = AuditVerification()
  var hasSeenHead = false
  var hasSeenExpected = false
  /// The last line that a line says has expired.
  var expired = 0
  var lastFile = ""
  private var place: ChainPlace?

  init(head: ChainPlace?, expected: String?) { (self.head, self.expected) = (head, expected) }

  mutating func read(_ paths: [String]) throws(AuditFault) {
    for (index, path) in paths.enumerated() {
      lastFile = path
      let reader = try AuditReader(path)
      result.files += 1
      var number = 0
      reading: while true {
        number += 1
        switch try reader.next() {
        case .line(let bytes):
          if let reason = take(bytes) {
            result.fault = .init(file: path, line: number, reason: reason)
            return
          }
        case .unfinished(let count):
          guard index == paths.count - 1 else {
            result.fault = .init(
              file: path, line: number, reason: "it is cut off after \(count) bytes")
            return
          }
          result.notes.append(
            "\(path): line \(number) is cut off after \(count) bytes: it is being written, or its writer"
              + " was killed before anything was answered")
          break reading
        case .tooLong:
          result.fault = .init(
            file: path, line: number, reason: "it has more than \(AuditLine.longest) bytes")
          return
        case .end: break reading
        }
      }
    }
  }

  /// Takes a line; gives what is wrong with it.
  private mutating func take(_ bytes: [UInt8]) -> String? {
    guard let line = AuditLine(bytes) else {
      return "it is no line of an audit log: a JSON object with sequence, time, action, previous"
    }
    let before = place ?? (line.sequence == 1 ? .beginning : nil)
    if let before {
      guard line.sequence == before.sequence + 1 else {
        return "its sequence is \(line.sequence), expected \(before.sequence + 1)"
          + (line.sequence > before.sequence ? ": lines before it are missing" : "")
      }
      guard line.previous == before.hash else {
        return
          "it names \(line.previous) as the SHA-256 of the line before, which is \(before.hash):"
          + " one of the two was changed"
      }
    }
    let now = ChainPlace(line.sequence, of: bytes)
    let end = AuditVerification.End(sequence: now.sequence, time: line.time, sha256: now.hash)
    if result.first == nil { result.first = end }
    result.last = end
    result.lines += 1
    if now == head { hasSeenHead = true }
    if now.hash == expected { hasSeenExpected = true }
    expired = max(expired, line.expired ?? 0)
    place = now
    return nil
  }
}
