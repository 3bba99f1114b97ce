/// How much a Lottie may hold: beyond it a file is refused.
public enum LottieLimits {
  /// Bytes of its JSON.
  public static let fileBytes = 2 << 20
  /// Bytes of what is written of it for the library: values that a file leaves out are written too.
  public static let textBytes = 10 << 20
  /// Numbers, texts, lists and objects of its JSON: 48 bytes each while it is read.
  public static let values = 600_000
  /// Lists and objects within each other.
  public static let depth = 48
  /// Columns and rows; a larger composition counts as one of so many on its longer side.
  public static let side = 4096
  /// Columns and rows as the file states them.
  public static let canvas = 16_384.0
  /// Pixels of all pictures that it shows, as they are decoded.
  public static let readPixels = 16 << 20
  /// Pixels of all of them as they are drawn: larger ones are made smaller.
  public static let drawnPixels = 1_800_000
  /// Frames of a composition.
  public static let frames = 36_000
  /// Frames a second.
  public static let framesPerSecond = 240.0
  /// Layers, those of a precomposition again for each layer that shows it.
  public static let layers = 2000
  /// Fills and strokes, those of a repeater again for each copy.
  public static let paints = 20_000
  /// Shapes, groups, fills and strokes, those of a repeater again for each copy, whether anything paints them.
  public static let shapes = 100_000
  /// Masks, precompositions and, twice each, mattes.
  public static let surfaces = 2000
  /// Points of all paths, those of a repeater again for each copy.
  public static let points = 500_000
  /// Points of the outline of a fill, or of a mask, with those of all its paths: of more rlottie 0.1 draws nothing.
  public static let fillPoints = 10_800
  /// Pieces of curve and line of a stroke, as `LottieOutline` counts them: of more rlottie 0.1 may draw nothing.
  public static let strokePieces = 2500
  /// Dashes of a stroke, likewise.
  public static let dashes = 1500
  /// Milliseconds that a frame of 512 pixels takes, as `LottieCost` estimates them.
  public static let frameMs = 700.0
  /// Bytes that such a frame takes, as `LottieCost` estimates them.
  public static let frameBytes = 48 << 20
  /// Tips of a star, or corners of a polygon.
  public static let tips = 200.0
  /// Copies of a repeater.
  public static let copies = 200.0
  /// Groups within each other, and layers that follow each other as parents.
  public static let nested = 32
  /// Pixels of a place or a length.
  public static let coordinate = 40_960.0
  /// Percents of a size.
  public static let scale = 1_000_000.0
  /// Degrees.
  public static let angle = 1_000_000.0
  /// Frames before or after the first one.
  public static let time = 1_000_000.0
  /// Entries of a `.lottie` archive.
  public static let entries = 256
}

/// From where on a Lottie is worth a warning.
public enum LottieAdvice {
  /// Bytes of its JSON.
  public static let fileBytes = 1 << 20
  /// Frames of a composition.
  public static let frames = 2000
  /// Milliseconds that a frame of 512 pixels takes, as `LottieCost` estimates them.
  public static let frameMs = 4.0
}
