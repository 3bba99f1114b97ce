internal import Digests

/// Where a service keeps the bytes of inputs, outputs, avatars and scenes, under keys.
///
/// A blob is there whole or not at all, whatever is killed at whatever moment, and when a call that keeps one
/// returns, it is as safe as the backend makes anything. All calls may come from any thread. A backend is a
/// target of its own that passes the tests of this contract (`BlobStoreTests`), and the service names it in
/// one place.
public protocol BlobStore: Sendable {
  /// Where it is, for messages: a folder's path, or `s3://bucket/prefix`.
  var place: String { get }

  /// Whether other processes may write at the same time: what has no record yet may get one then.
  var isShared: Bool { get }

  /// What is known of a blob; nil where there is none.
  func information(of key: BlobKey) throws(BlobError) -> BlobInformation?

  /// The blobs below a key (of all, where it is nil), in the order of their keys. A hidden file of a write
  /// that was killed is none.
  func list(below key: BlobKey?) throws(BlobError) -> [BlobInformation]

  /// The names right below a key that are a blob, lead to one (`point`), or have either below them, in their
  /// order.
  func names(below key: BlobKey?) throws(BlobError) -> [String]

  /// A blob's bytes, or a range of them, which must lie within (else it throws `unusable`); nil where there is
  /// none.
  func bytes(of key: BlobKey, in range: Range<Int64>?) throws(BlobError) -> [UInt8]?

  /// The SHA-256 of a blob in hexadecimal digits, where the store has noted it with the blob; nil where it has not,
  /// or there is none.
  func notedSHA256(of key: BlobKey) throws(BlobError) -> String?

  /// Keeps bytes under a key, in place of what was there.
  ///
  /// - Parameter onlyNew: throws `BlobError.exists` where there is a blob already; of two writers at one
  ///   time one succeeds.
  func keep(_ bytes: [UInt8], as key: BlobKey, onlyNew: Bool) throws(BlobError)

  /// Keeps a local file under a key, in place of what was there. The file is taken: it may be gone afterwards,
  /// and must not be written to any more.
  func keep(file path: String, as key: BlobKey, onlyNew: Bool) throws(BlobError)

  /// Keeps all files of a local folder, and of folders in it, below a key, which has nothing below it yet; the
  /// folder is taken. Links, pipes and devices in it are refused (`unusable`). Where it throws, the folder is as
  /// it was, and some of its files may be kept already.
  ///
  /// - Parameter last: the name of the file that appears not before all others are there: a reader that
  ///   finds it finds all.
  func keep(folder path: String, below key: BlobKey, last: String?) throws(BlobError)

  /// A local file with a blob's bytes, which is not to be written to; nil where there is none.
  ///
  /// A backend whose blobs are files gives its own; another fetches it to `scratch`, a path that is free, in a
  /// folder that is there.
  func localFile(of key: BlobKey, scratch: String) throws(BlobError) -> String?

  /// A local folder with all blobs below a key, each under the rest of its key; nil where there are none.
  ///
  /// A backend whose blobs are files gives its own; another fetches them to `scratch`, a path that is free, in
  /// a folder that is there.
  func localFolder(below key: BlobKey, scratch: String) throws(BlobError) -> String?

  /// Moves a blob, or all that is below its key, to another key, which has nothing yet (else it throws
  /// `exists`); nothing where there is nothing. Names move too; where they lead then is not said.
  func move(_ key: BlobKey, to other: BlobKey) throws(BlobError)

  /// Removes a blob or a name; nothing where there is none.
  func remove(_ key: BlobKey) throws(BlobError)

  /// Removes a blob and all below its key, names too; nothing where there is nothing.
  ///
  /// - Parameter last: the name of the blob that goes when all others are gone, where they do not go at one
  ///   moment: what a killed removal left has it.
  func removeAll(below key: BlobKey, last: String?) throws(BlobError)

  /// Makes a key a name of another key's blob, which need not be there; a name is replaced in one step, and is
  /// of its own kind: `information`, `list`, `bytes` and the local copies know none.
  func point(_ key: BlobKey, to target: BlobKey) throws(BlobError)

  /// The key that a name leads to; nil where the key is no name.
  func target(of key: BlobKey) throws(BlobError) -> BlobKey?

  /// An address from which a client may fetch a blob for so many seconds without the service; nil where the
  /// backend has none, whose `localFile` is then its own.
  func link(to key: BlobKey, seconds: Int, contentType: String, fileName: String?)
    throws(BlobError) -> String?

  /// Throws away what calls left whose process was killed long ago, which takes space and is no blob; to be called
  /// at the start and from time to time. Nothing where the backend has another time for it.
  func tidy() throws(BlobError)
}

extension BlobStore {
  /// Nothing.
  public func tidy() throws(BlobError) {}

  /// None.
  public func notedSHA256(of key: BlobKey) throws(BlobError) -> String? { nil }

  /// As much is read at once, in bytes.
  private static var pieceBytes: Int64 { 8 << 20 }

  /// The SHA-256 of the bytes that a blob has, in hexadecimal digits: all of them are read, piece by piece.
  ///
  /// - Throws: `BlobError.unavailable` where it changes or goes away meanwhile.
  public func sha256(of blob: BlobInformation) throws(BlobError) -> String {
    var (hash, offset) = (SHA256(), Int64(0))
    while offset < blob.bytes {
      let range = offset..<min(offset + Self.pieceBytes, blob.bytes)
      guard let piece = try bytes(of: blob.key, in: range) else {
        throw .unavailable(place: place, reason: "\(blob.key) was listed and is not there")
      }
      hash.append(piece)
      offset = range.upperBound
    }
    return hash.hex
  }
}

/// What is known of a blob.
public struct BlobInformation: Hashable, Sendable {
  /// Its key.
  public var key: BlobKey
  /// Its length.
  public var bytes: Int64
  /// Changes with its content; another blob may have the same.
  public var tag: String
  /// When it was kept, in milliseconds since 1970, by the backend's clock.
  public var keptAt: Int64

  /// Makes the description of a blob.
  public init(key: BlobKey, bytes: Int64, tag: String, keptAt: Int64) {
    (self.key, self.bytes, self.tag, self.keptAt) = (key, bytes, tag, keptAt)
  }
}
