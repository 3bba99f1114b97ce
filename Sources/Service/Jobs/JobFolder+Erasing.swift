internal import Blobs
internal import Foundation
internal import Recordings
internal import Reels
internal import Requests
internal import Store

// What of a job's files shows a person.
extension JobFolder {
  /// What is read of a request or an owner, in bytes.
  private static let mostBytes: Int64 = 16 << 20

  /// The files that show the job's person: of what was sent the recording, and all that was made of it.
  ///
  /// Avatars and scenes that went with a recording are a tenant's own and are kept under their names too.
  ///
  /// - Parameter request: the job's; nil where it cannot be read.
  private func personalFiles(of request: JobRequest?) throws(JobsError) -> [BlobInformation] {
    let sent = request?.personalFiles
    let list = try Disk.blobs { () throws(BlobError) in try blobs.list(below: key) }
    return list.filter { blob in
      let names = blob.key.names.dropFirst(key.names.count).map(String.init)
      switch names.first {
      case Self.recording:
        guard names.count == 2, !names[1].hasSuffix(".zip") else { return false }
        return sent?.contains(names[1]) ?? true
      case Self.owner, Self.request, Self.crashes, Self.removed, nil: return false
      default: return true
      }
    }
  }

  /// What these files have, by their keys.
  func erasedFiles(
    of request: JobRequest?, _ tenant: String, at time: Int64
  ) throws(JobsError) -> [String: ErasedFile] {
    var found: [String: ErasedFile] = [:]
    for blob in try personalFiles(of: request) where blob.bytes > 0 {
      let sha256 = try Disk.blobs { () throws(BlobError) in
        if let noted = try blobs.notedSHA256(of: blob.key) { return noted }
        return try blobs.sha256(of: blob)
      }
      found[blob.key.text] = ErasedFile(
        sha256: sha256, bytes: blob.bytes, tenant: tenant, erasedAt: time)
    }
    return found
  }

  /// What was asked; nil where nothing says so.
  func storedRequest() throws(JobsError) -> JobRequest? {
    try text(Self.request).flatMap { try? JSONDecoder().decode(JobRequest.self, from: Data($0)) }
  }

  /// Whether anything says what was asked, readable or not.
  func hasRequest() throws(JobsError) -> Bool {
    let key = try key(Self.request)
    return try Disk.blobs { () throws(BlobError) in try blobs.information(of: key) } != nil
  }

  /// The tenant that its files name; empty where none does.
  func storedOwner() throws(JobsError) -> String {
    String(decoding: try text(Self.owner) ?? [], as: UTF8.self)
  }

  private func text(_ name: String) throws(JobsError) -> [UInt8]? {
    let key = try key(name)
    return try Disk.blobs { () throws(BlobError) in
      guard let blob = try blobs.information(of: key), blob.bytes <= Self.mostBytes else {
        return nil
      }
      return try blobs.bytes(of: key, in: nil)
    }
  }
}

extension JobRequest {
  /// The files of what was sent in which a person is seen or heard.
  fileprivate var personalFiles: Set<String> {
    let cells = (reel?.segments.flatMap(\.cells) ?? []).map(\.request)
    var files = [media, tracking] + cells.flatMap { [$0.video, $0.trackingFile] }
    for render in [render] + cells {
      files.append(render.sound.greeting)
      files += render.scenes.photoFiles
    }
    return Set(files.compactMap(\.self))
  }
}
