/// What a Lottie may hold and is not drawn: its name in words, and what to do instead.
enum LottieFeature {
  /// Layers that the reader does not know, by the number of their type in the file.
  private static let layers: [Int: String] = [
    6: "sound", 7: "placeholders for videos", 8: "sequences of pictures", 9: "videos",
    10: "placeholders for pictures", 12: "adjustment layers", 13: "cameras", 14: "lights",
  ]
  /// Layers that draw nothing anywhere: guides, and data for expressions.
  private static let silentLayers: Set<Int> = [11, 15]
  /// Shapes that the reader does not know, by their type in the file.
  private static let shapes: [String: String] = [
    "mm": "merge paths", "rd": "rounded corners", "zz": "zig-zag", "pb": "pucker and bloat",
    "op": "offset paths", "tw": "twist",
  ]
  /// Masks that the reader does not know, by their mode in the file.
  private static let masks: [String: String] = [
    "l": "masks that lighten", "d": "masks that darken",
  ]

  private static let flatten = "flatten them into shapes"
  private static let draw = "draw the result as shapes"
  private static let expand = "expand them into paths"

  /// What to do, by the names of what is not drawn.
  private static let advice: [String: String] = [
    "text": "convert it to shapes",
    "pictures": "give each a layer or an item of its own",
    "pictures that cannot be read": "give them as PNG, JPEG or WebP",
    "sequences of pictures": "give each a layer or an item of its own",
    "videos": "leave them out", "sound": "leave it out", "lights": "leave them out",
    "cameras": "flatten what they show into shapes",
    "effects": draw, "layer styles": draw, "blend modes": draw, "adjustment layers": draw,
    "layers in space": flatten, "skewed layers": flatten, "masks that grow": flatten,
    "masks that lighten": flatten, "masks that darken": flatten,
    "mattes other than the layer before": "put each right before the layer that it is for",
    "expressions": "convert them to keys",
    "merge paths": expand, "rounded corners": expand, "offset paths": expand,
    "zig-zag": "expand it into paths", "pucker and bloat": "expand them into paths",
    "twist": "expand it into paths",
    "changes of another course for each number": "separate the dimensions",
    "faded groups that are painted from outside": "put the fill into the group",
    "layers that turn along a way of separate dimensions": "join the dimensions",
    "masks that take the difference, seen through": "let them subtract",
    "gradients whose opacities pass their colours": "give colours and opacities the same stops",
    "rounded polygons whose corners change in number": "convert them to paths",
    "moving dashes of several lengths": "give all dashes of a line one length",
    "round ends of lines without a length, beside blunt ones": "give the lines a length",
  ]

  /// What layers of a type are called; nil for those that draw nothing anywhere.
  ///
  /// All unknown types have one name, so that a file has few.
  static func layer(type: Int) -> String? {
    silentLayers.contains(type) ? nil : layers[type] ?? "layers of unknown types"
  }

  /// What shapes of a type are called; all unknown types have one name.
  static func shape(type: String) -> String { shapes[type] ?? "shapes of unknown types" }

  /// What masks of a mode are called; all unknown modes have one name.
  static func mask(mode: String) -> String { masks[mode] ?? "masks of unknown modes" }

  /// What to do about what is not drawn, by its name.
  static func instead(of feature: String) -> String {
    advice[feature] ?? "leave them out, or draw the result as shapes"
  }
}
