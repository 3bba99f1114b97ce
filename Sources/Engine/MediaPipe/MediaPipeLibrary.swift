internal import Digests
internal import Files
internal import Foundation
internal import Installation
internal import Problems

/// MediaPipe's shared library, found and known to be of the one version whose structures are known.
public struct MediaPipeLibrary: Hashable, Sendable {
  /// The version whose structures are known.
  public static let version = "1.2.2"
  /// The environment's variable that names it.
  public static let variable = "AVATAR_OVERLAY_MEDIAPIPE"
  /// The folder beside the program, or above it, that `tracker install` puts it into.
  public static let folderName = ".tracker"

  /// The file.
  public let path: String

  /// The SHA-256 of the libraries of the official wheels, for files that stand without their wheel.
  private static let officialHashes: Set<String> = [
    // mediapipe-1.2.2-py3-none-manylinux_2_28_x86_64.whl
    "022f20f556e1148d6be05672475a483ba6358347fee8236e70ce8ef6a48aff72",
    // mediapipe-1.2.2-py3-none-manylinux_2_28_aarch64.whl
    "7bce0f87cc523035450a0d3a426c60149feae2c9f7d53583ccf74ca073778681",
  ]

  /// Whether every byte of it is that of an official wheel.
  public var isOfficial: Bool {
    (try? SHA256.hex(ofFile: path)).map(Self.officialHashes.contains) ?? false
  }

  /// Checks a library before anything of it is loaded: its processor, then its version.
  ///
  /// - Parameter named: the library, or the folder that holds the wheel's files.
  /// - Throws: `MediaPipeError.libraryMissing`, `libraryProcessor`, `libraryVersion`.
  public init(named: String) throws(MediaPipeError) {
    guard let file = Self.file(in: named) else { throw .libraryMissing(path: named) }
    path = file
    if let other = Self.otherProcessor(of: file) {
      throw .libraryProcessor(path: file, found: other)
    }
    if let found = Self.otherVersion(of: file) { throw .libraryVersion(path: file, found: found) }
  }

  /// A library that the parent process has checked.
  init(checked path: String) {
    self.path = path
  }

  /// Finds the library: the one that is named, by the caller or by the environment; or the project's;
  /// or the user's; or that of an installed wheel.
  ///
  /// What is named is taken or refused; of the other places the first that has the right version is
  /// taken, and where none has, the first fault is thrown. The working folder is not looked at: its
  /// content may be untrusted.
  public static func find(
    named: String?, environment: [String: String], executable: String
  ) throws(MediaPipeError) -> MediaPipeLibrary {
    if let named = named ?? environment[variable], !named.isEmpty {
      return try MediaPipeLibrary(named: named)
    }
    var fault: MediaPipeError?
    for place in places(environment: environment, executable: executable)
    where file(in: place).map(FilePath.isOfTrustedOwner) ?? false {
      do {
        return try MediaPipeLibrary(named: place)
      } catch {
        fault = fault ?? error
      }
    }
    throw fault ?? .noLibrary
  }

  /// Where it is looked for.
  private static func places(environment: [String: String], executable: String) -> [String] {
    var places = InstalledFolders.candidates(
      "tracker", inCheckout: folderName, executable: executable)
    places += InstalledFolders.ofUser(environment).map { ["\($0)/tracker"] } ?? []
    let roots =
      [environment["VIRTUAL_ENV"], environment["HOME"].map { "\($0)/.local" }].compactMap(\.self)
      + ["/usr/local", "/usr"]
    for root in roots {
      let pythons = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/lib")) ?? []
      for python in pythons.filter({ $0.hasPrefix("python3") }).sorted().reversed() {
        places += ["site-packages", "dist-packages"].map { "\(root)/lib/\(python)/\($0)" }
      }
    }
    return places
  }

  private static let nameInWheel = "mediapipe/tasks/c/libmediapipe.so"

  /// The library that a path means; nil where there is none.
  private static func file(in path: String) -> String? {
    let candidates = [path, "\(path)/libmediapipe.so", "\(path)/\(nameInWheel)"]
    return candidates.first(where: FilePath.isFile)
      .map { URL(filePath: $0).resolvingSymlinksInPath().path }
  }

  // MARK: - The processor

  /// The processor that this program runs on.
  package static var processor: String {
    #if arch(arm64)
      "arm64"
    #else
      "x86-64"
    #endif
  }

  /// What a library is for that does not run here; nil where it does.
  private static func otherProcessor(of path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else {
      let refusal = SystemReason.refusal(ofReading: path)
      return refusal.map { "a file that \($0)" } ?? "nothing that can be read"
    }
    defer { try? file.close() }
    let head = [UInt8]((try? file.read(upToCount: 20)) ?? Data())
    guard head.count == 20, head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
      return "another system (it is no ELF file)"
    }
    // e_machine of the ELF header, at byte 18, in the library's own byte order.
    let found =
      switch (head[4], Int(head[18]) | Int(head[19]) << 8) {
      case (2, 62): "x86-64"
      case (2, 183): "arm64"
      case (_, let number): "machine \(number)"
      }
    return found == processor ? nil : found
  }

  // MARK: - The version

  /// What a library is that is not of the version; nil where it is.
  ///
  /// The wheel's own record beside it says the version, and the size that the library then has; a
  /// library that stands alone is known by its hash.
  private static func otherVersion(of path: String) -> String? {
    let root = (0..<4).reduce(URL(filePath: path)) { url, _ in url.deletingLastPathComponent() }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    let isInWheel = path == root.appending(path: nameInWheel).path
    let versions =
      isInWheel
      ? entries.filter { $0.hasPrefix("mediapipe-") && $0.hasSuffix(".dist-info") }
        .map { String($0.dropFirst(10).dropLast(10)) }.sorted() : []
    if versions.contains(version) {
      let record = root.appending(path: "mediapipe-\(version).dist-info/RECORD").path
      return recordedSize(record) == size(of: path)
        ? nil : "a library that is not the one of the wheel beside it"
    }
    if let other = versions.first {
      return "version \(other.filter { $0.isASCII && !$0.isWhitespace }.prefix(40))"
    }
    guard let hash = try? SHA256.hex(ofFile: path) else { return "nothing that can be read" }
    return officialHashes.contains(hash) ? nil : "a library of an unknown version"
  }

  /// The library's size by a wheel's record, whose lines are `path,sha256=...,size`.
  private static func recordedSize(_ path: String) -> Int? {
    let longest = 4 << 20
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: longest) else { return nil }
    let line = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .first { $0.hasPrefix(nameInWheel + ",") }
    return line?.split(separator: ",").last.flatMap { Int($0) }
  }

  private static func size(of path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue
  }
}
