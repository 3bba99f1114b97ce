public import Access
internal import Digests

/// The header field by which a receiver knows that a webhook is ours, and how old it is.
public enum WebhookSignature {
  /// The field's name.
  public static let fieldName = "AvatarOverlay-Signature"

  /// The field's value, `t=<seconds since 1970>,v1=<HMAC-SHA256 in hexadecimal digits>`.
  ///
  /// The code is of the time, a dot and the body. While keys are rotated there is a `v1` for each.
  ///
  /// - Throws: `DigestError`.
  public static func value(
    of body: [UInt8], at seconds: Int64, keys: SigningKeys
  ) throws -> String {
    let message = Array("\(seconds).".utf8) + body
    let codes = try keys.all.map { ",v1=" + Hexadecimal.text(of: try $0.code(of: message)) }
    return "t=\(seconds)" + codes.joined()
  }
}
