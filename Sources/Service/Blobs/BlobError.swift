public import Problems

/// Why blobs could not be kept, read or removed.
public enum BlobError: Error, Hashable, Sendable {
  /// A text that is no key.
  case badKey(String)
  /// A blob that was to be new is there already.
  case exists(key: String)
  /// There is no space left.
  case full(place: String)
  /// The store does not answer, or answers that it is to be asked again later; the reason.
  case unavailable(place: String, reason: String)
  /// The store refuses the credentials, or what was asked.
  case refused(place: String, reason: String)
  /// The bytes that came are not those that were kept: found and expected.
  case damaged(key: String, found: String, expected: String)
  /// The store cannot be used; the reason.
  case unusable(place: String, reason: String)
}

extension BlobError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .badKey(let text): "\"\(text)\" is no key: plain names joined by slashes are"
    case .exists(let key): "\(key) exists already"
    case .full(let place): "\(place): there is no space left; free some"
    case .unavailable(let place, let reason):
      "\(place) does not answer (\(reason)); try again later"
    case .refused(let place, let reason):
      "\(place) refuses access (\(reason)); check the credentials, the region and the bucket's name"
    case .damaged(let key, let found, let expected):
      "\(key) is damaged: found \(found), expected \(expected)"
    case .unusable(let place, let reason): "\(place) cannot be used: \(reason)"
    }
  }
}

extension BlobError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .badKey: .internal
    case .exists: .outputExists
    case .full: .diskFull
    case .unavailable: .storageBusy
    case .refused, .damaged, .unusable: .badStore
    }
  }
}
