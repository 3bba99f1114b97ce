import Foundation

/// What a library holds: an avatar, a scene, a share card.
public protocol LibraryPackage: Sendable {
  /// Why a package cannot be had.
  associatedtype Failure: Error

  /// What it is called, and where it is looked for.
  static var kind: LibraryKind { get }
  /// The error for a package that cannot be found.
  static func failure(_ error: PackageLookupError) -> Failure
}

/// What the packages of a library are called, and where they are looked for.
public struct LibraryKind: Hashable, Sendable {
  /// What one is called, such as `avatar`.
  public let noun: String
  /// The file that makes a folder a package.
  public let manifest: String
  /// Whether a package may be a `.zip` archive.
  public let hasArchives: Bool

  /// Makes a kind.
  public init(_ noun: String, manifest: String, hasArchives: Bool = true) {
    (self.noun, self.manifest, self.hasArchives) = (noun, manifest, hasArchives)
  }

  /// What several are called.
  public var plural: String { "\(noun)s" }
  /// The name of the folder that holds them, such as `Avatars`.
  public var folder: String { plural.capitalized }
  /// The option that names another folder.
  public var option: String { "--\(plural)" }
  /// The variable that names another folder.
  public var variable: String { "AVATAR_OVERLAY_\(plural.uppercased())" }
}
