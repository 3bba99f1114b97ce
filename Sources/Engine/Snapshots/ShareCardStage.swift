public import ShareCards

/// The share card that a snapshot is set in.
public struct ShareCardStage: Sendable {
  /// The card.
  public var card: ShareCard
  /// Its shape.
  public var ratio: ShareCardRatio
  /// What it is filled with.
  public var fields: ShareCardFields

  /// Makes the stage.
  public init(_ card: ShareCard, ratio: ShareCardRatio, fields: ShareCardFields) {
    (self.card, self.ratio, self.fields) = (card, ratio, fields)
  }
}
