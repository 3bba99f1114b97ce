internal import Blobs
package import Jobs
internal import Problems
internal import Synchronization
package import Threads

/// The packages without a name at the last sweep, and those that are about to have one.
struct PackageSweep {
  /// The keys of the former.
  private(set) var unnamed: Set<BlobKey> = []
  /// How many are keeping each of the latter.
  private var kept: [BlobKey: Int] = [:]

  /// Spares a package that a name is about to mean.
  mutating func beginKeeping(_ package: BlobKey) {
    unnamed.remove(package)
    kept[package, default: 0] += 1
  }

  /// Notes that its name means it now, or that it could not be kept.
  mutating func endKeeping(_ package: BlobKey) {
    let others = (kept[package] ?? 0) - 1
    kept[package] = others > 0 ? others : nil
  }

  /// Whether a request is keeping it.
  func isKept(_ package: BlobKey) -> Bool { kept[package] != nil }

  /// Notes what no name means now; gives what none meant at the look before either.
  mutating func look(_ now: Set<BlobKey>) -> Set<BlobKey> {
    defer { unnamed = now }
    return unnamed.intersection(now)
  }
}

extension PackageCatalog {
  /// How often packages are looked at, in seconds: longer than any request reads one, so that what
  /// had no name at two looks is read by no request.
  static var sweepSeconds: Double { 3600 }

  /// Removes a package that has just lost its name, or got none, with its bytes: when no request reads it that may
  /// have found it.
  func removeUnnamed(_ package: BlobKey, of tenant: String, _ folder: BlobKey) {
    readers.afterCurrent(of: tenant) { [self] in
      do {
        try tenants.withLock(folder.text) {
          guard !packages.withLock({ $0.isKept(package) }) else { return }
          if try isNamed(package, of: folder) { try unretire(package) } else { try remove(package) }
        }
      } catch {
        onFault(
          "the package \(package) has no name any more and cannot be removed yet; trying again:"
            + " \(SystemReason.line(of: error))")
      }
    }
  }

  /// Whether a name of its tenant means a package.
  private func isNamed(_ package: BlobKey, of folder: BlobKey) throws(BlobError) -> Bool {
    for name in try blobs.names(below: folder) where name != Self.packagesFolder {
      if try blobs.target(of: folder.appending(name)) == package { return true }
    }
    return false
  }

  /// Removes the packages that were replaced or deleted and could not be removed then.
  ///
  /// A package goes at the second look that finds no name for it.
  func sweepPackages() throws {
    var found: [BlobKey: Set<BlobKey>] = [:]
    for tenant in try tenantKeys() { found[tenant] = try unnamedPackages(of: tenant).retired }
    let all = found.values.reduce(into: Set()) { $0.formUnion($1) }
    let due = packages.withLock { $0.look(all) }
    for (tenant, retired) in found where !due.isDisjoint(with: retired) {
      try tenants.withLock(tenant.text) {
        // A name may mean one again since.
        let unnamed = try unnamedPackages(of: tenant).retired
        for package in unnamed.intersection(due)
        where !packages.withLock({ $0.isKept(package) }) {
          try remove(package)
        }
      }
    }
  }

  /// Does so while the service runs.
  package func sweeper() -> PollLoop {
    PollLoop(named: Kind.plural, first: .after(seconds: Self.sweepSeconds)) { [self] in
      do {
        try sweepPackages()
      } catch {
        onFault(
          "\(Kind.plural) that were replaced cannot be removed; trying again: \(SystemReason.line(of: error))"
        )
      }
      return .after(seconds: Self.sweepSeconds)
    }
  }

  /// Removes the same at a start, when no request can be reading yet, and half names that a death left.
  ///
  /// A package that no name means and that no client replaced or deleted is set aside: its name may be missing
  /// from what was restored.
  package func clear(into setAside: SetAsideFiles) throws {
    // Others may be reading what is kept for all, or be about to name it.
    if blobs.isShared { return }
    try removeHalfNames()
    for tenant in try tenantKeys() {
      let unnamed = try unnamedPackages(of: tenant)
      for package in unnamed.retired { try remove(package) }
      for package in unnamed.others.sorted() {
        do throws(JobsError) {
          try setAside.take(package.text, countedAs: Kind.plural)
        } catch {
          onFault(
            "the package \(package) has no name and cannot be set aside: \(SystemReason.line(of: error))"
          )
        }
      }
    }
  }

  /// What stands beside a package that was replaced or deleted.
  private static var retiredEnding: String { ".retired" }

  private func retiredKey(of package: BlobKey) throws(BlobError) -> BlobKey {
    try BlobKey(package.text + Self.retiredEnding)
  }

  /// Notes that a package is to go as soon as no name means it.
  ///
  /// Before its name goes: with neither, it would be taken for one whose name was lost.
  func retire(_ package: BlobKey) throws(BlobError) {
    try blobs.keep([], as: retiredKey(of: package), onlyNew: false)
  }

  /// Forgets that.
  func unretire(_ package: BlobKey) throws(BlobError) {
    try blobs.remove(retiredKey(of: package))
  }

  private func remove(_ package: BlobKey) throws(BlobError) {
    try blobs.remove(package)
    try unretire(package)
    forget(package)
    quota.forget(package.text)
  }

  func tenantKeys() throws(BlobError) -> [BlobKey] {
    let root = try BlobKey(Kind.plural)
    return try blobs.names(below: root).map { name throws(BlobError) in try root.appending(name) }
  }

  /// The packages of a tenant that no name means: those that were replaced or deleted, and the others.
  private func unnamedPackages(
    of tenant: BlobKey
  ) throws(BlobError) -> (retired: Set<BlobKey>, others: Set<BlobKey>) {
    var (retired, others): (Set<BlobKey>, Set<BlobKey>) = ([], [])
    var named: Set<BlobKey> = []
    for name in try blobs.names(below: tenant) {
      if let package = try blobs.target(of: tenant.appending(name)) { named.insert(package) }
    }
    let files = try blobs.list(below: tenant.appending(Self.packagesFolder)).map(\.key)
    let all = Set(files)
    for file in files where !file.text.hasSuffix(Self.retiredEnding) && !named.contains(file) {
      if all.contains(try retiredKey(of: file)) {
        retired.insert(file)
      } else {
        others.insert(file)
      }
    }
    return (retired, others)
  }

  /// Names that versions before this one left unfinished; they would keep their packages for ever.
  private func removeHalfNames() throws(BlobError) {
    for tenant in try tenantKeys() {
      for name in try blobs.names(below: tenant)
      where name.hasPrefix(".") && name != Self.packagesFolder {
        let key = try tenant.appending(name)
        if try blobs.target(of: key) != nil { try blobs.remove(key) }
      }
    }
  }
}
