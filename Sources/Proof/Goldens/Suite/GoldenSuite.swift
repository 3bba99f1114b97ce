internal import Files
internal import Foundation
internal import Text

/// Cases that tests hand in, named by a pattern.
public struct GivenPattern: Hashable, Sendable {
  /// Their names.
  public var names: NamePattern
  /// How they are judged.
  public var judging: Judging
  /// Why they are left out; nil where they are not.
  public var skip: String?
}

/// A suite: cases, how they are judged, and the folder of their goldens.
public struct GoldenSuite: Sendable {
  /// What `format` says in `golden.json`.
  public static let formatName = "golden-suite/1"
  /// The suite's file in its folder.
  public static let fileName = "golden.json"
  /// The variable that says where the golden store of this machine is.
  public static let storeVariable = "AVATAR_OVERLAY_GOLDEN_STORE"

  /// The path of `golden.json`.
  public let file: String
  /// The folder of the file, where the goldens are.
  public let folder: String
  /// The title, by default the folder's name.
  public let title: String
  /// Where names of avatars are looked up; nil where the suite does not say.
  public let avatars: String?
  /// The environments whose variants are taken, in the order in which they are tried.
  public let environments: [String]
  /// The golden store, a folder outside of Git that holds contents of goldens; nil where the suite names
  /// none.
  public let store: String?
  /// The store as the suite's file names it; nil where it names none, or the user named another.
  let storeInSuite: String?
  /// Goldens of more bytes than this lie in the store.
  public let storeAbove: Int
  /// The cases, in the file's order.
  public let cases: [GoldenCase]
  /// The cases that tests hand in, as far as they are named by patterns.
  public let patterns: [GivenPattern]

  /// Reads a suite: a folder with a `golden.json`, or such a file by any name.
  ///
  /// - Parameter store: where the golden store is on this machine, in place of where the suite says; of
  ///   no effect on a suite that names none.
  /// - Throws: `GoldenError.notFound`, `.unreadable`, `.faulty` with all that is wrong.
  public init(path: String, store: String? = nil) throws(GoldenError) {
    guard SuitePath.exists(path) else { throw .notFound(path) }
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    file = FilePath.isFolder(path) ? SuitePath.joined(trimmed, Self.fileName) : path
    folder = SuitePath.folder(of: file)
    guard SuitePath.exists(file) else { throw .notFound(file) }
    // A file that was named itself may be a link; one in a folder that was named must not lead out of it.
    let place = file == path ? SuitePlace(named: file) : SuitePlace(Self.fileName, in: folder)
    let bytes = try place.read(limit: SuiteLimits.manifestBytes + 1)
    let manifest = SuiteManifest(bytes, file: file, folder: folder)
    guard manifest.faults.isEmpty else { throw .faulty(manifest.faults) }
    let name = URL(filePath: folder).standardizedFileURL.lastPathComponent
    title = manifest.title ?? name
    (avatars, environments) = (manifest.avatars, manifest.environments)
    self.store = manifest.store.map { store ?? $0 }
    storeInSuite = store == nil ? manifest.namedStore : nil
    storeAbove = manifest.storeAbove
    cases = manifest.cases
    patterns = manifest.patterns
  }

  /// Where the environment says that the golden store is; nil where it does not.
  public static func store(environment: [String: String]) -> String? {
    environment[storeVariable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The case of that name, or the one that a pattern makes of it.
  ///
  /// - Throws: `GoldenError.unknownCase`, `.badName`.
  public func `case`(named name: String) throws(GoldenError) -> GoldenCase {
    if let found = cases.first(where: { $0.name == name }) { return found }
    if let reason = GoldenName.fault(of: name) { throw .badName(name, reason: reason) }
    if let pattern = patterns.first(where: { $0.names.matches(name) }) {
      return GoldenCase(
        name: name, source: .given, judging: pattern.judging, skip: pattern.skip)
    }
    throw .unknownCase(
      name, suite: file, nearest: Spelling.nearest(to: name, among: cases.map(\.name)))
  }

  /// The files of the suite's goldens.
  public var paths: GoldenPaths { GoldenPaths(folder: folder) }
}
