internal import Digests
internal import Foundation
internal import Jobs
internal import Problems
internal import Requests
internal import Synchronization
internal import Text

/// The packages of a kind that a tenant can name: the built-in ones and its own.
///
/// A package that was uploaded lies under the hash of its bytes and never changes. A render that was
/// accepted has it among its own files, by a link to the same bytes, so it looks the same whenever it
/// runs, whatever became of the name since.
final class PackageCatalog<Kind: PackageKind>: Sendable {
  /// The folder of the built-in ones.
  let builtInFolder: String
  private let builtInNames: @Sendable () -> [String]
  let folder: String
  /// Held while a package gets its name or loses its file.
  let packages = Mutex(PackageSweep())
  /// Numbers that were counted in packages, by path.
  let counts = Mutex<[String: Int]>([:])

  /// Makes the catalogue.
  ///
  /// - Parameters:
  ///   - builtInFolder: where the built-in ones lie; `builtInNames` gives their names.
  ///   - folder: where tenants' packages lie, a folder for each.
  init(
    builtInFolder: String, folder: String, builtInNames: @escaping @Sendable () -> [String]
  ) {
    (self.builtInFolder, self.builtInNames, self.folder) = (builtInFolder, builtInNames, folder)
  }

  /// The names of the built-in ones.
  var builtIn: [String] { builtInNames() }

  /// What a tenant can name, in the order of the names.
  func entries(of tenant: String) -> [PackageEntry] {
    let builtIn = self.builtIn.filter(PlainName.isFit).compactMap(self.builtIn(_:))
    return (ownEntries(of: tenant) + builtIn).sorted { $0.id < $1.id }
  }

  /// A tenant's own.
  func ownEntries(of tenant: String) -> [PackageEntry] {
    names(of: tenant).compactMap { own($0, of: tenant) }
  }

  /// The package of a name; throws where there is none.
  func entry(_ name: String, of tenant: String) throws(Kind.Failure) -> PackageEntry {
    if PlainName.isFit(name), let entry = builtIn(name) ?? own(name, of: tenant) { return entry }
    let known = entries(of: tenant).map(\.id)
    throw Kind.unknown(name, nearest: Spelling.nearest(to: name, among: known))
  }

  /// Whether a name is that of a built-in package.
  func isBuiltIn(_ name: String) -> Bool { PlainName.isFit(name) && builtIn(name) != nil }

  private func builtIn(_ name: String) -> PackageEntry? {
    let package = "\(builtInFolder)/\(name)"
    for path in [package, package + ".zip"] where FileManager.default.fileExists(atPath: path) {
      return PackageEntry(id: name, path: path, namedPath: path, isBuiltIn: true)
    }
    return nil
  }

  // MARK: A tenant's own

  /// Where a tenant's packages lie; no package's name begins with a dot.
  static var packagesFolder: String { ".packages" }

  /// The folder of a tenant: its name as hexadecimal digits, so that no name leads elsewhere.
  private func folder(of tenant: String) -> String {
    let digits = tenant.utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "\(folder)/\(digits.joined())"
  }

  /// The names of a tenant's own packages.
  func names(of tenant: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder(of: tenant))) ?? []
    return files.filter(PlainName.isFit).sorted()
  }

  /// A name is a link to the package that it means: replacing a link is one step.
  private func own(_ name: String, of tenant: String) -> PackageEntry? {
    let folder = folder(of: tenant)
    guard
      let package = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
    else { return nil }
    return PackageEntry(
      id: name, path: "\(folder)/\(package)", namedPath: "\(folder)/\(name)", isBuiltIn: false)
  }

  /// Where a tenant's package with these bytes lies, and the file's name.
  private func package(hash: String, of tenant: String) -> (path: String, name: String) {
    let name = "\(Self.packagesFolder)/\(hash).zip"
    return ("\(folder(of: tenant))/\(name)", name)
  }

  /// Gives a name of a tenant to a package, whose file is moved; true where the name is new.
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
        throw ServiceProblem(.internal, "the \(Kind.noun) could not be stored")
      }
      return isNew
    }
    for names in ["\(folder)/\(Self.packagesFolder)", folder] { try Disk.sync(names) }
    return isNew
  }

  /// Forgets a tenant's package; false where there is none of that name.
  ///
  /// Its file stays for a while, for requests that found it already; renders have it among
  /// their own files.
  func remove(_ name: String, of tenant: String) -> Bool {
    guard PlainName.isFit(name), let entry = own(name, of: tenant) else { return false }
    return packages.withLock { _ in
      retire(entry.path)
      return unsafe unlink("\(folder(of: tenant))/\(name)") == 0
    }
  }

  /// Links a tenant's own packages into a folder, under their names, as they are now.
  func linkOwn(of tenant: String, into folder: String) throws {
    let own = ownEntries(of: tenant)
    guard !own.isEmpty else { return }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for entry in own { try link(entry, into: folder) }
  }

  /// Links a package into a folder, under its name; gives the file's name.
  @discardableResult
  func link(_ entry: PackageEntry, into folder: String) throws -> String {
    let file = "\(entry.id).zip"
    if !FileManager.default.fileExists(atPath: "\(folder)/\(file)") {
      let package = URL(filePath: entry.path).resolvingSymlinksInPath().path
      try FileManager.default.linkItem(atPath: package, toPath: "\(folder)/\(file)")
    }
    return file
  }

  /// A name for what a package holds: another one where any of its bytes differ.
  func fingerprint(_ name: String, of tenant: String) throws -> String {
    let entry = try entry(name, of: tenant)
    guard entry.isBuiltIn else {
      return URL(filePath: entry.path).deletingPathExtension().lastPathComponent
    }
    let files =
      try (FileManager.default.subpaths(atPath: entry.path) ?? [""]).sorted().compactMap { file in
        let path = file.isEmpty ? entry.path : "\(entry.path)/\(file)"
        // A folder in it, such as that of the art's sources, has no bytes of its own.
        var isFolder: ObjCBool = false
        _ = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return isFolder.boolValue ? nil : "\(file) \(try SHA256.hex(ofFile: path))"
      }
    return SHA256.hex(of: Array(files.joined(separator: "\n").utf8))
  }
}
