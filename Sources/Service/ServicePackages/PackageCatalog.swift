package import AvatarFiles
package import Blobs
internal import Digests
internal import Files
internal import Foundation
package import Jobs
internal import Requests
internal import Synchronization

/// The packages of a kind that a tenant can name: the built-in ones and its own.
///
/// A package that was uploaded is kept under the hash of its bytes and never changes. A render that was
/// accepted has it among its own files, so it looks the same whenever it runs, whatever became of the name
/// since. A package that no name means goes at once, or with the last request that may be reading it.
package final class PackageCatalog<Kind: PackageKind>: Sendable {
  /// The built-in ones.
  package let library: PackageLibrary<Kind.Package>
  /// Where tenants' packages are kept.
  let blobs: any BlobStore
  /// A folder of this machine, for packages under their names and copies of those that are kept elsewhere.
  let cache: String
  /// Held for a tenant while one of its packages gets or loses its name, or loses its file: all small requests to
  /// the store, and none of them for another tenant's sake.
  let tenants = KeyLocks()
  /// Held for a built-in package while its files are changed.
  let saving = KeyLocks()
  /// What the sweep has to know of packages.
  let packages = Mutex(PackageSweep())
  /// Requests that may be reading packages.
  package let readers: PackageReaders
  /// What is kept for each tenant.
  let quota: StorageQuota
  /// Told in a line what could not be removed.
  let onFault: @Sendable (String) -> Void
  /// The names of tenants' own packages, and what each means, where `blobs` is far away.
  private let knownNames = ShortMemory<[String]>()
  private let knownPackages = ShortMemory<BlobKey?>()
  /// Numbers that were counted in packages, by path.
  let counts = Mutex<[String: Int]>([:])
  /// The fingerprints of built-in packages, by path, and what the file system said of the files that they are of.
  private let fingerprints = Mutex<[String: (stamp: PackageStamp, hash: String)]>([:])

  /// Makes the catalogue.
  ///
  /// - Parameters:
  ///   - library: the built-in ones.
  ///   - blobs: where tenants' packages are kept.
  ///   - cache: a folder of this machine that is emptied at each start; it is made.
  ///   - onFault: told in a line what could not be removed.
  package init(
    library: PackageLibrary<Kind.Package>, blobs: any BlobStore, cache: String,
    quota: StorageQuota, readers: PackageReaders, onFault: @escaping @Sendable (String) -> Void
  ) {
    (self.library, self.blobs, self.cache) = (library, blobs, cache)
    (self.quota, self.readers, self.onFault) = (quota, readers, onFault)
  }

  /// The names of the built-in ones.
  package var builtIn: [String] { library.ids }

  /// What a tenant can name, in the order of the names.
  package func entries(of tenant: String) throws -> [PackageEntry] {
    let builtIn = self.builtIn.filter(PlainName.isFit).compactMap(self.builtIn(_:))
    return (try ownEntries(of: tenant) + builtIn).sorted { $0.id < $1.id }
  }

  /// A tenant's own.
  package func ownEntries(of tenant: String) throws -> [PackageEntry] {
    let key = try key(of: tenant)
    let names = try recall(knownNames, key) { () throws(BlobError) in
      try self.names(of: tenant)
    }
    return try names.compactMap { try own($0, of: tenant) }
  }

  /// The package of a name; throws `Kind.Package.Failure` where there is none.
  package func entry(_ name: String, of tenant: String) throws -> PackageEntry {
    if PlainName.isFit(name), let entry = try builtIn(name) ?? own(name, of: tenant) {
      return entry
    }
    let known = try entries(of: tenant).map(\.id)
    throw Kind.Package.failure(.unknown(Kind.Package.kind, name: name, folders: [], known: known))
  }

  /// Whether a name is that of a built-in package.
  package func isBuiltIn(_ name: String) -> Bool { PlainName.isFit(name) && builtIn(name) != nil }

  /// The built-in package of a name; nil where there is none.
  func builtIn(_ name: String) -> PackageEntry? {
    library.path(named: name).map {
      PackageEntry(id: name, path: $0, origin: $0, isBuiltIn: true)
    }
  }

  // MARK: A tenant's own

  /// The name below which a tenant's packages are kept; no package's name begins with a dot.
  static var packagesFolder: String { ".packages" }
  /// How the name of a package ends, after the hash of its bytes.
  static var packageEnding: String { ".zip" }

  /// What the keys of a tenant begin with.
  private func key(of tenant: String) throws(BlobError) -> BlobKey {
    try TenantFolder.key(of: tenant, in: Kind.plural)
  }

  /// The names of a tenant's own packages.
  package func names(of tenant: String) throws(BlobError) -> [String] {
    try blobs.names(below: key(of: tenant)).filter(PlainName.isFit)
  }

  /// A name leads to the package that it means; it is replaced in one step.
  private func own(_ name: String, of tenant: String) throws -> PackageEntry? {
    let key = try key(of: tenant).appending(name)
    let package = try recall(knownPackages, key) { () throws(BlobError) in
      try blobs.target(of: key)
    }
    guard let package, let file = try localFile(of: package) else { return nil }
    return PackageEntry(
      id: name, path: file.path, cache: file.folder, origin: "\(blobs.place)/\(package)",
      isBuiltIn: false)
  }

  /// What a store has, or had a moment ago; of this machine's own files, what they are now.
  private func recall<Value>(
    _ memory: ShortMemory<Value>, _ key: BlobKey, _ read: () throws(BlobError) -> Value
  ) throws(BlobError) -> Value {
    blobs.isShared ? try memory.value(of: key.text, read) : try read()
  }

  /// Forgets what a name means, which has changed, or may have.
  private func forget(_ name: BlobKey, of tenant: BlobKey) {
    knownNames.forget(tenant.text)
    knownPackages.forget(name.text)
  }

  /// The key of a tenant's package with these bytes.
  func package(hash: String, of tenant: String) throws(BlobError) -> BlobKey {
    try key(of: tenant).appending(Self.packagesFolder).appending(hash + Self.packageEnding)
  }

  /// The hash of a package's bytes.
  private func hash(of package: BlobKey) -> String {
    let name = package.text.split(separator: "/").last ?? ""
    return String(name.dropLast(Self.packageEnding.count))
  }

  /// The hash of the bytes of a tenant's own package; nil where there is none of that name.
  package func ownHash(_ name: String, of tenant: String) throws -> String? {
    guard PlainName.isFit(name) else { return nil }
    return try blobs.target(of: key(of: tenant).appending(name)).map(hash)
  }

  /// Whether any tenant has an own package of a name.
  func isOwned(_ name: String) throws -> Bool {
    for tenant in try tenantKeys() where try blobs.target(of: tenant.appending(name)) != nil {
      return true
    }
    return false
  }

  /// Keeps a file, which is moved, as the package of a tenant's name; true where the name is new.
  ///
  /// - Parameter admit: throws where the package of this hash, nil for none, must not be replaced. Nothing of
  ///   this process changes the name from then on.
  /// - Throws: `StorageQuotaFault` where the tenant may not have as much. A package that has not got its name for
  ///   that or any other reason goes.
  package func keep(
    _ file: LocalPackage, hash: String, as name: String, of tenant: String,
    admit: (String?) throws -> Void = { _ in }
  ) throws -> Bool {
    let package = try package(hash: hash, of: tenant)
    let folder = try key(of: tenant)
    let key = try folder.appending(name)
    defer { forget(key, of: folder) }
    // A thread that removes packages, with the lock, passes it over from here on.
    tenants.withLock(folder.text) { packages.withLock { $0.beginKeeping(package) } }
    do {
      try keepBytes(of: file, as: package, for: tenant)
      let earlier = try tenants.withLock(folder.text) {
        let earlier = try blobs.target(of: key)
        try admit(earlier.map(self.hash))
        if let earlier, earlier != package { try retire(earlier) }
        try blobs.point(key, to: package)
        // The note says nothing of a package with a name.
        try? unretire(package)
        packages.withLock { $0.endKeeping(package) }
        return earlier
      }
      if let earlier, earlier != package { removeUnnamed(earlier, of: tenant, folder) }
      return earlier == nil
    } catch {
      packages.withLock { $0.endKeeping(package) }
      removeUnnamed(package, of: tenant, folder)
      throw error
    }
  }

  /// Keeps a package's bytes, before it has its name, which would stand for nothing otherwise; without the lock, for
  /// that may take minutes.
  private func keepBytes(
    of file: LocalPackage, as package: BlobKey, for tenant: String
  ) throws {
    try quota.claim(file.byteCount, for: package.text, of: tenant)
    guard try blobs.information(of: package) == nil else { return }
    // Of a service that is killed before the name is there, it goes at the next start.
    try retire(package)
    try blobs.keep(file: file.path, as: package, onlyNew: false)
  }

  /// Forgets a tenant's package; false where there is none of that name.
  ///
  /// Renders have it among their own files.
  ///
  /// - Parameter admit: as `keep` has it, of a package that is there.
  package func remove(
    _ name: String, of tenant: String, admit: (String?) throws -> Void = { _ in }
  ) throws -> Bool {
    guard PlainName.isFit(name) else { return false }
    let folder = try key(of: tenant)
    let key = try folder.appending(name)
    defer { forget(key, of: folder) }
    let package = try tenants.withLock(folder.text) { () -> BlobKey? in
      guard let package = try blobs.target(of: key) else { return nil }
      try admit(hash(of: package))
      do throws(BlobError) {
        try retire(package)
      } catch {
        // A full disk is freed without a note, too.
        guard case .full = error else { throw error }
      }
      try blobs.remove(key)
      return package
    }
    if let package { removeUnnamed(package, of: tenant, folder) }
    return package != nil
  }

  /// Links a tenant's own packages into a folder, under their names, as they are now.
  package func linkOwn(of tenant: String, into folder: String) throws {
    let own = try ownEntries(of: tenant)
    guard !own.isEmpty else { return }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for entry in own { try link(entry, into: folder) }
  }

  /// Links a package into a folder, under its name; gives the file's name.
  @discardableResult
  package func link(_ entry: PackageEntry, into folder: String) throws -> String {
    let file = "\(entry.id).zip"
    if !FileManager.default.fileExists(atPath: "\(folder)/\(file)") {
      let package = URL(filePath: entry.path).resolvingSymlinksInPath().path
      try PackageFile.link(package, to: "\(folder)/\(file)")
    }
    return file
  }

  /// A name for what a package holds: another one where any of its bytes differ.
  package func fingerprint(_ name: String, of tenant: String) throws -> String {
    try fingerprint(of: try entry(name, of: tenant))
  }

  /// The same of a package that was found.
  package func fingerprint(of entry: PackageEntry) throws -> String {
    guard entry.isBuiltIn else {
      return URL(filePath: entry.origin).deletingPathExtension().lastPathComponent
    }
    // Before the files are read: what changes meanwhile is seen the next time.
    let stamp = PackageStamp(path: entry.path)
    if let known = fingerprints.withLock({ $0[entry.path] }), known.stamp == stamp {
      return known.hash
    }
    let hash = try Self.fingerprint(ofFiles: entry.path)
    if let stamp { fingerprints.withLock { $0[entry.path] = (stamp, hash) } }
    return hash
  }

  /// A hash of all files of a package, and their names.
  private static func fingerprint(ofFiles package: String) throws -> String {
    guard FilePath.isFolder(package) else {
      return SHA256.hex(of: Array(" \(try SHA256.hex(ofFile: package))".utf8))
    }
    // Hidden files of editors beside them are none of the package's, nor are links that lead nowhere.
    let files = ((try? FolderFiles(path: package))?.paths ?? []).compactMap { file -> String? in
      let path = "\(package)/\(file)"
      guard FilePath.isFile(path), let hash = try? SHA256.hex(ofFile: path) else { return nil }
      return "\(file) \(hash)"
    }
    return SHA256.hex(of: Array(files.joined(separator: "\n").utf8))
  }
}
