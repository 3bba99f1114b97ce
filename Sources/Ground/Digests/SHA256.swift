internal import CCrypto
internal import Foundation

/// SHA-256 (FIPS 180-4), by OpenSSL's libcrypto.
///
/// The state lies in the value itself, so nothing is allocated and nothing can fail.
public struct SHA256 {
  private var state = SHA256_CTX()

  /// Makes the hash of nothing yet.
  public init() {
    _ = unsafe SHA256_Init(&state)
  }

  /// Adds bytes at the end.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable {
      unsafe append(buffer: $0)
    }
    if done == nil { unsafe Array(bytes).withUnsafeBufferPointer { unsafe append(buffer: $0) } }
  }

  private mutating func append(buffer: UnsafeBufferPointer<UInt8>) {
    _ = unsafe SHA256_Update(&state, buffer.baseAddress, buffer.count)
  }

  /// The hash of all that was added, 32 bytes.
  public var digest: [UInt8] {
    var state = state
    var digest = [UInt8](repeating: 0, count: Self.byteCount)
    _ = unsafe SHA256_Final(&digest, &state)
    return digest
  }

  /// The hash of all that was added, as 64 lower-case hexadecimal digits.
  public var hex: String { Hexadecimal.text(of: digest) }

  /// The bytes of a hash.
  public static let byteCount = Int(SHA256_DIGEST_LENGTH)

  /// The hash of bytes, 32 bytes.
  public static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.append(bytes)
    return hash.digest
  }

  /// The hash of bytes, as 64 lower-case hexadecimal digits.
  public static func hex(of bytes: some Collection<UInt8>) -> String {
    Hexadecimal.text(of: digest(of: bytes))
  }

  /// The hash of a regular file, read in pieces.
  ///
  /// - Throws: `DigestError.unreadable` where it cannot be read to its end.
  public static func hex(ofFile path: String) throws(DigestError) -> String {
    // A pipe or a device might never end.
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let handle = FileHandle(forReadingAtPath: path)
    else { throw .unreadable(path: path) }
    defer { try? handle.close() }
    do {
      return try hex(ofRest: handle)
    } catch {
      throw .unreadable(path: path)
    }
  }

  /// The hash of what an open file has from here to its end, read in pieces.
  static func hex(ofRest handle: FileHandle) throws -> String {
    var hash = SHA256()
    while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty { hash.append(piece) }
    return hash.hex
  }
}
