internal import CSimdjson

/// What a tracking file may hold at most; what is over a limit is a fault, never a crash.
public enum TrackingLimits {
  /// Bytes of one line, or of one element of a JSON array: 8 MiB.
  ///
  /// This bounds the reader's memory, also against a small compressed file that unpacks to a huge
  /// line. A sample with 64 faces takes about 1.1 MB in the own format and 4 MB in the web's.
  public static let documentBytes = 8 << 20
  /// Bytes that any packed file may unpack to: 64 MiB.
  ///
  /// Beyond them it may unpack to `unpackedRatio` times its own bytes. What is unpacked is never kept,
  /// but takes time: zeros of gzip are 1030 times as long as they are packed, those of zstd 30,000
  /// times.
  public static let unpackedBytes = 64 << 20
  /// How many bytes a packed byte may stand for, on the whole; trackers' samples are 3 to 20.
  public static let unpackedRatio = 200
  /// Faces of a sample.
  public static let faces = Int(csj_max_faces)
  /// Hands of a sample.
  public static let hands = Int(csj_max_hands)
  /// Recognised pictures of a sample.
  public static let images = Int(csj_max_images)
  /// Gestures of a hand.
  public static let gestures = Int(csj_max_gestures)
  /// UTF-8 bytes of a name.
  public static let nameBytes = Int(csj_max_name)
  /// Levels of a value whose key is not known.
  public static let depth = Int(csj_max_depth)
  /// Columns or rows of the tracker's picture.
  public static let pictureSide = 32768
  /// The largest coordinate, in parts of the picture, and the largest translation, in centimetres.
  public static let coordinate = 1e6
  /// The width of a print, in millimetres.
  public static let widthMm = Double.leastNonzeroMagnitude...1e6
  /// The vertical field of view of the cards' camera, in degrees.
  public static let fieldOfViewDegrees = 1.0...179.0
  /// Rows of a file of Live Link Face: two hours at 60 a second.
  public static let coefficientRows = 432_000
  /// Bytes of one of its lines.
  public static let coefficientLineBytes = 64 << 10
  /// Samples whose coefficients are compared with it.
  static let comparedCoefficients = 8192
  /// Identities of cards whose names are kept to find a second one.
  static let imageIdentities = 4096
  /// Faces of ARKit whose identifiers are told apart; further ones are by where they are.
  static let faceIdentities = 4096
  /// Samples at the beginning that may say no time where all are moved by the first one's.
  public static let untimedSamples = 64
  /// Samples of a file whose times are kept for a caller that asks for all of them: 19 hours at 30 a second.
  ///
  /// Further ones are only counted.
  public static let skimmedSamples = 1 << 21
  /// Faces, hands and pictures whose numbers' size is kept.
  static let skimmedSizes = 1 << 16
  /// Faults that are kept with their text; further ones are only counted.
  public static let keptFaults = 1000
  /// Names of unknown keys that are kept; further ones are counted under `...`.
  public static let unknownKeys = 64
  /// The window that a zstd file may ask for, as a power of two: 32 MiB.
  static let zstdWindowLog: Int32 = 25
}
