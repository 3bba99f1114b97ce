/// What requests are signed with, which is never shown.
struct S3Credentials: Sendable {
  /// The key's name.
  let accessKey: String
  /// The key.
  let secret: String
  /// What a key for a while comes with.
  let sessionToken: String?
}

extension S3Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing of it.
  var description: String { "(credentials)" }
  /// Nothing of it.
  var debugDescription: String { description }
  /// Nothing of it.
  var customMirror: Mirror { Mirror(self, children: []) }
}
