import Avatars
import Foundation
import Text

/// A package that lies in a zip archive, at its top or in a folder, beside which other things may lie.
///
/// Nothing is ever unpacked onto the disk, so an entry's path can write nowhere; entries that try
/// are named all the same.
package final class ZipFiles: PackageFiles {
  package let id: String
  package let outerName: String
  package let paths: [String]
  package let strayPaths: [(path: String, reason: String)]
  private let archive: ZipArchive
  private let entries: [String: Int]

  /// Opens an archive; throws where it is none, or holds more than a package may.
  ///
  /// - Parameters:
  ///   - manifest: the name of the file that says where in the archive the package lies.
  ///   - kind: what such packages are, in the plural.
  package init(
    path: String, manifest: String = AvatarManifest.fileName, kind: String = "avatars"
  ) throws(PackageFileError) {
    let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    guard let size else { throw .unreadable(reason: "it cannot be looked at") }
    guard size <= PackageLimits.archiveBytes else {
      throw .overLimit(reason: "it is larger than \(PackageLimits.archiveBytes >> 20) MiB")
    }
    let archive = try ZipArchive(path: path)
    guard archive.count <= PackageLimits.entries else {
      throw .overLimit(
        reason: "it holds \(archive.count) entries, at most \(PackageLimits.entries) are allowed")
    }
    try ZipHeaders.check(path: path, names: archive.rawNames)

    var files: [(path: String, entry: Int)] = []
    var strays: [(path: String, reason: String)] = []
    for entry in 0..<archive.count {
      guard let name = archive.name(of: entry) else {
        strays.append(("entry \(entry)", "has a name that is not UTF-8"))
        continue
      }
      let plain = name.hasSuffix("/") ? String(name.dropLast()) : name
      if let reason = PackagePath.fault(of: plain) {
        strays.append((name, reason))
      } else if !name.hasSuffix("/"), !Self.isLitter(name) {
        files.append((name, entry))
      }
    }
    let prefix = try Self.packagePrefix(of: files.map(\.path), manifest, kind)
    let inside = files.filter { $0.path.hasPrefix(prefix) }
      .map { (path: String($0.path.dropFirst(prefix.count)), entry: $0.entry) }
    // Names that differ in their form of Unicode alone are the same, as in `FileNames`.
    var seen: Set<String> = []
    if let twice = inside.first(where: { !seen.insert($0.path).inserted }) {
      throw .unreadable(
        reason:
          "it holds \"\(Shown.text(twice.path))\" twice, and which one is meant is open; pack the archive"
          + " anew")
    }
    outerName = URL(filePath: path).deletingPathExtension().lastPathComponent
    id =
      prefix.isEmpty
      ? outerName
      : prefix.split(separator: "/").last.map(String.init) ?? ""
    paths = inside.map(\.path).sorted()
    strayPaths = strays
    entries = Dictionary(inside.map { ($0.path, $0.entry) }) { first, _ in first }
    self.archive = archive
  }

  package func read(
    _ path: String, limit: Int, narrowed: ([UInt8]) -> Int
  ) throws(PackageFileError) -> [UInt8] {
    guard let entry = entries[path] else { throw .missing }
    guard !archive.isLink(entry) else { throw .leadsOut(reason: "is a link") }
    return try archive.read(entry, limit: limit, narrowed: narrowed)
  }

  /// Whether an entry is what a file manager leaves in an archive.
  private static func isLitter(_ name: String) -> Bool {
    name.hasPrefix("__MACOSX/") || name.split(separator: "/").contains { $0.hasPrefix(".") }
  }

  /// The folder that the package lies in, with its slash: that of the manifest; empty where that lies at the
  /// top, or there is none.
  ///
  /// A manifest within the folder of another is that one's own business.
  private static func packagePrefix(
    of paths: [String], _ name: String, _ kind: String
  ) throws(PackageFileError) -> String {
    var folders: [String] = []
    let manifests = paths.filter { $0 == name || $0.hasSuffix("/\(name)") }
    for manifest in manifests.sorted(by: { $0.utf8.count < $1.utf8.count }) {
      let folder = String(manifest.dropLast(name.count))
      if !folders.contains(where: folder.hasPrefix) { folders.append(folder) }
    }
    guard folders.count <= 1 else {
      let names = folders.sorted().map { "\($0)\(name)" }
      let shown = names.prefix(4).map { Shown.text($0) }.joined(separator: ", ")
      throw .unreadable(
        reason:
          "it holds \(names.count) \(kind): \(shown)\(names.count > 4 ? ", ..." : ""); pack each in"
          + " an archive of its own")
    }
    if let folder = folders.first { return folder }
    // Without a manifest the one folder is the package, whose faults are told.
    let tops = Set(
      paths.map { $0.split(separator: "/").count > 1 ? $0.prefix(while: { $0 != "/" }) : "" })
    guard tops.count == 1, let top = tops.first, !top.isEmpty else { return "" }
    return top + "/"
  }
}
