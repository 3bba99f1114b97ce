internal import ClipReading
internal import Digests
internal import Foundation
internal import Problems
internal import Recipe
internal import Recordings
internal import Rendering
internal import Requests
internal import TrackingFiles

extension RenderPlan {
  /// Throws where other packages are shown than those of the plan.
  func check(_ found: [PackageIdentity]) throws {
    for (found, expected) in zip(found, packages) where found != expected {
      throw PartsError.inputChanged(
        role: expected.role.rawValue, path: expected.name,
        found: "\(found.name) with SHA-256 \(found.sha256.prefix(12))...",
        expected: "\(expected.sha256.prefix(12))...")
    }
    guard found.count == packages.count else {
      throw PartsError.inputChanged(
        role: "list of packages", path: folder, found: "\(found.count)",
        expected: "\(packages.count)")
    }
  }

  /// Throws where a package is shown that is none of the plan's.
  func checkShown(_ found: [PackageIdentity]) throws {
    for package in found where !packages.contains(package) {
      let planned = packages.first { $0.role == package.role && $0.name == package.name }
      throw PartsError.inputChanged(
        role: package.role.rawValue, path: package.name,
        found: "SHA-256 \(package.sha256.prefix(12))...",
        expected: planned.map { "\($0.sha256.prefix(12))..." } ?? "none of this name")
    }
  }
}

extension RenderPlan.Input {
  /// Files up to this size are read whole by each part; of a larger one, pieces.
  static let wholeBytes = 64 << 20
  /// The pieces of a file, or the files of numbered ones, that each part reads.
  private static let pieces = 64
  private static let pieceBytes = 64 << 10

  /// Describes a file, or numbered ones, and reads all of it.
  init(_ role: Role, path: String) throws {
    let paths = try Self.files(role, path)
    let sizes = try paths.map { try Self.size(role, $0) }
    let hashes = try paths.map { file in
      do throws(DigestError) {
        return try FileHashes.shared.hex(ofFile: file)
      } catch {
        throw Self.unreadable(role, file)
      }
    }
    let isOne = paths.count == 1
    self.init(
      role: role, path: Self.absolute(path), files: paths.count, bytes: sizes.reduce(0, +),
      sha256: isOne ? hashes[0] : SHA256.hex(of: hashes.joined(separator: "\n").utf8),
      sample: sizes.reduce(0, +) <= Self.wholeBytes
        ? SHA256.hex(of: hashes.joined().utf8) : try Self.sample(of: paths, sizes, role))
  }

  /// The files that the render of a recording reads, beside packages.
  static func all(of request: RenderRequest, _ settings: RenderSettings) throws -> [Self] {
    var inputs = [try Self(.clip, path: settings.recording.media)]
    let files: [(Role, [String])] = [
      (.tracking, [settings.recording.tracking].compactMap(\.self)),
      (.blendshapes, [request.tracking.blendshapesFile].compactMap(\.self)),
      (.cues, [settings.cues].compactMap(\.self)), (.photo, request.scenes.photoFiles),
      (.greeting, [settings.sound.greeting].compactMap(\.self)),
      (.music, [settings.sound.music].compactMap(\.self)),
      (.lut, settings.passes.filterFiles),
      (.background, [settings.passes.background?.file].compactMap(\.self)),
      (.fitProfile, [settings.fitProfile].compactMap(\.self)),
      (.session, [request.session.settings].compactMap(\.self)),
      (.sessionState, [request.session.stateIn].compactMap(\.self)),
      (.logo, [request.card.logo].compactMap(\.self)),
    ]
    for (role, paths) in files {
      for path in paths { inputs.append(try Self(role, path: path)) }
    }
    return inputs
  }

  private static func unreadable(_ role: Role, _ path: String) -> PartsError {
    .inputUnreadable(role: role.rawValue, path: path, reason: "not to its end")
  }

  /// Throws where the file is not the one that the plan was made with.
  ///
  /// - Parameter isWhole: whether a large file is read whole; otherwise pieces of it are.
  func check(isWhole: Bool = false) throws {
    let paths = try Self.files(role, path)
    try compare(PartNumbers.count(paths.count, "file"), "\(files)", paths.count == files)
    let sizes = try paths.map { try Self.size(role, $0) }
    let sum = sizes.reduce(0, +)
    try compare("\(sum) bytes", "\(bytes)", sum == bytes)
    if isWhole || bytes <= Self.wholeBytes {
      let found = try Self(role, path: path)
      try compare(
        "SHA-256 \(found.sha256.prefix(12))...", "\(sha256.prefix(12))...", found.sha256 == sha256)
    } else {
      let found = try Self.sample(of: paths, sizes, role)
      try compare(
        "SHA-256 of pieces \(found.prefix(12))...", "\(sample.prefix(12))...", found == sample)
    }
  }

  private func compare(_ found: String, _ expected: String, _ areSame: Bool) throws(PartsError) {
    guard !areSame else { return }
    throw .inputChanged(role: role.rawValue, path: path, found: found, expected: expected)
  }

  private static func files(_ role: Role, _ path: String) throws(PartsError) -> [String] {
    guard role == .clip, NumberedPath.isSequence(path), let numbered = NumberedPath(path) else {
      return [path]
    }
    let files = numbered.files()
    guard !files.isEmpty else { throw .inputMissing(role: role.rawValue, path: path) }
    return files
  }

  private static func size(_ role: Role, _ path: String) throws(PartsError) -> Int {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      guard errno != ENOENT else { throw .inputMissing(role: role.rawValue, path: path) }
      let reason = SystemReason.words(number: errno, reading: path)
      throw .inputUnreadable(role: role.rawValue, path: path, reason: reason)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .inputMissing(role: role.rawValue, path: path)
    }
    return Int(status.st_size)
  }

  /// The hash of the sizes of all files and of pieces of them, evenly spaced.
  private static func sample(of paths: [String], _ sizes: [Int], _ role: Role) throws -> String {
    var hash = SHA256()
    hash.append(sizes.map { "\($0)" }.joined(separator: " ").utf8)
    let chosen = (0..<min(pieces, paths.count)).map { $0 * paths.count / min(pieces, paths.count) }
    let each = max(1, pieces / chosen.count)
    for place in chosen {
      do {
        let handle = try FileHandle(forReadingFrom: URL(filePath: paths[place]))
        defer { try? handle.close() }
        for piece in 0..<each {
          let room = max(0, sizes[place] - pieceBytes)
          try handle.seek(toOffset: UInt64(each == 1 ? 0 : room * piece / (each - 1)))
          hash.append([UInt8](try handle.read(upToCount: pieceBytes) ?? Data()))
        }
      } catch {
        throw unreadable(role, paths[place])
      }
    }
    return hash.hex
  }

  /// A path from the root on.
  public static func absolute(_ path: String) -> String {
    path.hasPrefix("/")
      ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}
