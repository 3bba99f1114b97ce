/// How a server is asked to encrypt what it is sent, at rest: S3's SSE-S3 and SSE-KMS.
public struct BlobEncryption: Hashable, Sendable {
  /// Whose keys are used.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Keys that the store keeps itself (SSE-S3).
    case storeKeys = "AES256"
    /// A key of the key management service (SSE-KMS).
    case managedKey = "aws:kms"
  }

  /// Whose keys are used.
  public let mode: Mode
  /// The key of the key management service: its id, alias or ARN; empty: the store's own.
  public let keyID: String

  /// What settings say for no encryption by request.
  public static let none = "none"
  /// What `mode` is chosen from, as it is written.
  public static let choices = [none] + Mode.allCases.map(\.rawValue)
  /// The variable with the mode.
  public static let modeVariable = "AVATAR_OVERLAY_S3_SSE"
  /// The variable with the key's id.
  public static let keyVariable = "AVATAR_OVERLAY_S3_SSE_KMS_KEY_ID"
  /// The most bytes of a key's id, those of an ARN.
  public static let longestKeyID = 2048

  /// Reads a mode and a key's id as settings have them; nil for none.
  ///
  /// - Parameter place: for messages.
  /// - Throws: `BlobError.unusable` for another mode, a key without `aws:kms`, and an id that is no header's value.
  public static func read(
    mode text: String, keyID: String, place: String
  ) throws(BlobError) -> BlobEncryption? {
    let mode = Mode(rawValue: text)
    guard mode != nil || text.isEmpty || text == none else {
      throw .unusable(
        place: place,
        reason: "\(modeVariable) is none of \(choices.joined(separator: ", "))")
    }
    guard keyID.isEmpty || mode == .managedKey else {
      throw .unusable(
        place: place, reason: "\(keyVariable) needs \(modeVariable)=\(Mode.managedKey.rawValue)")
    }
    // It becomes a header.
    guard keyID.utf8.count <= longestKeyID, keyID.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw .unusable(
        place: place,
        reason: "\(keyVariable) has blanks, characters that are not ASCII, or more than"
          + " \(longestKeyID) bytes")
    }
    return mode.map { BlobEncryption(mode: $0, keyID: keyID) }
  }
}
