import Lottie

/// Writes Lottie animations of known shapes by the format's description.
struct LottieMaker {
  /// The composition, in pixels and frames.
  var width = 200
  var height = 100
  var rate = "20"
  var first = "0"
  var end = "40"
  /// Layers, and assets, as JSON.
  var layers: [String] = []
  var assets: [String] = []

  var text: String {
    """
    {"v": "5.7.0", "fr": \(rate), "ip": \(first), "op": \(end), "w": \(width), "h": \(height),
     "assets": [\(assets.joined(separator: ","))], "layers": [\(layers.joined(separator: ","))]}
    """
  }

  /// The animation as it is read.
  var file: LottieFile { get throws { try LottieFile(Array(text.utf8)) } }

  /// A value that stays.
  static func still(_ value: String) -> String { "{\"a\": 0, \"k\": \(value)}" }

  /// A value that goes evenly from one to another.
  static func linear(_ start: String, _ end: String, from: Int, to: Int) -> String {
    """
    {"a": 1, "k": [{"t": \(from), "s": \(start), "i": {"x": [1], "y": [1]}, "o": {"x": [0], "y": [0]}},
     {"t": \(to), "s": \(end)}]}
    """
  }

  /// A layer of one rectangle about a place.
  static func rectangle(
    _ size: String, at place: String, colour: String, opacity: String = "100",
    member: String = "\"ind\": 1"
  ) -> String {
    layer(
      "[{\"ty\": \"gr\", \"it\": [{\"ty\": \"rc\", \"p\": \(still("[0, 0]")), \"s\": \(still(size)),"
        + " \"r\": \(still("0"))}, {\"ty\": \"fl\", \"c\": \(still(colour)), \"o\": \(still("100"))},"
        + " {\"ty\": \"tr\"}]}]", at: place, opacity: opacity, member: member)
  }

  /// A layer of shapes about a place.
  static func layer(
    _ shapes: String, at place: String = still("[0, 0]"), opacity: String = "100",
    member: String = "\"ind\": 1"
  ) -> String {
    """
    {"ty": 4, \(member), "ip": 0, "op": 1000, "st": 0,
     "ks": {"p": \(place), "o": \(still(opacity))}, "shapes": \(shapes)}
    """
  }

  /// An animation of one rectangle of 20 x 40 pixels, which goes in 40 frames from x 20 to x 180, at y 50.
  static var movingRectangle: LottieMaker {
    var maker = LottieMaker()
    maker.layers = [
      rectangle(
        "[20, 40]", at: linear("[20, 50]", "[180, 50]", from: 0, to: 40),
        colour: "[1, 0.5, 0.25, 1]")
    ]
    return maker
  }
}
