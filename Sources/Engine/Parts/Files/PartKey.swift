internal import Digests
internal import Files

/// The key that the workers of a render share, with which receipts are signed (HMAC-SHA256).
///
/// A receipt has the hashes of its part's files and names its plan, so that a writer into the store and
/// does not have the key cannot put another part in the place of one.
public struct PartKey: Sendable {
  /// A key with fewer bytes can be guessed.
  public static let fewestBytes = 16
  /// The most bytes of a key.
  public static let mostBytes = 4096

  private let bytes: [UInt8]

  /// Reads the bytes of a file; line ends behind them are no part of the key.
  ///
  /// - Throws: `PartsError.inputMissing`, `.badKey`.
  public init(path: String) throws(PartsError) {
    var bytes: [UInt8]
    do throws(BeneathFault) {
      bytes = try OpenFolder.bytes(ofFile: path, limit: Self.mostBytes + 1)
    } catch {
      guard !error.isAbsent else { throw .inputMissing(role: "key of parts", path: path) }
      throw .badKey(path: path, reason: error.reason)
    }
    let count = bytes.count
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      bytes.removeLast()
    }
    guard bytes.count >= Self.fewestBytes, count <= Self.mostBytes else {
      throw .badKey(
        path: path,
        reason: count > Self.mostBytes
          ? "more than \(Self.mostBytes) bytes found"
          : "\(bytes.count) bytes found, at least \(Self.fewestBytes) expected, such as those of"
            + " openssl rand -hex 32")
    }
    self.bytes = bytes
  }

  /// The signature of a receipt, whatever it has as one.
  func signature(of receipt: PartReceipt) throws(DigestError) -> String {
    Hexadecimal.text(of: try HMACSHA256.code(of: receipt.unsigned.json.utf8, key: bytes))
  }

  func hasSigned(_ receipt: PartReceipt) throws(DigestError) -> Bool {
    ConstantTime.areEqual(
      Array((receipt.signature ?? "").utf8), Array(try signature(of: receipt).utf8))
  }
}
