import Files
public import Foundation
import Installation
import Problems

/// Avatars that can be named.
public typealias AvatarLibrary = PackageLibrary<AvatarPackage>

extension PackageLibrary {
  /// Finds packages in the folders that are named, over the folders beside those of the avatars.
  ///
  /// Where none is named, that of the variable is, else the folder of the kind's own name here.
  ///
  /// - Throws: where a folder that is named is not there.
  public static func find(
    named folders: [String], beside avatars: AvatarLibrary,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Package.Failure) -> PackageLibrary {
    try find(
      named: folders, environment,
      over: avatars.folders.map { folder in
        let above = FilePath.split(folder).folder
        return (above as NSString).appendingPathComponent(Package.kind.folder)
      })
  }

  /// The packages of folders and archives that are named, and of no others.
  ///
  /// - Throws: where one of them is not there.
  public static func only(_ folders: [String]) throws(Package.Failure) -> PackageLibrary {
    let layers = folders.map(layer)
    for (folder, layer) in zip(folders, layers) {
      if case .paths = layer { continue }
      guard FilePath.isFolder(folder), !isRefused(folder) else {
        throw Package.failure(.noFolder(Package.kind, path: folder))
      }
    }
    return PackageLibrary(layers: layers)
  }

  /// What a path stands for: the packages of a folder, or the one that an archive holds.
  private static func layer(_ path: String) -> Layer {
    guard Package.kind.hasArchives, FilePath.isFile(path),
      let name = FileNames.packageName(ofArchive: (path as NSString).lastPathComponent)
    else { return .folder(path) }
    return .paths([name: path])
  }

  fileprivate static func find(
    named folders: [String], _ environment: [String: String], over others: [String]
  ) throws(Package.Failure) -> PackageLibrary {
    let kind = Package.kind
    var named = folders
    if named.isEmpty, let folder = environment[kind.variable], !folder.isEmpty { named = [folder] }
    _ = try only(named)
    let unnamed = (named.isEmpty ? [kind.folder] : []) + others
    var known: Set<String> = []
    let found = (named + unnamed.filter { hasPackages($0) || isRefused($0) }).filter {
      known.insert(URL(filePath: $0).resolvingSymlinksInPath().standardizedFileURL.path).inserted
    }
    return PackageLibrary(layers: (found.isEmpty ? [kind.folder] : found).map(layer))
  }

  private static func isRefused(_ path: String) -> Bool {
    SystemReason.refusal(ofReading: path) != nil
  }

  fileprivate static func hasPackages(_ folder: String) -> Bool {
    !PackageLibrary(folder: folder).entries.isEmpty
  }
}

extension PackageLibrary<AvatarPackage> {
  /// Finds avatars in the folder that is named, over those that came with the program.
  ///
  /// Where none is named, that of the variable is, else `Avatars` here.
  ///
  /// - Throws: where a folder that is named is not there.
  public static func find(
    named folder: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String = Bundle.main.executablePath ?? ""
  ) throws(AvatarPackageError) -> AvatarLibrary {
    let installed = InstalledFolders.candidates(AvatarPackage.kind.folder, executable: executable)
    return try find(
      named: [folder].compactMap(\.self), environment,
      over: Array(installed.filter(hasPackages).prefix(1)))
  }

  /// Loads the package that a name or a path means.
  ///
  /// - Parameter decoding: as `AvatarPackage.load` has it.
  public func load(
    _ nameOrPath: String, decoding: PictureDecoding = .checked
  ) throws(AvatarPackageError) -> AvatarPackage {
    try AvatarPackage.load(path: path(of: nameOrPath), decoding: decoding)
  }

  /// What it holds, by name; pictures are not read.
  public var summaries: [AvatarSummary] {
    entries.map { entry in
      var summary = AvatarPackage.summary(id: entry.id, path: entry.path)
      (summary.folder, summary.hides) = (entry.folder, entry.hides)
      return summary
    }
  }
}
