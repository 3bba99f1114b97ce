internal import Geometry
internal import Tracking

/// When faces are looked for in which pieces of the picture.
///
/// Where the request names no smallest face, all pieces are looked at in the first sample, and again where another scene
/// begins or a face is lost; in between the one that has changed most since it was looked at, where a face may have come
/// in, and a few in turns. So a clip without small faces costs about a tenth more.
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
  /// The points of a sparse picture that lie in each piece.
  private let points: [[Int]]
  /// The sparse pictures as each piece was last looked at.
  private var looked: [SparsePicture?]
  private let isInTurns: Bool
  private var nextMs = Int.min
  private var allMs: Int?
  private var place = 0
  private var last: SparsePicture?
  private var lastFaces = 0
  /// Whether all pieces are to be looked at as soon as they may.
  private var isPending = true

  init(_ setup: CloseUpSetup, of picture: PixelSize<TrackerSpace>) {
    isInTurns = setup.minFace == nil
    let smallest = Int(Self.smallestOfSide * Double(min(picture.width, picture.height)))
    let minFace = setup.minFace ?? (setup.looksInTurns ? max(smallest, Self.fewestPixels) : nil)
    tiles = minFace.map { SearchTiles.tiles(of: picture, minFace: $0) } ?? []
    points = isInTurns ? tiles.map { SparsePicture.points(in: $0, of: picture) } : []
    looked = [SparsePicture?](repeating: nil, count: points.count)
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
    // Pictures that do not follow each other: where one shows a face, that is what it is of.
    guard mode == .video else { return faces == 0 ? tiles : [] }
    let now = SparsePicture(picture)
    if faces < lastFaces || last.map({ now.difference($0) >= SparsePicture.otherScene }) ?? false {
      isPending = true
    }
    (last, lastFaces) = (now, faces)
    if isPending, allMs.map({ timeMs - $0 >= Self.restMs }) ?? true {
      (allMs, nextMs, isPending) = (timeMs, timeMs + Self.everyMs, false)
      looked = looked.map { _ in now }
      return tiles
    }
    guard timeMs >= nextMs else { return [] }
    nextMs = timeMs + Self.everyMs
    var turn = (0..<min(Self.inTurn, tiles.count)).map { (place + $0) % tiles.count }
    place = (place + turn.count) % tiles.count
    let changes = tiles.indices.map { tile in
      looked[tile].map { now.difference($0, at: points[tile]) } ?? 0
    }
    if let most = tiles.indices.max(by: { (changes[$0], $1) < (changes[$1], $0) }),
      changes[most] >= SparsePicture.changed, !turn.contains(most)
    {
      turn.append(most)
    }
    for tile in turn { looked[tile] = now }
    return turn.map { tiles[$0] }
  }
}

/// A few points of a picture, by which pictures are compared.
struct SparsePicture {
  /// The mean difference of all points from which on a picture is of another scene, of 255.
  static let otherScene = 40.0
  /// That of a piece's points from which on something has changed in it.
  static let changed = 12.0

  private static let (columns, rows) = (32, 18)

  private let points: [UInt8]

  init(_ picture: TrackerPicture) {
    let size = picture.size
    points = (0..<Self.columns * Self.rows).map { point in
      let x = Int(Self.place(point).x * Double(size.width))
      let y = Int(Self.place(point).y * Double(size.height))
      // Green is most of the brightness.
      return picture.pixels[3 * (y * size.width + x) + 1]
    }
  }

  /// Where a point lies, in parts of the picture.
  private static func place(_ point: Int) -> (x: Double, y: Double) {
    (
      (Double(point % columns) + 0.5) / Double(columns),
      (Double(point / columns) + 0.5) / Double(rows)
    )
  }

  /// The points that lie in a piece of a picture; none where it lies between them.
  static func points(in piece: CloseUp, of picture: PixelSize<TrackerSpace>) -> [Int] {
    (0..<columns * rows).filter { point in
      let x = Int(place(point).x * Double(picture.width)) - piece.left
      let y = Int(place(point).y * Double(picture.height)) - piece.top
      return (0..<piece.width).contains(x) && (0..<piece.height).contains(y)
    }
  }

  /// The mean difference to another one, of 255.
  func difference(_ other: SparsePicture) -> Double { difference(other, at: Array(points.indices)) }

  /// The same of some points.
  func difference(_ other: SparsePicture, at places: [Int]) -> Double {
    let sum = places.reduce(0) { $0 + abs(Int(points[$1]) - Int(other.points[$1])) }
    return places.isEmpty ? 0 : Double(sum) / Double(places.count)
  }
}
