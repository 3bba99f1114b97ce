public import Files
internal import Foundation

/// The note in a data folder that its files are kept elsewhere, such as `s3://bucket/prefix`.
///
/// A service that looked for them in another place would find none of its jobs' results, and a backup of the
/// folder alone would lack them.
public enum FilesElsewhere {
  /// The note's name, in the data folder.
  static let name = "files-elsewhere"
  /// The most bytes of it.
  private static let longest = 2048

  /// Where the files of a data folder are; nil where they are in it.
  public static func place(of folder: String) -> String? {
    guard let handle = FileHandle(forReadingAtPath: "\(folder)/\(name)") else { return nil }
    defer { try? handle.close() }
    let text = (try? handle.read(upToCount: longest)).map { String(decoding: $0, as: UTF8.self) }
    let place = text?.split(whereSeparator: \.isNewline).first.map(String.init)
    return place?.isEmpty == false ? place : nil
  }

  /// Notes where they are.
  public static func note(_ place: String, in folder: String) throws(FileFault) {
    try AtomicFile.write(Array("\(place)\n".utf8), to: "\(folder)/\(name)", permissions: 0o600)
  }
}
