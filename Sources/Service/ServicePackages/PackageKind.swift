package import Access
package import AvatarFiles
package import JSON
package import Problems
package import ServiceConfiguration

/// A kind of packages that tenants can name: avatars, or scenes.
package protocol PackageKind: Sendable {
  /// What is looked up by name; its errors say why a package cannot be had.
  associatedtype Package: LibraryPackage where Package.Failure: ProblemReporting

  /// The right to upload and remove one.
  static var writeRight: AccessScope { get }
  /// The problems of a name that means nothing, of one that is built in, of too many, and of a body that
  /// is no package.
  static var codes:
    (notFound: ProblemCode, builtIn: ProblemCode, tooMany: ProblemCode, bad: ProblemCode)
  { get }

  /// The settings for the most that a tenant may upload, and for the bytes of one.
  static var limits: (count: any ServiceSetting.Path<Int>, bytes: any ServiceSetting.Path<Int>) {
    get
  }

  /// Whether packages are saved into the folder of the built-in ones where a request asks for it.
  static func isSaved(_ settings: ServiceSettings) -> Bool

  /// The bytes of a package's manifest.
  static func manifestBytes(path: String) throws -> [UInt8]

  /// Draws a package's preview into a PNG file, which is replaced.
  static func writePreview(of path: String, to file: String) throws

  /// What an answer says of a package beside its name and its addresses.
  static func summary(_ entry: PackageEntry) throws -> [(String, JSONValue)]

  /// Throws where a package that was sent has faults, else gives its warnings, a line each.
  static func check(_ path: String) throws -> [String]

  /// Throws where a package cannot be had beside the others of its tenant.
  static func check(_ path: String, as name: String, beside others: [PackageEntry]) throws
}

extension PackageKind {
  /// What one is called, such as `avatar`.
  package static var noun: String { Package.kind.noun }
  /// What several are called, in paths and in the data folder.
  package static var plural: String { Package.kind.plural }
  /// The manifest's name in a package.
  package static var manifestName: String { Package.kind.manifest }
}

/// One package of a catalogue.
package struct PackageEntry {
  /// Its name.
  package var id: String
  /// Where its package lies; never shown.
  package var path: String
  /// The folder of this machine that takes a link to a tenant's own under its name; nil for a built-in one,
  /// which lies under its name.
  var cache: String?
  /// What it is, on every machine: another one where a tenant's own has other bytes.
  package var origin: String
  /// Whether it is built in.
  package var isBuiltIn: Bool
}
