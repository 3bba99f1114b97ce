/// What a layer draws, apart from where and when.
struct LottieBody {
  /// The kind of layer, by its number.
  var type = 3
  /// The members of the layer that say what it draws.
  var members = LottieText()
  var cost = LottieCost()
  /// Its fills, strokes and masks.
  var paints: [LottiePaint] = []
  /// The first of its strokes, for notes.
  var stroke: LottieValue?
  /// The number of the list of layers that it shows.
  var asset: Int?
  /// The frame at which a precomposition begins.
  var start = 0.0
  /// How much slower it goes.
  var stretch = 1.0
  /// Whether the library fades all of it as one; a single thing drawn is faded right anyway.
  var isWhole = false
  /// Where it draws; nil where that is nowhere.
  var extent: LottieExtent?

  /// Whether parts of it are faded each by itself, and are then seen through each other.
  var fadesApart: Bool { !isWhole && (type == 0 || cost.paints > 1) }

  /// Writes a filled rectangle of no size: of a layer that draws a single shape within a matte, rlottie 0.1 draws
  /// nothing, of one that draws two it draws both.
  static func writeNothing(_ text: inout LottieText) {
    let shape =
      "{\"ty\":\"gr\",\"it\":[{\"ty\":\"rc\",\"p\":{\"k\":[0,0]},\"s\":{\"k\":[0,0]},\"r\":{\"k\":0}},"
      + "{\"ty\":\"fl\",\"o\":{\"k\":100},\"c\":{\"k\":[0,0,0,1]}},{\"ty\":\"tr\",\"a\":{\"k\":[0,0]},"
      + "\"p\":{\"k\":[0,0]},\"s\":{\"k\":[100,100]},\"r\":{\"k\":0},\"o\":{\"k\":100}}]}"
    text.raw(shape)
  }
}

/// A rectangle in a layer's own pixels.
struct LottieExtent {
  var x, y, width, height: Double
}

/// Where a layer lies, and how much is seen of it, as values that are written.
struct LottiePlace {
  /// The members for its anchor, place, size and turn.
  var spatial = LottieText()
  var opacity = LottieText()
  /// Whether it is seen through at some time.
  var isFaded = false
  /// How much larger it makes what lies there.
  var scale = LottieScale()

  /// As it is, at the origin.
  static var identity: LottiePlace {
    var place = LottiePlace()
    place.spatial.raw(
      "\"a\":{\"k\":[0,0]},\"p\":{\"k\":[0,0]},\"s\":{\"k\":[100,100]},\"r\":{\"k\":0}")
    place.opacity.raw("{\"k\":100}")
    return place
  }

  /// At the origin, faded as this one.
  var fadedAlone: LottiePlace {
    var place = LottiePlace.identity
    (place.opacity, place.isFaded) = (opacity, isFaded)
    return place
  }

  /// Here, and not faded.
  var unfaded: LottiePlace {
    var place = LottiePlace.identity
    (place.spatial, place.scale) = (spatial, scale)
    return place
  }
}

/// A layer of a list.
struct LottieEntry {
  var body: LottieBody
  /// When it is drawn, in frames.
  var first = -LottieLimits.time
  var end = LottieLimits.time
  /// Its matte of the layer before, by its number.
  var matte = 0
  var place = LottiePlace.identity
  /// The layer in the file that it is, or is made for.
  var value: LottieValue?
}

/// What the layer after one takes of it as its matte, by its number, and when that layer is drawn.
struct LottieMatteUse {
  var matte: Int
  var first, end: Double
}
