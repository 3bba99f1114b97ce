internal import AvatarFiles
internal import Avatars
internal import Foundation
internal import Jobs
internal import Problems
internal import Rendering
internal import Requests
internal import Synchronization
internal import Text

/// The avatars that a tenant can name: the built-in ones and its own.
///
/// A package that was uploaded lies under the hash of its bytes and never changes. A render that was
/// accepted has it among its own files, by a link to the same bytes, so it looks the same whenever it
/// runs, whatever became of the name since.
final class AvatarCatalog: Sendable {
  /// The built-in avatars.
  let builtIn: AvatarLibrary
  let folder: String
  /// Held while a package gets its name or loses its file.
  let packages = Mutex(PackageSweep())
  /// Layers by package.
  let layerCounts = Mutex<[String: Int]>([:])
  /// How many packages are remembered.
  static let rememberedPackages = 1000

  /// Makes the catalogue.
  ///
  /// - Parameter folder: where tenants' avatars lie, a folder for each.
  init(builtIn: AvatarLibrary, folder: String) {
    (self.builtIn, self.folder) = (builtIn, folder)
  }

  /// One avatar.
  struct Entry {
    /// Its name.
    var id: String
    /// Where its package lies; never shown.
    var path: String
    /// Whether it is built in.
    var isBuiltIn: Bool
  }

  /// What a tenant can name, in the order of the names.
  func entries(of tenant: String) -> [Entry] {
    let own = names(of: tenant).compactMap { self.own($0, of: tenant) }
    let builtIn = self.builtIn.ids.filter(PlainName.isFit).compactMap(self.builtIn(_:))
    return (own + builtIn).sorted { $0.id < $1.id }
  }

  /// The avatar of a name; throws where there is none.
  func entry(_ name: String, of tenant: String) throws(AvatarPackageError) -> Entry {
    if PlainName.isFit(name), let entry = builtIn(name) ?? own(name, of: tenant) { return entry }
    let known = entries(of: tenant).map(\.id)
    throw .unknownAvatar(
      name: name, folder: "", nearest: Spelling.nearest(to: name, among: known))
  }

  /// What a renderer is given for names: `none`, or paths of packages.
  func paths(_ names: [String], of tenant: String) throws(AvatarPackageError) -> [String] {
    var paths: [String] = []
    for name in names {
      paths.append(
        name == AvatarSelection.none ? name : try entry(name, of: tenant).path)
    }
    return paths
  }

  /// Whether a name is that of a built-in avatar.
  func isBuiltIn(_ name: String) -> Bool { PlainName.isFit(name) && builtIn(name) != nil }

  private func builtIn(_ name: String) -> Entry? {
    let package = "\(builtIn.folder)/\(name)"
    for path in [package, package + ".zip"] where FileManager.default.fileExists(atPath: path) {
      return Entry(id: name, path: path, isBuiltIn: true)
    }
    return nil
  }

  // MARK: A tenant's own

  /// Where a tenant's packages lie; no avatar's name begins with a dot.
  static let packagesFolder = ".packages"

  /// The folder of a tenant: its name as hexadecimal digits, so that no name leads elsewhere.
  private func folder(of tenant: String) -> String {
    let digits = tenant.utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "\(folder)/\(digits.joined())"
  }

  /// The names of a tenant's own avatars.
  func names(of tenant: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder(of: tenant))) ?? []
    return files.filter(PlainName.isFit).sorted()
  }

  /// A name is a link to the package that it means: replacing a link is one step.
  private func own(_ name: String, of tenant: String) -> Entry? {
    let folder = folder(of: tenant)
    guard
      let package = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
    else { return nil }
    return Entry(id: name, path: "\(folder)/\(package)", isBuiltIn: false)
  }

  /// Where a tenant's package with these bytes lies, and the file's name.
  private func package(hash: String, of tenant: String) -> (path: String, name: String) {
    let name = "\(Self.packagesFolder)/\(hash).zip"
    return ("\(folder(of: tenant))/\(name)", name)
  }

  /// Gives a tenant's avatar to a package, whose file is moved; true where the name is new.
  func keep(_ file: String, hash: String, as name: String, of tenant: String) throws -> Bool {
    let files = FileManager.default
    let folder = folder(of: tenant)
    try files.createDirectory(
      atPath: "\(folder)/\(Self.packagesFolder)", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let (path, packageName) = package(hash: hash, of: tenant)
    // On disk before it has its name: a name that outlives the power and its bytes do not would stand
    // for an empty package, which the same upload would not mend.
    try Disk.sync(file)
    let isNew = try packages.withLock { sweep in
      sweep.spare(path)
      if !files.fileExists(atPath: path) {
        // The file is whole and only gets its name: a rename within one file system.
        try files.moveItem(atPath: file, toPath: path)
      }
      let earlier = own(name, of: tenant)
      let isNew = earlier == nil
      unretire(path)
      if let earlier, earlier.path != path { retire(earlier.path) }
      let link = "\(folder)/\(name)"
      let fresh = "\(folder)/.\(name)-\(hash.prefix(8))"
      try? files.removeItem(atPath: fresh)
      try files.createSymbolicLink(atPath: fresh, withDestinationPath: packageName)
      guard unsafe rename(fresh, link) == 0 else {
        throw ServiceProblem(.internal, "the avatar could not be stored")
      }
      return isNew
    }
    for names in ["\(folder)/\(Self.packagesFolder)", folder] { try Disk.sync(names) }
    return isNew
  }

  /// Forgets a tenant's avatar; false where there is none of that name.
  ///
  /// Its package stays for a while, for requests that found it already; renders have it among
  /// their own files.
  func remove(_ name: String, of tenant: String) -> Bool {
    guard PlainName.isFit(name), let entry = own(name, of: tenant) else { return false }
    return packages.withLock { _ in
      retire(entry.path)
      return unsafe unlink("\(folder(of: tenant))/\(name)") == 0
    }
  }
}
