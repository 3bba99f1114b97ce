package import Access
package import AvatarFiles
internal import Avatars
internal import Imaging
package import JSON
internal import Previews
package import Problems
internal import Recordings
package import ServiceConfiguration
internal import Synchronization

/// Avatars as packages that tenants name.
package enum AvatarPackages: PackageKind {
  package typealias Package = AvatarPackage

  package static let writeRight = AccessScope.avatarsWrite
  package static let codes = (
    notFound: ProblemCode.avatarNotFound, builtIn: ProblemCode.avatarBuiltIn,
    tooMany: ProblemCode.tooManyAvatars, bad: ProblemCode.badAvatar
  )

  package static var limits:
    (count: any ServiceSetting.Path<Int>, bytes: any ServiceSetting.Path<Int>)
  {
    (\.maximumAvatarsPerKey, \.maximumAvatarBytes)
  }

  package static func isSaved(_ settings: ServiceSettings) -> Bool { settings.saveAvatars == "yes" }

  package static func manifestBytes(path: String) throws -> [UInt8] {
    try AvatarPackage.manifestBytes(path: path)
  }

  package static func writePreview(of path: String, to file: String) throws {
    let sheet = try PreviewJob(AvatarPackage.load(path: path)).render()
    try PNG.write(sheet, to: file, compression: .fast, replacing: true)
  }

  package static func summary(_ entry: PackageEntry) -> [(String, JSONValue)] {
    let summary = AvatarPackage.summary(id: entry.id, path: entry.path)
    return [
      ("name", .names(summary.name)),
      ("author", .optional(summary.author)), ("licence", .optional(summary.licence)),
      ("tags", .array(summary.tags.map { .string($0) })),
      ("layers", .array(summary.layers.map { .string($0) })),
    ]
  }

  package static func check(_ path: String) throws -> [String] {
    let faults = try AvatarPackage.lint(path: path)
    let errors = faults.filter { $0.severity == .error }
    guard errors.isEmpty else { throw AvatarPackageError.faulty(path: "", AvatarFaults(errors)) }
    return faults.map { "\($0)" }
  }

  package static func check(_ path: String, as name: String, beside others: [PackageEntry]) {}
}

extension JSONValue {
  /// Names by language, in the order of the languages.
  package static func names(_ names: [String: String]) -> JSONValue {
    .object(names.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }
}

extension PackageCatalog<AvatarPackages> {
  /// How many packages are remembered.
  private static var rememberedPackages: Int { 1000 }

  /// What a renderer is given for names: `none`, or paths of packages.
  package func paths(_ names: [String], of tenant: String) throws -> [String] {
    var paths: [String] = []
    for name in names {
      paths.append(
        name == AvatarSelection.none ? name : try entry(name, of: tenant).path)
    }
    return paths
  }

  /// How many layers an avatar has.
  ///
  /// Asked at every frame, so it is remembered, by what tells a package's bytes.
  package func layerCount(_ name: String, of tenant: String) throws -> Int {
    let entry = try entry(name, of: tenant)
    let key = try fingerprint(of: entry)
    if let count = counts.withLock({ $0[key] }) { return count }
    let count = AvatarPackage.summary(id: name, path: entry.path).layers.count
    counts.withLock { counts in
      // An endless stream of uploads must not fill the memory.
      if counts.count >= Self.rememberedPackages { counts.removeAll() }
      counts[key] = count
    }
    return count
  }
}
