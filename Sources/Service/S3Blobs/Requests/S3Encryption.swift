internal import Blobs

/// Server-side encryption in the headers of S3: `PutObject`, `CopyObject` and `CreateMultipartUpload` ask for it, and
/// their answers say that it was done.
extension BlobEncryption {
  private static let modeField = "x-amz-server-side-encryption"
  private static let keyField = "x-amz-server-side-encryption-aws-kms-key-id"

  /// The fields that ask for it.
  var fields: [(String, String)] {
    [(Self.modeField, mode.rawValue)] + (keyID.isEmpty ? [] : [(Self.keyField, keyID)])
  }

  /// Whether an answer says that it was done.
  func isDone(_ answer: S3Answer) -> Bool { answer.fields[Self.modeField] == mode.rawValue }

  /// Whether a request asks for encryption.
  static func isAsked(by call: S3Call) -> Bool { call.fields.contains { $0.0 == modeField } }

  /// What faults of such a request say of it.
  var advice: String {
    "; what was asked for is encryption by \(mode.rawValue)"
      + (keyID.isEmpty ? "" : " with the key \(keyID)") + " (\(Self.modeVariable))"
  }
}

extension S3Client {
  /// Makes a request that begins an object, encrypted as the settings say.
  ///
  /// A server that does not know the fields would keep the object as it is: such an answer is a fault.
  ///
  /// - Parameter undo: takes back what the server did instead.
  func sendNew(_ call: S3Call, undo: (S3Answer) -> Void) throws(BlobError) -> S3Answer {
    guard let encryption = settings.encryption else { return try send(call) }
    var call = call
    call.fields += encryption.fields
    let answer = try send(call)
    guard answer.isDone, !encryption.isDone(answer) else { return answer }
    undo(answer)
    throw .unusable(
      place: place.text,
      reason: "the server does not say that it encrypted a new object" + encryption.advice)
  }

  /// What a fault of a request says, and which encryption was asked for.
  func explained(_ error: BlobError, of call: S3Call) -> BlobError {
    guard let encryption = settings.encryption, BlobEncryption.isAsked(by: call) else {
      return error
    }
    return switch error {
    case .refused(let place, let reason): .refused(place: place, reason: reason + encryption.advice)
    case .unusable(let place, let reason):
      .unusable(place: place, reason: reason + encryption.advice)
    default: error
    }
  }
}
