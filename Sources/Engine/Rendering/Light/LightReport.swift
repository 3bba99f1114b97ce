/// What the light on a recording's cards and faces is estimated to be.
public struct LightReport: Encodable, Sendable {
  /// The light on one card.
  public struct Card: Encodable, Sendable {
    /// The card's id.
    public let image: Int
    /// What is drawn on it is multiplied by, over time.
    public let moments: [CardMoment]
  }

  /// The light on a card at one time.
  public struct CardMoment: Encodable, Sendable {
    /// On the clip's timeline.
    public let timeMs: Double
    /// The mean factors of red, green and blue, in linear light.
    public let factors: [Double]
    /// The luminance of the darkest and the brightest cell of its print.
    public let darkest, brightest: Double
  }

  /// The light on one face.
  public struct Face: Encodable, Sendable {
    /// The face's number.
    public let face: Int
    /// The share of its light that the skin throws back, as the eyes' whites tell it; nil where no frame tells.
    public let skinShare: Double?
    /// The light over time.
    public let moments: [FaceMoment]
  }

  /// The light on a face at one time.
  public struct FaceMoment: Encodable, Sendable {
    /// On the clip's timeline.
    public let timeMs: Double
    /// What faces the camera is multiplied by.
    public let level: Double
    /// To the light: to the right, up, to the camera.
    public let direction: [Double]
    /// Red, green and blue of luminance 1.
    public let colour: [Double]
  }

  /// The cards, by id.
  public internal(set) var cards: [Card] = []
  /// The faces, by number.
  public internal(set) var faces: [Face] = []
  /// What a person should know of it, a line each.
  public internal(set) var notes: [String] = []
}
