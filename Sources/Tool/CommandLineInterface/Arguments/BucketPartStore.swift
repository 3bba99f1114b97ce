import Blobs
import Foundation
import Isolation
import Parts
import Recordings
import S3Blobs

/// Parts in a bucket of S3: written to a folder of this machine and sent from there.
final class BucketPartStore: PartStore {
  private let blobs: S3BlobStore
  private let scratch: URL
  private let cancellation: Cancellation

  /// Makes the store of `s3://BUCKET/PREFIX`, and asks whether it is there.
  init(_ text: String, _ cancellation: Cancellation) throws {
    self.cancellation = cancellation
    var settings = S3Settings()
    settings.isStopped = { cancellation.isRequested }
    let environment = ProcessInfo.processInfo.environment
    do throws(BlobError) {
      settings.encryption = try BlobEncryption.read(
        mode: environment[BlobEncryption.modeVariable] ?? "",
        keyID: environment[BlobEncryption.keyVariable] ?? "", place: text)
      blobs = try S3BlobStore(text, environment: environment, settings: settings)
      try blobs.check()
    } catch {
      throw Self.fault(error, cancellation)
    }
    scratch = FileManager.default.temporaryDirectory.appending(
      path: "avatar-overlay-parts-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: scratch) }

  var place: String { blobs.place }

  func localPath(of name: PartFileName) throws(PartsError) -> String {
    let folder = scratch.appending(path: name.fingerprint)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw .storeUnavailable(
        place: scratch.path, reason: "the folder for what is sent from here cannot be made")
    }
    return folder.appending(path: name.text).path
  }

  func publish(_ name: PartFileName) throws(PartsError) {
    let path = try localPath(of: name)
    try call { () throws(BlobError) in
      try blobs.keep(file: path, as: Self.key(name), onlyNew: false)
    }
    release(name)
  }

  func bytes(of name: PartFileName, upTo limit: Int) throws(PartsError) -> [UInt8]? {
    try call { () throws(BlobError) in
      let key = try Self.key(name)
      guard let found = try blobs.information(of: key) else { return nil }
      return try blobs.bytes(of: key, in: 0..<min(found.bytes, Int64(limit) + 1))
    }
  }

  func readablePath(of name: PartFileName) throws(PartsError) -> String? {
    let path = try localPath(of: name)
    // One that was not released is fetched anew.
    release(name)
    return try call { () throws(BlobError) in
      try blobs.localFile(of: Self.key(name), scratch: path)
    }
  }

  func release(_ name: PartFileName) {
    try? FileManager.default.removeItem(
      at: scratch.appending(path: name.fingerprint).appending(path: name.text))
  }

  func removeAll(of fingerprint: String) throws(PartsError) {
    try call { () throws(BlobError) in
      try blobs.removeAll(below: BlobKey(fingerprint), last: nil)
    }
  }

  private static func key(_ name: PartFileName) throws(BlobError) -> BlobKey {
    try BlobKey("\(name.fingerprint)/\(name.text)")
  }

  private func call<Result>(_ body: () throws(BlobError) -> Result) throws(PartsError) -> Result {
    do throws(BlobError) {
      return try body()
    } catch {
      throw Self.fault(error, cancellation)
    }
  }

  /// What may go another time is told apart from what never fits, and from an object that is made anew.
  private static func fault(_ error: BlobError, _ cancellation: Cancellation) -> PartsError {
    switch error {
    case .unavailable where cancellation.isRequested: .interrupted
    case .unavailable(let place, let reason): .storeUnavailable(place: place, reason: reason)
    case .full(let place): .storeUnavailable(place: place, reason: "there is no space left")
    case .damaged(let key, let found, let expected):
      .spoiled(place: key, name: key, reason: "SHA-256 \(found) found, \(expected) expected")
    case .badKey, .exists, .refused, .unusable: .unfit("\(error)")
    }
  }
}
