import Drawing

/// What a card's `card.json` says.
struct ShareCardLayout: Sendable {
  /// The file's name in a card's folder.
  static let fileName = "card.json"

  /// Names by language tag.
  var name: [String: String] = [:]
  var author: String?
  var licence: String?
  /// What lies under everything, from the lowest up.
  var background: [ShareCardBackground] = []
  /// What boxes and ornaments show, by name.
  var elements: [String: ShareCardElement] = [:]
  /// Ornaments under the boxes.
  var under: [ShareCardOrnament] = []
  /// Ornaments over the boxes.
  var over: [ShareCardOrnament] = []
  /// The outermost boxes of each ratio, of which a card takes one.
  var boxes: [ShareCardRatio: [ShareCardBox]] = [:]
  /// The artwork that the layout names.
  var images: Set<String> = []
}

/// A layer of a card's background; points are parts of the card's sides.
enum ShareCardBackground: Sendable {
  case colour(Colour)
  case linear(from: (Double, Double), to: (Double, Double), [Paint.Stop])
  /// The radius is a part of the longer side.
  case radial(centre: (Double, Double), radius: Double, [Paint.Stop])
  /// Artwork laid side by side from the top left corner, a tile's width in pixels.
  case tiles(image: String, width: Double, opacity: Double)
}

/// A thing that a card shows.
struct ShareCardElement: Sendable {
  enum Kind: Sendable {
    case picture(PictureLook)
    case text(ShareCardText)
    /// The sender's picture, as large as fits.
    case logo(width: Double, height: Double)
    case code(CodeLook)
    /// A bar.
    case rule(width: Double, height: Double, Colour)
    case artwork(image: String, width: Double)
  }

  struct PictureLook: Sendable {
    /// Whether it fills its box, cut at the sides, or lies in it whole.
    var covers = true
    var radius = 0.0
    var border: ShareCardBorder?
    var shadow: ShareCardShadow?
  }

  /// How a QR code is set.
  struct CodeLook: Sendable {
    /// The largest side with the quiet zone, in pixels.
    var size: Double
    var dark = Colour(0)
    var light = Colour(0xFFFFFF)
    var radius = 0.0
  }

  var kind: Kind
  /// The element without which this one is left out.
  var with: String?
  /// The element beside which this one is left out.
  var unless: String?
}

struct ShareCardText: Sendable {
  /// The first whose placeholders all have a value is shown.
  var choices: [ShareCardTemplate]
  var style: TextStyle
  var datePattern = "yyyy-MM-dd"
  /// Whether it stands upright, one character below the other: texts of at most six Chinese
  /// characters only, others leave the element out.
  var isStacked = false
}

/// A line around a box, inside its edge.
struct ShareCardBorder: Sendable {
  var width: Double
  var colour: Colour
}

/// A soft shadow.
struct ShareCardShadow: Sendable {
  var colour: Colour
  /// How far it fades, in pixels.
  var blur: Double
  /// How far it lies below.
  var drop: Double
}

/// What lies under a box's content.
struct ShareCardPlate: Sendable {
  var fill: Colour?
  var radius = 0.0
  var border: ShareCardBorder?
  var shadow: ShareCardShadow?
}

/// An image or an element at a place of its own, over or under the boxes.
struct ShareCardOrnament: Sendable {
  var image: String?
  var element: String?
  /// The element whose box is meant; nil for the card.
  var reference: String?
  /// The place in the reference, in parts of its sides.
  var at = (x: 0.5, y: 0.5)
  /// The point of the ornament that comes to the place, in parts of its sides.
  var pivot = (x: 0.5, y: 0.5)
  /// Moved by so many pixels.
  var offset = (x: 0.0, y: 0.0)
  var width = 100.0
  var rotation = 0.0
  var opacity = 1.0
  /// Whether left and right change places.
  var isMirrored = false
  /// The element without which the ornament is left out.
  var with: String?
  /// The element beside which the ornament is left out.
  var unless: String?
  /// The ratios that have it; empty for all.
  var ratios: Set<ShareCardRatio> = []
}
