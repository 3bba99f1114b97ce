internal import Foundation
internal import Synchronization

/// Which packages no name meant when it was last looked.
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

extension AvatarCatalog {
  /// How often packages are looked at, in seconds: longer than any request reads one, so that what
  /// nobody named at two looks is read by nobody.
  static let sweepSeconds = 3600.0

  /// Removes the packages that were replaced or deleted, and what a death left half done.
  ///
  /// A package goes at the second look that finds no name for it.
  ///
  /// - Parameter atStart: whether nobody can be reading yet; then it goes at the first.
  func sweepPackages(atStart: Bool = false) {
    packages.withLock { sweep in
      if atStart { removeHalfNames() }
      let unnamed = unnamedPackages()
      let gone = atStart ? unnamed : sweep.look(unnamed)
      for path in gone { try? FileManager.default.removeItem(atPath: path) }
    }
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
      for file in Self.files(in: "\(tenant)/\(Self.packagesFolder)") {
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
        try? FileManager.default.removeItem(atPath: "\(tenant)/\(name)")
      }
    }
  }

  private static func files(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}

/// Looks after packages as long as the service runs.
///
/// Unchecked: a source of Dispatch may be used from any thread, it only does not say so.
final class PackageSweeper: @unchecked Sendable {
  private let timer: any DispatchSourceTimer

  init(_ catalog: AvatarCatalog) {
    timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(
      deadline: .now() + AvatarCatalog.sweepSeconds, repeating: AvatarCatalog.sweepSeconds)
    timer.setEventHandler { catalog.sweepPackages() }
    timer.resume()
  }

  func stop() { timer.cancel() }
}
