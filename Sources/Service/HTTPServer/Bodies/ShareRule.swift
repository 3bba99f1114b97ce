/// How much each claimant may have of what all bodies share.
///
/// Of a total of T bytes:
/// - all claimants together have at most T;
/// - one has at most T / 2 while another has any;
/// - the last T / 4 go only to claimants that have at most T / 16 afterwards.
///
/// So one claimant, alone, has at most 3/4 T, and whatever it holds, four newcomers find T / 16 each.
/// Bytes cannot be taken back quickly from a claimant, which is why room is kept free instead.
package enum ShareRule {
  /// Why bytes are not to be had.
  package enum Refusal: Hashable, Sendable {
    /// The claimant itself has most of what is used.
    case share
    /// Others have it, or there is not as much at all.
    case all
  }

  /// The most that one claimant may have while another has any, as a part of the total: 1 / 2.
  static let largestShare = 2
  /// The part of the total that is for small shares only: 1 / 4.
  static let reserve = 4
  /// A small share, as a part of the total: 1 / 16.
  static let smallShare = 16

  /// Whether a claimant gets more bytes; nil where it does.
  ///
  /// - Parameters:
  ///   - bytes: what it asks for.
  ///   - own: what it has.
  ///   - all: what all have, it too.
  ///   - total: what there is; under what all have, where the disk was filled by something else.
  package static func refusal(of bytes: Int, own: Int, all: Int, total: Int) -> Refusal? {
    let refusal: Refusal = own > all - own ? .share : .all
    guard all <= total, bytes <= total - all else { return refusal }
    let after = own + bytes
    if after <= total / smallShare { return nil }
    guard all + bytes <= total - total / reserve else { return refusal }
    return all > own && after > total / largestShare ? .share : nil
  }
}
