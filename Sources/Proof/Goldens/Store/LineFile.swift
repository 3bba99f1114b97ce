/// A file of JSON lines, which stand for themselves.
struct LineFile {
  /// The lines that are not blank, with their numbers in the file, counted from 1.
  let lines: [(number: Int, bytes: ArraySlice<UInt8>)]

  /// Reads a file.
  ///
  /// - Throws: `GoldenError.unreadable`, also where it has more than `byteLimit` bytes.
  init(_ place: SuitePlace, byteLimit: Int) throws(GoldenError) {
    let bytes = try place.read(limit: byteLimit + 1)
    guard bytes.count <= byteLimit else {
      throw .fileTooLarge(place.path, limit: byteLimit)
    }
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().map { ($0 + 1, $1) }
      .filter { $0.1.contains { $0 > 0x20 } }
  }
}
