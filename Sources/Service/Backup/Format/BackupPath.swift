internal import SQLiteStorage

/// A path of a file in a data folder, as a backup names it: `jobs/4f2a/output.mp4`.
///
/// One that is made from text leads nowhere else, whatever the text is.
struct BackupPath: Hashable {
  /// The names, from the data folder on.
  let names: [String]
  /// The whole.
  var text: String { names.joined(separator: "/") }

  /// The folder of jobs, and those of tenants' packages.
  static let (jobs, packages) = ("jobs", ["avatars", "scenes"])
  /// The folder of tenants' fit profiles.
  static let fitProfiles = "fit-profiles"
  /// In a tenant's folder, what its names lead to.
  static let packageFiles = ".packages"
  static let database = BackupPath(names: [SQLiteStore.fileName])

  /// Makes a path of names that the service gave.
  init(names: [String]) { self.names = names }

  /// Reads a path; nil where it is none of those that a backup has.
  init?(_ text: String) {
    guard text.utf8.count <= BackupLimits.pathBytes else { return nil }
    names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard self == Self.database || isOfJob || isOfPackage || isFitProfile,
      names.count <= BackupLimits.pathDepth
    else { return nil }
  }

  private var isOfJob: Bool {
    names.count > 2 && names[0] == Self.jobs && names.dropFirst().allSatisfy(Self.isName)
  }

  private var isFitProfile: Bool {
    names.count == 3 && names[0] == Self.fitProfiles && Self.isHexadecimal(names[1])
      && Self.isName(names[2])
  }

  private var isOfPackage: Bool {
    guard Self.packages.contains(names[0]), names.count > 2, Self.isHexadecimal(names[1]) else {
      return false
    }
    return names.count == 3
      ? Self.isName(names[2])
      : names.count == 4 && Self.isPackage(names[2...].joined(separator: "/"))
  }

  /// Whether it may be a link: a name that a tenant gave to a package.
  var isLink: Bool { names.count == 3 && Self.packages.contains(names[0]) }

  /// Whether a link may lead there: to a package of the same tenant, named by the hash of its bytes.
  static func isPackage(_ target: String) -> Bool {
    let parts = target.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == packageFiles, parts[1].hasSuffix(".zip") else {
      return false
    }
    return parts[1].utf8.count == 68 && isHexadecimal(String(parts[1].dropLast(4)))
  }

  /// Where a link to a package leads, as seen from the data folder.
  func target(_ link: String) -> BackupPath {
    BackupPath(names: names.dropLast() + link.split(separator: "/").map(String.init))
  }

  private static func isHexadecimal(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Letters, digits, and `.`, `-`, `_` after the first.
  static func isName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    func isPlain(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard let first = bytes.first, isPlain(first), bytes.count <= 255 else { return false }
    return bytes.allSatisfy { isPlain($0) || "._-".utf8.contains($0) }
  }
}
