/// A text of an item.
public struct SceneText: Hashable, Sendable {
  /// Where lines stand across the box.
  public enum Alignment: String, CaseIterable, Sendable { case start, middle, end }
  /// Where lines stand down the box.
  public enum VerticalAlignment: String, CaseIterable, Sendable { case top, middle, bottom }

  /// What is written where no field is given.
  public var text: String
  /// The field whose text is written instead; nil for none.
  public var field: String?
  /// Font families, the first that has a character draws it; empty for the program's own.
  public var fonts: [String]
  /// The size of the em square in millimetres; a text that does not fit is made smaller.
  public var size: Double
  /// The colour.
  public var colour: SceneColour
  /// Where lines stand.
  public var align: Alignment
  /// Where lines stand.
  public var vertical: VerticalAlignment
  /// The sides of the box in millimetres.
  public var box: SIMD2<Double>

  /// Makes a text.
  public init(
    text: String, field: String? = nil, fonts: [String] = [], size: Double = 8,
    colour: SceneColour = SceneColour(red: 0, green: 0, blue: 0), align: Alignment = .middle,
    vertical: VerticalAlignment = .middle, box: SIMD2<Double>
  ) {
    (self.text, self.field, self.fonts, self.size) = (text, field, fonts, size)
    (self.colour, self.align, self.vertical, self.box) = (colour, align, vertical, box)
  }
}

/// A photo of an item.
public struct ScenePhoto: Hashable, Sendable {
  /// How a photo of another shape fits its box.
  public enum Fit: String, CaseIterable, Sendable {
    /// It fills the box and is cut.
    case cover
    /// It is whole, and leaves room.
    case contain
  }

  /// A line round the box.
  public struct Border: Hashable, Sendable {
    /// Its width in millimetres.
    public var width: Double
    /// Its colour.
    public var colour: SceneColour

    /// Makes a border.
    public init(width: Double, colour: SceneColour) { (self.width, self.colour) = (width, colour) }
  }

  /// The field whose photo is shown; nil for none.
  public var field: String?
  /// The path of the file inside the package that is shown where no field is given; nil for nothing.
  public var image: String?
  /// The sides of the box in millimetres.
  public var box: SIMD2<Double>
  /// How the photo fits the box.
  public var fit: Fit
  /// The radius of the box's corners in millimetres.
  public var radius: Double
  /// The line round the box; nil for none.
  public var border: Border?

  /// Makes a photo.
  public init(
    field: String? = nil, image: String? = nil, box: SIMD2<Double>, fit: Fit = .cover,
    radius: Double = 0, border: Border? = nil
  ) {
    (self.field, self.image, self.box) = (field, image, box)
    (self.fit, self.radius, self.border) = (fit, radius, border)
  }
}

/// Light over the card or the picture.
public struct SceneFlash: Hashable, Sendable {
  /// What it covers.
  public enum Area: String, CaseIterable, Sendable {
    /// The printed card.
    case card
    /// The whole picture.
    case picture
  }

  /// The colour.
  public var colour: SceneColour
  /// The opacity over the age in milliseconds.
  public var opacity: Keys
  /// What it covers.
  public var area: Area

  /// Makes a flash.
  public init(colour: SceneColour = .white, opacity: Keys, area: Area = .card) {
    (self.colour, self.opacity, self.area) = (colour, opacity, area)
  }
}
