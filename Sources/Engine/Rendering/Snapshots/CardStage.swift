public import Cards

/// The share card that a snapshot is set in.
public struct CardStage: Sendable {
  /// The card.
  public var card: ShareCard
  /// Its shape.
  public var ratio: CardRatio
  /// What it is filled with.
  public var fields: CardFields

  /// Makes the stage.
  public init(_ card: ShareCard, ratio: CardRatio, fields: CardFields) {
    (self.card, self.ratio, self.fields) = (card, ratio, fields)
  }
}
