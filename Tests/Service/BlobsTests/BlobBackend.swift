import Blobs
import FolderBlobs
import Foundation
import S3Blobs
import TestSupport
import Testing

/// A backend that has to keep the contract of blobs, with what the tests need of it.
struct BlobBackend: Sendable {
  let name: String
  /// Opens an empty store for a test, whose folder it may use; again for the same folder, the same store.
  let open: @Sendable (_ folder: ScratchFolder) throws -> any BlobStore

  /// All backends there are: S3 where the environment names a bucket of a real server (`make check-s3`).
  static let all =
    [
      BlobBackend(name: "folder") { folder in
        try FolderBlobStore(folder: folder.folder("blobs"))
      }
    ] + (bucket.map { [s3($0)] } ?? [])

  private static let bucket = ProcessInfo.processInfo.environment["AVATAR_OVERLAY_TEST_S3"]

  private static func s3(_ bucket: String) -> BlobBackend {
    BlobBackend(name: "S3") { folder in
      try S3BlobStore(
        "\(bucket)/\(folder.url.lastPathComponent)",
        environment: ProcessInfo.processInfo.environment)
    }
  }

  /// The one that the test runs on.
  @TaskLocal static var current = all[0]
}

/// Runs each test of a suite once on every backend.
struct OnEachBlobStore: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    for backend in BlobBackend.all {
      try await BlobBackend.$current.withValue(backend) { try await function() }
    }
  }
}

extension Trait where Self == OnEachBlobStore {
  /// The tests of the contract: they name no backend.
  static var onEachBlobStore: Self { OnEachBlobStore() }
}

/// An empty store, and a folder for files that go in and come out.
struct BlobStage {
  let folder: ScratchFolder
  let store: any BlobStore

  init() throws {
    folder = try ScratchFolder()
    store = try BlobBackend.current.open(folder)
    try folder.folder("files")
  }

  /// A path where nothing is.
  func free(_ name: String) -> String { folder.path("files/\(name)") }

  func keep(_ text: String, as key: String) throws {
    try store.keep(Array(text.utf8), as: BlobKey(key), onlyNew: false)
  }

  func text(_ key: String) throws -> String? {
    try store.bytes(of: BlobKey(key), in: nil).map { String(decoding: $0, as: UTF8.self) }
  }

  func keys(below key: String? = nil) throws -> [String] {
    try store.list(below: key.map { try BlobKey($0) }).map(\.key.text)
  }
}

/// The case of an error, where it is one of blobs.
func kind(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "none"
  } catch let error as BlobError {
    return "\(Mirror(reflecting: error).children.first?.label ?? "\(error)")"
  } catch {
    return "\(error)"
  }
}
