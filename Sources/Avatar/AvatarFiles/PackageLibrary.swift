import Foundation

/// Packages of a kind that are looked up by name: the user's own over those that came with the program.
public struct PackageLibrary<Package: LibraryPackage>: Hashable, Sendable {
  /// Where packages lie, the first that has one of a name before the others.
  enum Layer: Hashable, Sendable {
    /// In a folder, under their names.
    case folder(String)
    /// Anywhere: their paths, by name.
    case paths([String: String])
  }

  /// A package that can be named.
  public struct Entry: Hashable, Sendable {
    /// Its name.
    public let id: String
    /// The path of its folder or archive.
    public let path: String
    /// The folder in which it lies under its name; its own path where it lies elsewhere.
    public let folder: String
    /// The number of its layer: 0 for the first that is looked into.
    public let layer: Int
    /// The paths of those of the same name in the layers below, which cannot be named.
    public fileprivate(set) var hides: [String] = []
  }

  let layers: [Layer]

  init(layers: [Layer]) { self.layers = layers }

  /// Makes the library of some folders, the first of which is looked into before the others.
  public init(folders: [String]) { self.init(layers: folders.map { .folder($0) }) }

  /// Makes the library of a folder.
  public init(folder: String) { self.init(folders: [folder]) }

  /// The library with packages that lie anywhere before its own.
  ///
  /// - Parameter paths: their paths, by name.
  public func under(_ paths: [String: String]) -> PackageLibrary {
    paths.isEmpty ? self : PackageLibrary(layers: [.paths(paths)] + layers)
  }

  /// The folders, in the order in which they are looked into.
  public var folders: [String] {
    layers.compactMap { if case .folder(let folder) = $0 { folder } else { nil } }
  }

  /// Where packages are looked up, in words: the folders, or where there is none the packages themselves.
  public var places: String {
    (folders.isEmpty ? entries.map(\.path) : folders).joined(separator: " or ")
  }

  /// The packages that can be named, by name.
  public var entries: [Entry] {
    var found: [String: Entry] = [:]
    for (number, layer) in layers.enumerated() {
      for (id, path) in paths(in: layer) {
        let folder = if case .folder(let folder) = layer { folder } else { path }
        guard found[id] == nil else {
          found[id]?.hides.append(path)
          continue
        }
        found[id] = Entry(id: id, path: path, folder: folder, layer: number)
      }
    }
    return found.values.sorted { $0.id < $1.id }
  }

  /// The names of the packages, sorted: of folders with a manifest, and of archives.
  public var ids: [String] { entries.map(\.id) }

  /// Those of them that lie in the first folder, which is what a check of all looks at.
  public var idsOfFirstFolder: [String] { entries.filter { $0.layer == 0 }.map(\.id) }

  /// The path of the package of a name; nil where there is none.
  public func path(named name: String) -> String? {
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else { return nil }
    for layer in layers {
      switch layer {
      case .paths(let paths):
        if let path = paths[name] { return path }
      case .folder(let folder):
        let ending = "/\(Package.kind.manifest)"
        if let manifest = FileNames.existing("\(folder)/\(name)\(ending)") {
          return String(manifest.dropLast(ending.count))
        }
        if Package.kind.hasArchives, let path = FileNames.archive(of: name, in: folder) {
          return path
        }
      }
    }
    return nil
  }

  /// The path of the package that a name or a path means.
  ///
  /// A name is looked up in the library; whatever has a slash in it, and whatever is no name there
  /// but exists, is a path.
  public func path(of nameOrPath: String) throws(Package.Failure) -> String {
    if let path = path(named: nameOrPath) ?? FileNames.existing(nameOrPath) { return path }
    throw Package.failure(
      nameOrPath.contains("/") ? .notFound(path: nameOrPath) : absence(of: nameOrPath))
  }

  /// Why there is no package of a name.
  public func absence(of name: String) -> PackageLookupError {
    .unknown(Package.kind, name: name, folders: folders, known: ids)
  }

  private func paths(in layer: Layer) -> [String: String] {
    switch layer {
    case .paths(let paths): return paths
    case .folder(let folder):
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      var paths: [String: String] = [:]
      for name in names where !name.hasPrefix(".") {
        let path = "\(folder)/\(name)"
        if FileManager.default.fileExists(atPath: "\(path)/\(Package.kind.manifest)") {
          paths[name] = path
        } else if Package.kind.hasArchives, let id = FileNames.packageName(ofArchive: name) {
          paths[id] = paths[id] ?? FileNames.archive(of: id, in: folder)
        }
      }
      return paths
    }
  }
}
