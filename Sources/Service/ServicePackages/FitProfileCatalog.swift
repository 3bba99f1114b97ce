package import Avatars
package import Blobs
internal import Digests
internal import Foundation
package import Jobs
internal import Problems
internal import Requests
internal import ServiceInterface
internal import Text

/// Tenants' fit profiles, by their names.
///
/// A profile is one small blob, which is replaced in one step. A render that was accepted has its bytes among its
/// own files, so it looks the same whenever it runs, whatever became of the name since.
package final class FitProfileCatalog: Sendable {
  /// What keys begin with, and the folder of a data folder.
  package static let folder = "fit-profiles"

  /// A profile as it is kept.
  package struct Kept: Sendable {
    /// As it was sent.
    package var bytes: [UInt8]
    /// What it says.
    package var profile: FitProfile
    /// The hash of the bytes.
    package var sha256: String { SHA256.hex(of: bytes) }

    /// Writes it into the folder of what a worker reads; gives the file's name.
    package func write(into folder: String) throws -> String {
      let name = "fit-profile"
      try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
      return name
    }
  }

  private let blobs: any BlobStore
  /// What is kept for each tenant.
  private let quota: StorageQuota
  /// Held for a tenant while one of its profiles comes, so that there are never more than allowed.
  private let tenants = KeyLocks()
  /// What a name had a moment ago, where `blobs` is far away.
  private let known = ShortMemory<Kept?>(most: 256)

  /// Makes the catalogue of what a store has.
  package init(blobs: any BlobStore, quota: StorageQuota) {
    (self.blobs, self.quota) = (blobs, quota)
  }

  /// The names of a tenant's profiles, in order.
  package func names(of tenant: String) throws(BlobError) -> [String] {
    try blobs.names(below: key(of: tenant)).filter(PlainName.isFit)
  }

  /// A tenant's profile; nil where there is none of that name.
  package func profile(_ name: String, of tenant: String) throws -> Kept? {
    guard PlainName.isFit(name) else { return nil }
    let key = try key(of: tenant).appending(name)
    guard blobs.isShared else { return try read(key) }
    return try known.value(of: key.text) { try read(key) }
  }

  /// The profile that a request names; nil where it names none.
  ///
  /// - Throws: `ServiceProblem` where there is none of that name.
  package func required(_ name: String?, of tenant: String) throws -> Kept? {
    guard let name else { return nil }
    if let found = try profile(name, of: tenant) { return found }
    throw ServiceProblem(
      .unknownFitProfile, try absence(of: name, of: tenant),
      faults: [.init(pointer: "/fitProfile", detail: "there is no such fit profile")])
  }

  /// That there is no profile of a name, in words.
  package func absence(of name: String, of tenant: String) throws -> String {
    let nearest = Spelling.nearest(to: name, among: try names(of: tenant))
    return "there is no fit profile \"\(Shown.text(name))\""
      + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
  }

  /// Keeps a profile's bytes under a name, in place of what was there; true where the name is new.
  ///
  /// - Parameter admit: throws where the profile of this hash, nil for none, must not be replaced. Nothing of this
  ///   process changes the name from then on.
  /// - Throws: `ServiceProblem` where it would be one more than allowed; `StorageQuotaFault` where the tenant may not
  ///   have as much.
  package func keep(
    _ bytes: [UInt8], as name: String, of tenant: String, most: Int,
    admit: (String?) throws -> Void
  ) throws -> Bool {
    let folder = try key(of: tenant)
    let key = try folder.appending(name)
    defer { known.forget(key.text) }
    return try tenants.withLock(folder.text) {
      let earlier = try hash(of: key)
      try admit(earlier)
      let isNew = earlier == nil
      if isNew { try checkRoom(of: tenant, most: most) }
      let before = try quota.claim(Int64(bytes.count), for: key.text, of: tenant)
      do throws(BlobError) {
        try blobs.keep(bytes, as: key, onlyNew: false)
      } catch {
        quota.note(before, for: key.text, of: tenant)
        throw error
      }
      return isNew
    }
  }

  /// Throws where a tenant has as many profiles as it may have.
  private func checkRoom(of tenant: String, most: Int) throws {
    let count = try names(of: tenant).count
    guard count < most else {
      throw ServiceProblem(
        .tooManyFitProfiles,
        "there are \(count) fit profiles already, at most \(most) are allowed")
    }
  }

  /// The hash of a tenant's profile as it is now; nil where there is none of that name.
  package func currentHash(_ name: String, of tenant: String) throws -> String? {
    guard PlainName.isFit(name) else { return nil }
    return try hash(of: key(of: tenant).appending(name))
  }

  /// Forgets a tenant's profile; false where there is none of that name.
  ///
  /// - Parameter admit: as `keep` has it, of a profile that is there.
  package func remove(
    _ name: String, of tenant: String, admit: (String?) throws -> Void
  ) throws -> Bool {
    guard PlainName.isFit(name) else { return false }
    let folder = try key(of: tenant)
    let key = try folder.appending(name)
    defer { known.forget(key.text) }
    return try tenants.withLock(folder.text) {
      guard let earlier = try hash(of: key) else { return false }
      try admit(earlier)
      try blobs.remove(key)
      quota.forget(key.text)
      return true
    }
  }

  /// The hash of the bytes that are kept under a key.
  private func hash(of key: BlobKey) throws(BlobError) -> String? {
    try blobs.bytes(of: key, in: nil).map { SHA256.hex(of: $0) }
  }

  /// What is kept under a key was checked when it came.
  private func read(_ key: BlobKey) throws -> Kept? {
    guard let bytes = try blobs.bytes(of: key, in: nil) else { return nil }
    return Kept(bytes: bytes, profile: try FitProfile(json: bytes))
  }

  /// What the keys of a tenant begin with.
  private func key(of tenant: String) throws(BlobError) -> BlobKey {
    try TenantFolder.key(of: tenant, in: Self.folder)
  }
}
