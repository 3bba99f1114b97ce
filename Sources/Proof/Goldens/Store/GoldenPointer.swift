import JSON
import Text

/// What stands in Git in the place of a golden whose content lies in the golden store: one line of JSON.
struct GoldenPointer: Hashable, Sendable {
  /// What `format` says.
  static let formatName = "golden-pointer/1"
  /// The longest file, in bytes: seven times what is written.
  static let byteLimit = 1024

  /// The content's SHA-256, 64 hexadecimal digits in small letters.
  let sha256: String
  /// The content's size.
  let bytes: Int

  /// Makes the pointer of a content.
  init(sha256: String, bytes: Int) {
    (self.sha256, self.bytes) = (sha256, bytes)
  }

  /// Reads a file's bytes, of which one more than `byteLimit` is enough.
  ///
  /// - Throws: `GoldenError.faultyPointer`: nothing that is wrong in it is passed over.
  init(_ content: [UInt8], file: String) throws(GoldenError) {
    let log = JSONFaultLog<SuiteFault.Kind>()
    let read = SuiteField.root(
      of: content, limit: Self.byteLimit, what: "the pointer's size", isCut: true, log: log)?
      .pointer()
    guard log.faults.isEmpty, let read else {
      let first = log.inFileOrder.first
      throw .faultyPointer(
        SuiteFault(
          first?.kind ?? .json(.notJSON(reason: "no pointer")), file: file,
          place: first?.place ?? TextPlace(line: 1, column: 1), path: first?.path ?? ""))
    }
    self = read
  }

  var text: String {
    "{\"format\": \"\(Self.formatName)\", \"sha256\": \"\(sha256)\", \"bytes\": \(bytes)}\n"
  }

  /// Whether a file's first bytes are those of a pointer, be it a faulty one; a PNG's never are.
  static func begins(_ content: [UInt8]) -> Bool {
    content.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }

  /// Whether a text is a SHA-256, and so can be no other path than that of a content.
  static func isDigest(_ text: some StringProtocol, digits: Int = 64) -> Bool {
    text.utf8.count == digits && text.utf8.allSatisfy("0123456789abcdef".utf8.contains)
  }
}

extension SuiteField {
  fileprivate func pointer() -> GoldenPointer? {
    guard let object = object(keys: ["format", "sha256", "bytes"]) else { return nil }
    if let field = object.required("format"), let format = field.text(),
      format != GoldenPointer.formatName
    {
      field.report(.unreadable(format, expected: "the format \"\(GoldenPointer.formatName)\""))
    }
    let bytes = object.required("bytes")?.integer(in: 1...SuiteLimits.contentBytes)
    guard let field = object.required("sha256"), let sha256 = field.text() else { return nil }
    guard GoldenPointer.isDigest(sha256) else {
      field.report(
        .unreadable(sha256, expected: "a SHA-256 of 64 hexadecimal digits in small letters"))
      return nil
    }
    return bytes.map { GoldenPointer(sha256: sha256, bytes: $0) }
  }
}
