internal import Foundation
internal import Jobs
internal import Synchronization

/// The packages without a name at the last sweep.
struct PackageSweep {
  /// Their paths.
  private(set) var unnamed: Set<String> = []

  /// Keeps a package that a name is about to mean.
  mutating func spare(_ path: String) { unnamed.remove(path) }

  /// Notes what no name means now; gives what none meant at the look before either.
  mutating func look(_ now: Set<String>) -> Set<String> {
    defer { unnamed = now }
    return unnamed.intersection(now)
  }
}

extension PackageCatalog {
  /// How often packages are looked at, in seconds: longer than any request reads one, so that what
  /// nobody named at two looks is read by nobody.
  static var sweepSeconds: Double { 3600 }

  /// Removes the packages that were replaced or deleted.
  ///
  /// A package goes at the second look that finds no name for it.
  func sweepPackages() {
    packages.withLock { sweep in
      for path in sweep.look(unnamedPackages().filter(isRetired)) { remove(path) }
    }
  }

  /// Removes the same at a start, when nobody can be reading yet, and half names that a death left.
  ///
  /// A package that no name means and that nobody replaced or deleted is set aside: its name may be missing
  /// from what was restored.
  func clear(into setAside: SetAsideFiles, onFault: (String) -> Void) {
    packages.withLock { _ in
      removeHalfNames()
      for path in unnamedPackages().sorted() {
        if isRetired(path) {
          remove(path)
          continue
        }
        let name = "\(Kind.plural)\(path.dropFirst(folder.count))"
        do throws(JobsError) {
          try setAside.take(name, countedAs: Kind.plural)
        } catch {
          onFault("the package \(name) has no name and cannot be set aside: \(error)")
        }
      }
    }
  }

  /// The file beside a package that says that it was replaced or deleted.
  static var retiredEnding: String { ".retired" }

  /// Notes that a package is to go as soon as no name means it.
  ///
  /// Before its name goes: with neither, it would be taken for one whose name was lost.
  func retire(_ package: String) {
    _ = FileManager.default.createFile(atPath: package + Self.retiredEnding, contents: nil)
  }

  /// Forgets that.
  func unretire(_ package: String) {
    try? FileManager.default.removeItem(atPath: package + Self.retiredEnding)
  }

  private func isRetired(_ package: String) -> Bool {
    FileManager.default.fileExists(atPath: package + Self.retiredEnding)
  }

  private func remove(_ package: String) {
    try? FileManager.default.removeItem(atPath: package)
    unretire(package)
  }

  private var tenantFolders: [String] {
    Self.files(in: folder).map { "\(folder)/\($0)" }
  }

  private func unnamedPackages() -> Set<String> {
    var unnamed: Set<String> = []
    for tenant in tenantFolders {
      let links = Self.files(in: tenant).compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(tenant)/\($0)")
      }
      let named = Set(links)
      for file in Self.files(in: "\(tenant)/\(Self.packagesFolder)")
      where !file.hasSuffix(Self.retiredEnding) {
        let package = "\(Self.packagesFolder)/\(file)"
        if !named.contains(package) { unnamed.insert("\(tenant)/\(package)") }
      }
    }
    return unnamed
  }

  /// Links that never got their names; they would keep their packages for ever.
  private func removeHalfNames() {
    for tenant in tenantFolders {
      for name in Self.files(in: tenant)
      where name.hasPrefix(".") && name != Self.packagesFolder {
        let path = "\(tenant)/\(name)"
        guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil else {
          continue
        }
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }

  private static func files(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}

/// Removes packages without a name while the service runs.
///
/// Unchecked: a source of Dispatch may be used from any thread, it only does not say so.
final class PackageSweeper: @unchecked Sendable {
  private let timer: any DispatchSourceTimer

  init<Kind>(_ catalog: PackageCatalog<Kind>) {
    timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(
      deadline: .now() + PackageCatalog<Kind>.sweepSeconds,
      repeating: PackageCatalog<Kind>.sweepSeconds)
    timer.setEventHandler { catalog.sweepPackages() }
    timer.resume()
  }

  func stop() { timer.cancel() }
}
