internal import AvatarFiles
internal import Blobs
internal import Digests
internal import Foundation
internal import Jobs
internal import Problems
internal import Requests
internal import Synchronization
internal import Text

/// The packages of a kind that a tenant can name: the built-in ones and its own.
///
/// A package that was uploaded is kept under the hash of its bytes and never changes. A render that was
/// accepted has it among its own files, so it looks the same whenever it runs, whatever became of the name
/// since.
final class PackageCatalog<Kind: PackageKind>: Sendable {
  /// The folder of the built-in ones.
  let builtInFolder: String
  private let builtInNames: @Sendable () -> [String]
  /// Where tenants' packages are kept.
  let blobs: any BlobStore
  /// A folder of this machine, for packages under their names and copies of those that are kept elsewhere.
  let cache: String
  /// Held for a tenant while one of its packages gets or loses its name, or loses its file: all small requests to
  /// the store, and none of them for another tenant's sake.
  let tenants = KeyLocks()
  /// What the sweep has to know of packages.
  let packages = Mutex(PackageSweep())
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
  ///   - builtInFolder: where the built-in ones lie; `builtInNames` gives their names.
  ///   - blobs: where tenants' packages are kept.
  ///   - cache: a folder of this machine that is emptied at each start; it is made.
  init(
    builtInFolder: String, blobs: any BlobStore, cache: String,
    builtInNames: @escaping @Sendable () -> [String]
  ) {
    (self.builtInFolder, self.builtInNames) = (builtInFolder, builtInNames)
    (self.blobs, self.cache) = (blobs, cache)
  }

  /// The names of the built-in ones.
  var builtIn: [String] { builtInNames() }

  /// What a tenant can name, in the order of the names.
  func entries(of tenant: String) throws -> [PackageEntry] {
    let builtIn = self.builtIn.filter(PlainName.isFit).compactMap(self.builtIn(_:))
    return (try ownEntries(of: tenant) + builtIn).sorted { $0.id < $1.id }
  }

  /// A tenant's own.
  func ownEntries(of tenant: String) throws -> [PackageEntry] {
    let key = try key(of: tenant)
    let names = try recall(knownNames, key) { () throws(BlobError) in
      try self.names(of: tenant)
    }
    return try names.compactMap { try own($0, of: tenant) }
  }

  /// The package of a name; throws `Kind.Failure` where there is none.
  func entry(_ name: String, of tenant: String) throws -> PackageEntry {
    if PlainName.isFit(name), let entry = try builtIn(name) ?? own(name, of: tenant) {
      return entry
    }
    let known = try entries(of: tenant).map(\.id)
    throw Kind.unknown(name, nearest: Spelling.nearest(to: name, among: known))
  }

  /// Whether a name is that of a built-in package.
  func isBuiltIn(_ name: String) -> Bool { PlainName.isFit(name) && builtIn(name) != nil }

  private func builtIn(_ name: String) -> PackageEntry? {
    let package = "\(builtInFolder)/\(name)"
    let found = FileManager.default.fileExists(atPath: package) ? package : nil
    return (found ?? FileNames.archive(of: name, in: builtInFolder)).map {
      PackageEntry(id: name, path: $0, origin: $0, isBuiltIn: true)
    }
  }

  // MARK: A tenant's own

  /// The name below which a tenant's packages are kept; no package's name begins with a dot.
  static var packagesFolder: String { ".packages" }
  /// How the name of a package ends, after the hash of its bytes.
  static var packageEnding: String { ".zip" }

  /// What the keys of a tenant begin with: its name as hexadecimal digits, so that no name leads elsewhere.
  private func key(of tenant: String) throws(BlobError) -> BlobKey {
    let digits = tenant.utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return try BlobKey("\(Kind.plural)/\(digits.joined())")
  }

  /// The names of a tenant's own packages.
  func names(of tenant: String) throws(BlobError) -> [String] {
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
  private func package(hash: String, of tenant: String) throws(BlobError) -> BlobKey {
    try key(of: tenant).appending(Self.packagesFolder).appending(hash + Self.packageEnding)
  }

  /// The hash of a package's bytes.
  private func hash(of package: BlobKey) -> String {
    let name = package.text.split(separator: "/").last ?? ""
    return String(name.dropLast(Self.packageEnding.count))
  }

  /// The hash of the bytes of a tenant's own package; nil where there is none of that name.
  func ownHash(_ name: String, of tenant: String) throws -> String? {
    guard PlainName.isFit(name) else { return nil }
    return try blobs.target(of: key(of: tenant).appending(name)).map(hash)
  }

  /// Keeps a file, which is moved, as the package of a tenant's name; true where the name is new.
  ///
  /// - Parameter admit: throws where the package of this hash, nil for none, must not be replaced. Nothing of
  ///   this process changes the name from then on.
  func keep(
    _ file: String, hash: String, as name: String, of tenant: String,
    admit: (String?) throws -> Void = { _ in }
  ) throws -> Bool {
    let package = try package(hash: hash, of: tenant)
    let tenant = try key(of: tenant)
    let key = try tenant.appending(name)
    defer { forget(key, of: tenant) }
    // The sweep, which holds the lock while it removes, passes it over from here on.
    tenants.withLock(tenant.text) { packages.withLock { $0.beginKeeping(package) } }
    defer { packages.withLock { $0.endKeeping(package) } }
    // Its bytes are kept before it has its name, which would stand for nothing otherwise; without the lock, for that
    // may take minutes.
    if try blobs.information(of: package) == nil {
      try blobs.keep(file: file, as: package, onlyNew: false)
    }
    return try tenants.withLock(tenant.text) {
      let earlier = try blobs.target(of: key)
      try admit(earlier.map(self.hash))
      try unretire(package)
      if let earlier, earlier != package { try retire(earlier) }
      try blobs.point(key, to: package)
      return earlier == nil
    }
  }

  /// Forgets a tenant's package; false where there is none of that name.
  ///
  /// Its file stays for a while, for requests that found it already; renders have it among
  /// their own files.
  ///
  /// - Parameter admit: as `keep` has it, of a package that is there.
  func remove(
    _ name: String, of tenant: String, admit: (String?) throws -> Void = { _ in }
  ) throws -> Bool {
    guard PlainName.isFit(name) else { return false }
    let tenant = try key(of: tenant)
    let key = try tenant.appending(name)
    defer { forget(key, of: tenant) }
    return try tenants.withLock(tenant.text) {
      guard let package = try blobs.target(of: key) else { return false }
      try admit(hash(of: package))
      try retire(package)
      try blobs.remove(key)
      return true
    }
  }

  /// Links a tenant's own packages into a folder, under their names, as they are now.
  func linkOwn(of tenant: String, into folder: String) throws {
    let own = try ownEntries(of: tenant)
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
      try PackageFile.link(package, to: "\(folder)/\(file)")
    }
    return file
  }

  /// A name for what a package holds: another one where any of its bytes differ.
  func fingerprint(_ name: String, of tenant: String) throws -> String {
    let entry = try entry(name, of: tenant)
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
    let files =
      try (FileManager.default.subpaths(atPath: package) ?? [""]).sorted().compactMap { file in
        let path = file.isEmpty ? package : "\(package)/\(file)"
        // A folder in it, such as that of the art's sources, has no bytes of its own.
        var isFolder: ObjCBool = false
        _ = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return isFolder.boolValue ? nil : "\(file) \(try SHA256.hex(ofFile: path))"
      }
    return SHA256.hex(of: Array(files.joined(separator: "\n").utf8))
  }
}
