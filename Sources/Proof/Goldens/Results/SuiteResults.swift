internal import Digests
internal import Files
internal import Foundation
import Imaging
import Review

/// The folder of what the last run found: `<case>.json`, and pictures in `<case>/`.
public struct SuiteResults: Hashable, Sendable {
  /// The folder.
  public let path: String
  /// The suite's folder that it lies in, which no link may lead out of; nil where the caller named the results'
  /// own folder, and that is the one.
  private let suite: String?

  /// Its name in a suite's folder.
  public static let name = ".results"
  /// The longest result that is read, in bytes: 1000 frames with the quads of ten layers take a
  /// quarter of it.
  static let resultBytes = 64 << 20

  /// Makes the results at a path, which need not be there yet.
  public init(path: String) {
    (self.path, suite) = (path, nil)
  }

  /// Makes the results of a suite: at a path, or in `.results` in its folder.
  public init(of suite: GoldenSuite, path: String? = nil) {
    self.path = path ?? suite.paths.path(Self.name)
    self.suite = path == nil ? suite.folder : nil
  }

  /// A file in the folder, for messages.
  func file(_ relative: String) -> String { SuitePath.joined(path, relative) }

  /// A file in the folder, which no link leads out of the suite to.
  func place(_ relative: String) -> SuitePlace {
    suite.map { SuitePlace("\(Self.name)/\(relative)", in: $0) } ?? SuitePlace(relative, in: path)
  }

  private var place: SuitePlace {
    suite.map { SuitePlace(Self.name, in: $0) } ?? SuitePlace("", in: path)
  }

  /// Throws where there are no results, or a link in their place leads out of the suite.
  func check() throws(GoldenError) {
    do throws(BeneathFault) {
      _ = try place.folder()
    } catch {
      if case .leadsOut(let link) = error { throw .leadsOut("\(link)") }
      throw .noResults(path)
    }
  }

  /// Makes the folder, with a `.gitignore` of its own: results are not to be committed.
  func make() throws(GoldenError) {
    let ignore = place(".gitignore")
    let (folder, name) = try ignore.place(makesFolders: true)
    guard folder.kind(name) == nil else { return }
    try ignore.write(Array("*\n".utf8))
  }

  /// Removes what was found of a case.
  func clear(_ name: String) {
    place("\(name).json").remove()
    // Cases may lie below a case's folder; only what is a picture of this one goes.
    guard let folder = try? place(name).folder() else { return }
    for entry in (try? folder.names()) ?? [] where Self.isPicture(entry) {
      try? folder.remove(entry)
    }
    guard let (outer, last) = try? place(name).located(keepsLast: true) else { return }
    try? outer.removeFolder(last)
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
    let bytes: [UInt8]
    do throws(ImagingError) {
      bytes = try PNG.encode(picture, compression: .fastest)
    } catch {
      throw .file(.file(path: file(relative), error))
    }
    try place(relative).write(bytes)
    return (relative, SHA256.hex(of: bytes))
  }

  /// A picture that was kept, which must still be the one that was.
  func picture(_ relative: String, sha256: String?) throws(GoldenError) -> StraightRGBA8 {
    let place = place(relative)
    let bytes: [UInt8]
    do throws(GoldenError) {
      bytes = try place.read(limit: ImageLimits.still.fileBytes + 1)
    } catch {
      if error.isLeadingOut { throw error }
      bytes = []
    }
    guard let sha256, SHA256.hex(of: bytes) == sha256 else {
      throw .stale([relative], reason: "it is no longer the picture that was verified")
    }
    do throws(ImagingError) {
      return try PNG.decode(bytes, limits: .still)
    } catch {
      throw .file(.file(path: place.path, error))
    }
  }

  func keep(_ result: CaseResult) throws(GoldenError) {
    let place = place("\(result.review.name).json")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let bytes = try? encoder.encode(result) else {
      throw .unreadable(place.path, reason: "it cannot be written as JSON")
    }
    try place.write([UInt8](bytes))
  }

  /// What was found of a case; nil where nothing was, by another version of the program, or
  /// where the file was changed into what cannot be.
  public func result(of name: String) -> CaseResult? { (try? found(of: name)) ?? nil }

  /// The same, which throws where a link leads out of the suite.
  func found(of name: String) throws(GoldenError) -> CaseResult? {
    guard GoldenName.fault(of: name) == nil else { return nil }
    let bytes: [UInt8]
    do throws(GoldenError) {
      bytes = try place("\(name).json").read(limit: Self.resultBytes)
    } catch {
      if error.isLeadingOut { throw error }
      return nil
    }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let result = try? decoder.decode(CaseResult.self, from: Data(bytes)),
      result.format == CaseResult.formatName, result.review.name == name,
      result.review.fault == nil, Self.namesOwnPictures(result.review)
    else { return nil }
    return result
  }

  /// Whether all pictures are named by relative paths: absolute ones are only ever made of these, to show goldens that
  /// lie elsewhere, and read from a file they would name any picture of the machine.
  private static func namesOwnPictures(_ review: ReviewCase) -> Bool {
    review.frames.allSatisfy { frame in
      [frame.expected, frame.actual].allSatisfy { $0?.hasPrefix("/") != true }
    }
  }

  /// The names of all cases of which something was found, sorted.
  public var names: [String] {
    var names: [String] = []
    (try? place.folder())?.walk(limit: Self.mostEntries) { entry in
      if entry.path.hasSuffix(".json") { names.append(String(entry.path.dropLast(5))) }
      return true
    }
    return names.sorted()
  }

  /// The most entries of the folder that are looked at.
  private static let mostEntries = 1_000_000
}
