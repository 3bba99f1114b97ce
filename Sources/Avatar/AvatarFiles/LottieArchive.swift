package import Avatars
internal import Foundation
package import Lottie
internal import Text

/// A `.lottie` file (dotLottie): a zip archive of a manifest and of animations, of which the first is taken.
package enum LottieArchive {
  /// The manifest's name, and its most bytes.
  private static let manifest = (name: "manifest.json", limit: 64 << 10)
  /// The folders in which animations lie, by the versions of the format.
  private static let folders = ["animations", "a"]
  /// Those in which their pictures lie, likewise.
  private static let pictureFolders = ["images", "i"]

  /// As much of the manifest as is needed.
  private struct Manifest: Decodable {
    struct Animation: Decodable { var id: String }
    var animations: [Animation]
  }

  /// The most bytes that a file of a package may have, by its name.
  static let mostBytes = LottieLimits.fileBytes

  /// Reads the animation of a file of a package: JSON as it is, or an archive's first animation.
  package static func file(
    named name: String, _ bytes: [UInt8]
  ) throws -> LottieFile {
    guard bytes.starts(with: [0x50, 0x4B]) else { return try LottieFile(bytes) }
    let (animation, entries) = try contents(of: bytes)
    return try LottieFile(animation) { path in
      let name = path.split(separator: "/").joined(separator: "/")
      let names = [name] + pictureFolders.map { "\($0)/\(name)" }
      guard let entry = names.lazy.compactMap({ entries[$0] }).first,
        let archive = try? ZipArchive(bytes: bytes)
      else { return nil }
      return try? read(entry, called: path, limit: mostBytes, of: archive)
    }
  }

  /// The JSON of an archive's first animation, and the archive's entries by their names.
  private static func contents(
    of bytes: [UInt8]
  ) throws(PackageFileError) -> (animation: [UInt8], entries: [String: Int]) {
    let archive = try ZipArchive(bytes: bytes)
    guard archive.count <= LottieLimits.entries else {
      throw .overLimit(
        reason: "it holds \(archive.count) entries, at most \(LottieLimits.entries) are allowed")
    }
    var entries: [String: Int] = [:]
    for entry in 0..<archive.count {
      guard let name = archive.name(of: entry) else {
        throw .unreadable(reason: "the name of its entry \(entry) is not UTF-8")
      }
      let plain = name.hasSuffix("/") ? String(name.dropLast()) : name
      if let reason = PackagePath.fault(of: plain) {
        throw .unreadable(reason: "the path \"\(name)\" in it \(reason)")
      }
      if archive.isLink(entry) { throw .unreadable(reason: "\"\(name)\" in it is a link") }
      // As in packages: programs differ in which of the two they take.
      guard entries.updateValue(entry, forKey: name) == nil else {
        throw .unreadable(
          reason:
            "it holds \"\(Shown.text(name))\" twice, and which one is meant is open; pack the archive anew"
        )
      }
    }
    guard let entry = entries[manifest.name] else {
      throw .unreadable(reason: "there is no \(manifest.name) in it")
    }
    let text = try read(entry, called: manifest.name, limit: manifest.limit, of: archive)
    guard let found = try? JSONDecoder().decode(Manifest.self, from: Data(text)),
      let first = found.animations.first
    else { throw .unreadable(reason: "its \(manifest.name) names no animation") }
    let paths = folders.map { "\($0)/\(first.id).json" }
    guard let path = paths.first(where: { entries[$0] != nil }), let animation = entries[path]
    else {
      throw .unreadable(reason: "there is no \(paths[0]) in it, which its \(manifest.name) names")
    }
    return (try read(animation, called: path, limit: mostBytes, of: archive), entries)
  }

  /// Reads an entry, whose own name stands in the fault where it is too long.
  private static func read(
    _ entry: Int, called name: String, limit: Int, of archive: borrowing ZipArchive
  ) throws(PackageFileError) -> [UInt8] {
    do {
      return try archive.read(entry, limit: limit) { _ in limit }
    } catch .tooLong(let limit) {
      let most = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB"
      throw .overLimit(reason: "its \(name) has more than \(most), at most \(most) allowed")
    }
  }
}

extension AvatarFault.Kind {
  /// What is wrong with a Lottie animation of a file that was read and not drawn; nil where it is the machine's
  /// fault.
  package init?(_ error: LottieError, in file: String) {
    let reason = "\"\(file)\": \(error)"
    switch error {
    case .outOfMemory, .silent: self = .limitReached(reason: reason)
    case .refused, .crashed: self = .unreadableFile(reason: reason)
    case .noLibrary, .cannotStart: return nil
    }
  }
}

extension AvatarFault {
  /// What is wrong with a Lottie animation, at its place in its own file.
  package init(_ fault: LottieFault, in file: String) {
    let kind: Kind =
      switch fault.kind {
      case .json(let fault): .json(fault)
      case .overLimit(let what, let found, let limit):
        .overLimit(what: what, found: found, limit: limit)
      case .notLottie(let found):
        .unreadableFile(
          reason: "\"\(Shown.text(file))\" is \(found); expected a Lottie animation"
            + " (.json, .lottie)")
      case .other(let reason): .unreadableFile(reason: reason)
      }
    self.init(kind, file: file, place: fault.place, path: fault.path)
  }

  /// What lint has to say of a Lottie animation that can be used: what is not drawn, and what costs much.
  package static func warnings(of lottie: LottieFile, in file: String) -> [AvatarFault] {
    var warnings = lottie.missing.map { note in
      AvatarFault(
        .notDrawn(note.feature, instead: note.instead), severity: .warning, file: file,
        place: note.place, path: note.path)
    }
    func warn(_ what: String, _ found: String, _ advised: String) {
      warnings.append(
        AvatarFault(
          .costly(what: what, found: found, advised: advised), severity: .warning, file: file))
    }
    if lottie.frames > LottieAdvice.frames {
      warn("the frames", "\(lottie.frames)", "\(LottieAdvice.frames)")
    }
    if lottie.fileBytes > LottieAdvice.fileBytes {
      warn("the file's size", "\(lottie.fileBytes) bytes", "\(LottieAdvice.fileBytes) bytes")
    }
    if lottie.cost.frameMs > LottieAdvice.frameMs {
      let tenths = (lottie.cost.frameMs * 10).rounded(.up) / 10
      warn(
        "drawing a frame of 512 pixels, estimated by what it draws", "\(tenths) ms",
        "\(LottieAdvice.frameMs) ms")
    }
    return warnings
  }
}
