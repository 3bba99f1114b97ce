internal import Geometry
internal import Tracking

/// When faces are looked for in which pieces of the picture.
///
/// Where the request names no smallest face, all pieces are looked at in the first sample, and again where the
/// pictures change or a face is lost; in between a few in turns, so that a clip without small faces costs about a
/// fifth more.
struct TileTurns {
  /// How often faces are looked for, in milliseconds; in between they are followed, and the second look goes back
  /// to where they came from.
  static let everyMs = 500
  /// Pieces that are looked at in a turn.
  private static let inTurn = 2
  /// How long after all pieces they are all looked at again at the earliest, in milliseconds.
  private static let restMs = 20_000
  /// The smallest face that is looked for by itself, by the picture's shorter side; at least `fewestPixels`.
  private static let (smallestOfSide, fewestPixels) = (1.0 / 30, 24)

  private let tiles: [CloseUp]
  private let isInTurns: Bool
  private var nextMs = Int.min
  private var allMs: Int?
  private var place = 0
  private var change = PictureChange()
  private var lastFaces = 0

  init(_ setup: CloseUpSetup, of picture: PixelSize<TrackerSpace>) {
    isInTurns = setup.minFace == nil
    let smallest = Int(Self.smallestOfSide * Double(min(picture.width, picture.height)))
    let minFace = setup.minFace ?? (setup.looksInTurns ? max(smallest, Self.fewestPixels) : nil)
    tiles = minFace.map { SearchTiles.tiles(of: picture, minFace: $0) } ?? []
  }

  /// The pieces to be looked at in a sample.
  ///
  /// - Parameters:
  ///   - picture: what the tracker was shown.
  ///   - faces: how many faces are known.
  mutating func due(
    atMs timeMs: Int, _ picture: TrackerPicture, faces: Int, _ mode: TrackingMode
  ) -> [CloseUp] {
    guard !tiles.isEmpty else { return [] }
    guard isInTurns else {
      guard timeMs >= nextMs else { return [] }
      nextMs = timeMs + Self.everyMs
      return tiles
    }
    let isOther = change.isNew(picture) || faces < lastFaces
    lastFaces = faces
    // Pictures that do not follow each other: where one shows a face, that is what it is of.
    guard mode == .video || faces == 0 else { return [] }
    if allMs.map({ isOther && timeMs - $0 >= Self.restMs }) ?? true {
      (allMs, nextMs) = (timeMs, timeMs + Self.everyMs)
      return tiles
    }
    guard mode == .video, timeMs >= nextMs else { return [] }
    nextMs = timeMs + Self.everyMs
    let turn = (0..<min(Self.inTurn, tiles.count)).map { tiles[(place + $0) % tiles.count] }
    place = (place + turn.count) % tiles.count
    return turn
  }
}

/// Whether pictures go on or another scene begins.
struct PictureChange {
  /// Points of a picture that are compared, across and down.
  private static let (columns, rows) = (32, 18)
  /// The mean difference of points from which on a picture is of another scene, of 255.
  private static let least = 40

  private var last: [UInt8] = []

  /// Whether a picture is of another scene than the one before it; false of the first.
  mutating func isNew(_ picture: TrackerPicture) -> Bool {
    let size = picture.size
    var points: [UInt8] = []
    points.reserveCapacity(Self.columns * Self.rows)
    for row in 0..<Self.rows {
      let y = (2 * row + 1) * size.height / (2 * Self.rows)
      for column in 0..<Self.columns {
        let x = (2 * column + 1) * size.width / (2 * Self.columns)
        // Green is most of the brightness.
        points.append(picture.pixels[3 * (y * size.width + x) + 1])
      }
    }
    defer { last = points }
    let difference = zip(points, last).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return difference >= Self.least * Self.columns * Self.rows
  }
}
