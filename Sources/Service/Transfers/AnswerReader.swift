/// Reads an answer's header, line by line, as libcurl gives it.
struct AnswerReader {
  private var status = 0
  private var fields: [String: String] = [:]

  /// The head as far as it came; nil before an answer's status.
  var head: TransferHead? { head(status: status) }

  /// The head of an answer whose status is known.
  func head(status: Int) -> TransferHead? {
    // A status of 1xx announces another.
    status >= 200 ? TransferHead(status: status, fields: fields) : nil
  }

  /// Takes a line with its end.
  mutating func take(_ line: String) {
    let line = line.trimmed
    if line.hasPrefix("HTTP/") {
      let words = line.split(separator: " ")
      (status, fields) = (words.dropFirst().first.flatMap { Int($0) } ?? 0, [:])
      return
    }
    guard let colon = line.firstIndex(of: ":") else { return }
    fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...]).trimmed
  }
}

extension String {
  /// Without the blanks and line ends at both ends.
  fileprivate var trimmed: String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
    let start = utf8.firstIndex { !isBlank($0) } ?? endIndex
    let end = utf8.lastIndex { !isBlank($0) }.map { utf8.index(after: $0) } ?? endIndex
    return start < end ? String(self[start..<end]) : ""
  }
}
