/// How far a clip's pictures show the faces' teeth, by the samples of its tracking.
///
/// A session takes samples alone: what pictures show is read ahead of it, or live along with it.
public struct TeethReadings: Hashable, Sendable {
  /// The faces' shares in their samples' order, by the samples' times.
  private var shares: [Double: [Double?]] = [:]

  /// Makes none: every face's teeth are unseen.
  public init() {}

  /// Takes what a sample's picture shows.
  ///
  /// - Parameters:
  ///   - shares: of each face in the sample's order, 0 for no teeth, 1 for a wide smile's; nil where the picture does
  ///     not tell.
  ///   - timestampMs: the sample's time on the tracker's own clock.
  public mutating func add(_ shares: [Double?], atMs timestampMs: Double) {
    self.shares[timestampMs] = shares
  }

  /// A face's share; nil where the picture does not tell, or was not looked at.
  public subscript(face: Int, atMs timestampMs: Double) -> Double? {
    guard let shares = shares[timestampMs], shares.indices.contains(face) else { return nil }
    return shares[face]
  }
}
