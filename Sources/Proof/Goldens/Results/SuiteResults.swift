internal import Digests
internal import Files
internal import Foundation
import Imaging
import Review

/// The folder of what the last run found: `<case>.json`, and pictures in `<case>/`.
public struct SuiteResults: Hashable, Sendable {
  /// The folder.
  public let path: String

  /// Its name in a suite's folder.
  public static let name = ".results"
  /// The longest result that is read, in bytes: 1000 frames with the quads of ten layers take a
  /// quarter of it.
  static let resultBytes = 64 << 20

  /// Makes the results at a path, which need not be there yet.
  public init(path: String) {
    self.path = path
  }

  /// Makes the results of a suite: at a path, or in `.results` in its folder.
  public init(of suite: GoldenSuite, path: String? = nil) {
    self.init(path: path ?? suite.paths.path(Self.name))
  }

  /// A file in the folder.
  func file(_ relative: String) -> String { SuitePath.joined(path, relative) }

  /// Makes the folder, with a `.gitignore` of its own: results are nobody's to commit.
  func make() throws(GoldenError) {
    let ignore = file(".gitignore")
    guard !SuitePath.exists(ignore) else { return }
    try makeFolder(path)
    try write(Array("*\n".utf8), to: ignore)
  }

  /// Removes what was found of a case.
  func clear(_ name: String) {
    try? FileManager.default.removeItem(atPath: file("\(name).json"))
    // Cases may lie below a case's folder; only what is a picture of this one goes.
    let folder = file(name)
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where Self.isPicture(entry) {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(entry)")
    }
    _ = unsafe rmdir(folder)
  }

  /// The mark of pictures' names, which no case's name can have.
  private static let mark = "+"

  private static func isPicture(_ entry: String) -> Bool {
    entry.hasPrefix(mark) && entry.hasSuffix(".png")
  }

  /// Keeps a picture and gives its path in the folder and its file's SHA-256.
  func keep(
    _ picture: StraightRGBA8, of name: String, frame: Int?
  ) throws(GoldenError) -> (path: String, sha256: String) {
    try keep(picture, of: name, as: frame.map(GoldenPaths.padded) ?? "actual")
  }

  /// The same, by what it is called among the case's pictures.
  func keep(
    _ picture: StraightRGBA8, of name: String, as role: String
  ) throws(GoldenError) -> (path: String, sha256: String) {
    let relative = "\(name)/\(Self.mark)\(role).png"
    let path = file(relative)
    try makeFolder(SuitePath.folder(of: path))
    let bytes: [UInt8]
    do throws(ImagingError) {
      bytes = try PNG.encode(picture, compression: .fastest)
    } catch {
      throw .file(.file(path: path, error))
    }
    try write(bytes, to: path)
    return (relative, SHA256.hex(of: bytes))
  }

  /// A picture that was kept, which must still be the one that was.
  func picture(_ relative: String, sha256: String?) throws(GoldenError) -> StraightRGBA8 {
    let path = file(relative)
    guard let sha256, (try? SHA256.hex(ofFile: path)) == sha256 else {
      throw .stale([relative], reason: "it is no longer the picture that was verified")
    }
    do throws(ImagingError) {
      return try PNG.read(path: path, limits: .still)
    } catch {
      throw .file(error)
    }
  }

  /// Keeps a result.
  func keep(_ result: CaseResult) throws(GoldenError) {
    let path = file("\(result.review.name).json")
    try makeFolder(SuitePath.folder(of: path))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let bytes = try? encoder.encode(result) else {
      throw .unreadable(path, reason: "it cannot be written as JSON")
    }
    try write([UInt8](bytes), to: path)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(GoldenError) {
    do throws(FileFault) {
      try AtomicFile.write(bytes, to: path, replacing: true)
    } catch {
      throw .file(ImagingError(error))
    }
  }

  /// What was found of a case; nil where nothing was, by another version of the program, or
  /// where the file was changed into what cannot be.
  public func result(of name: String) -> CaseResult? {
    guard GoldenName.fault(of: name) == nil,
      let bytes = try? SmallFile.read(file("\(name).json"), limit: Self.resultBytes)
    else { return nil }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let result = try? decoder.decode(CaseResult.self, from: Data(bytes)),
      result.format == CaseResult.formatName, result.review.name == name,
      result.review.fault == nil
    else { return nil }
    return result
  }

  /// The names of all cases of which something was found, sorted.
  public var names: [String] {
    let walk = FileManager.default.enumerator(atPath: path)
    var names: [String] = []
    while let entry = walk?.nextObject() as? String {
      if entry.hasSuffix(".json") { names.append(String(entry.dropLast(5))) }
    }
    return names.sorted()
  }

  private func makeFolder(_ folder: String) throws(GoldenError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .file(.file(path: folder, .unwritable(reason: "the folder cannot be made")))
    }
  }
}
