/// Manifests that tests start from.
enum Manifests {
  /// Every key of the format, each with another value than its default.
  static let full = """
    {
      "version": 1,
      "name": {"en": "Dragon mask", "zh-Hans": "龙面具"},
      "author": "An artist", "licence": "CC0-1.0", "tags": ["zodiac", "mask"],
      "layers": [
        {
          "name": "mask",
          "image": "art/mask.png",
          "anchor": "nose",
          "offset": {"x": 0.5, "y": 0.25, "z": 0.1},
          "scale": 3.4,
          "rotation": 5,
          "pivot": {"x": 0.5, "y": 0.6},
          "scaleReference": "faceWidth",
          "opacity": 0.9,
          "blend": "multiply",
          "mirror": "keep",
          "when": [
            {"blendshape": "jawOpen", "above": 0.35, "below": 0.25},
            {"blendshape": "blink", "above": 0.5}
          ],
          "drive": [{"blendshape": "jawOpen", "property": "offset.y", "from": [0, 1], "to": [0, -0.3]}]
        },
        {"name": "ears", "image": "ears.png", "scale": 2, "anchor": 168,
         "when": {"blendshape": "blink", "above": 0.5, "below": 0.5}}
      ]
    }
    """

  /// A manifest of one layer, given as its members after name and picture, from line 3 on.
  static func layer(_ members: String) -> String {
    """
    {"version": 1, "layers": [{
      "name": "a", "image": "a.png",
      \(members)
    }]}
    """
  }
}
