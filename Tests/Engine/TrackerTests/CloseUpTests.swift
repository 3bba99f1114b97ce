import Geometry
import TestSupport
import Testing
import Tracker
import Tracking

/// Pieces of pictures, and the way back from them.
@Suite struct CloseUpTests {
  private static let picture = PixelSize<TrackerSpace>(clamping: 640, 480)
  private static let sizes = PicturePair(clip: picture, tracker: picture)

  private func box(x: Double, y: Double, side: Double) -> FaceBox {
    FaceBox(left: x - side / 2, top: y - side / 2, right: x + side / 2, bottom: y + side / 2)
  }

  @Test func `a face fills a third of its close-up, whose longer side is 512 pixels`() {
    let closeUp = Self.sizes.closeUp(around: [box(x: 300, y: 200, side: 60)])
    #expect((closeUp.left, closeUp.top, closeUp.width, closeUp.height) == (210, 110, 180, 180))
    #expect(closeUp.size == PixelSize(clamping: 512, 512))
  }

  @Test func `a close-up about the way of a face shows all of it`() {
    let closeUp = Self.sizes.closeUp(
      around: [box(x: 200, y: 200, side: 60), box(x: 300, y: 220, side: 60)])
    #expect(closeUp.width == 280 && closeUp.left == 110)
  }

  @Test func `a close-up lies in the picture, wherever the face is`() {
    var random = SplitMix64(state: 9)
    for _ in 0..<2000 {
      func number(_ range: Double) -> Double { Double(random.next() % 100_000) / 100_000 * range }
      let side = number(2000)
      let closeUp = Self.sizes.closeUp(
        around: [box(x: number(1500) - 400, y: number(1500) - 400, side: side)])
      #expect(closeUp.left >= 0 && closeUp.left + closeUp.width <= 640)
      #expect(closeUp.top >= 0 && closeUp.top + closeUp.height <= 480)
      #expect(closeUp.width >= 16 && closeUp.height >= 16)
      #expect(max(closeUp.size.width, closeUp.size.height) == 512)
    }
  }

  /// A white dot in a dark picture, enlarged and found again: the way there and the way back agree.
  @Test(arguments: [1, 2])
  func `a point of a close-up is where it is in the picture`(shrink: Int) throws {
    let clip = PixelSize<TrackerSpace>(clamping: 640, 480)
    let sizes = PicturePair(
      clip: clip, tracker: PixelSize(clamping: 640 / shrink, 480 / shrink))
    var pixels = [UInt8](repeating: 20, count: 640 * 480 * 3)
    let (x, y) = (317, 203)
    for channel in 0..<3 { pixels[(y * 640 + x) * 3 + channel] = 255 }
    let picture = try #require(TrackerPicture(size: clip, pixels: pixels))
    let scale = Double(shrink)
    let closeUp = sizes.closeUp(around: [box(x: 300 / scale, y: 210 / scale, side: 50 / scale)])
    let piece = closeUp.picture(of: picture)
    #expect(piece.size == closeUp.size)
    // The middle of what is bright.
    var (sumX, sumY, sum) = (0.0, 0.0, 0.0)
    for row in 0..<piece.size.height {
      for column in 0..<piece.size.width {
        let weight = Double(piece.pixels[(row * piece.size.width + column) * 3]) - 20
        guard weight > 0 else { continue }
        sumX += weight * (Double(column) + 0.5)
        sumY += weight * (Double(row) + 0.5)
        sum += weight
      }
    }
    let found = FaceSample(landmarks: [Point3(sumX / sum, sumY / sum, 0)])
    let back = sizes.face(found, of: closeUp).landmarks[0]
    #expect(abs(back.x * scale - 317.5) < 0.05 && abs(back.y * scale - 203.5) < 0.05)
  }

  /// The matrix of a face is that of the whole picture's camera, whatever the close-up's was.
  @Test func `a face of a close-up has the matrix of its landmarks in the whole picture`() throws {
    var synthetic = SyntheticFace(yaw: 12, pitch: -5, roll: 8, x: 6, y: 3, z: -90)
    synthetic.id = nil
    let whole = synthetic.landmarks(width: 640, height: 480).map {
      Point3<TrackerSpace>($0[0] * 640, $0[1] * 480, $0[2] * 640)
    }
    let face = FaceBox(whole.lazy.map(\.xy))
    let closeUp = Self.sizes.closeUp(around: [try #require(face)])
    let scale = Double(closeUp.size.width) / Double(closeUp.width)
    var seen = FaceSample(
      landmarks: whole.map {
        Point3(
          ($0.x - Double(closeUp.left)) * scale, ($0.y - Double(closeUp.top)) * scale, $0.z * scale)
      })
    seen.pose = PoseSolver(size: closeUp.size).pose(of: seen.landmarks)
    let mapped = Self.sizes.face(seen, of: closeUp)
    for (one, other) in zip(mapped.landmarks, whole) {
      #expect(one.xy.distance(to: other.xy) < 1e-9)
    }
    let pose = try #require(mapped.pose)
    let expected = try #require(PoseSolver(size: Self.picture).pose(of: whole))
    let apart = zip(pose.rowMajor, expected.rowMajor).map { abs($0 - $1) }.max() ?? .infinity
    #expect(apart < 1e-9)
    seen.pose = nil
    #expect(Self.sizes.face(seen, of: closeUp).pose == nil)
  }

  @Test func `a piece in its own size is a copy, an even one stays even, a slope stays a slope`() {
    let bytes = (0..<40 * 30 * 3).map { UInt8($0 % 251) }
    let copy = PieceScaler(from: (10, 8), to: (10, 8)).scaled(
      bytes, rowBytes: 120, left: 5, top: 6)
    let expected = (6..<14).flatMap { y in bytes[y * 120 + 15..<y * 120 + 45] }
    #expect(copy == expected)
    let even = [UInt8](repeating: 77, count: 40 * 30 * 3)
    for target in [(100, 90), (7, 5), (40, 3)] {
      let scaled = PieceScaler(from: (40, 30), to: target).scaled(
        even, rowBytes: 120, left: 0, top: 0)
      #expect(scaled.count == target.0 * target.1 * 3 && scaled.allSatisfy { $0 == 77 })
    }
    let slope = (0..<30).flatMap { _ in
      (0..<40).flatMap { [UInt8](repeating: UInt8($0 * 6), count: 3) }
    }
    let enlarged = PieceScaler(from: (40, 30), to: (160, 30)).scaled(
      slope, rowBytes: 120, left: 0, top: 0)
    for column in 20..<140 {
      let value = Double(enlarged[(15 * 160 + column) * 3])
      #expect(abs(value - ((Double(column) + 0.5) / 4 - 0.5) * 6) < 1.2)
    }
  }

  /// The invariant of the tiles, by random faces: each is whole in a picture of whose longer side it is a
  /// sixth.
  @Test(arguments: [
    (1920, 1080, 40), (640, 480, 24), (480, 640, 60), (3840, 2160, 100), (320, 240, 24),
  ])
  func `a face of the smallest size or more is whole and large enough in a tile`(
    width: Int, height: Int, minFace: Int
  ) {
    let picture = PixelSize<TrackerSpace>(clamping: width, height)
    let tiles = SearchTiles.tiles(of: picture, minFace: minFace)
    #expect(!tiles.isEmpty)
    let whole = Double(max(width, height)) / 6
    var random = SplitMix64(state: 11)
    for _ in 0..<2000 {
      let side = Double(minFace) + Double(random.next() % 1000) / 1000 * (whole - Double(minFace))
      let left = Double(random.next() % 1000) / 999 * (Double(width) - side)
      let top = Double(random.next() % 1000) / 999 * (Double(height) - side)
      let isFound =
        side >= whole
        || tiles.contains { tile in
          Double(tile.left) <= left + 1 && Double(tile.left + tile.width) >= left + side - 1
            && Double(tile.top) <= top + 1 && Double(tile.top + tile.height) >= top + side - 1
            && side >= Double(max(tile.width, tile.height)) / 6 - 1
        }
      #expect(isFound, "\(side) at \(left), \(top)")
    }
  }

  @Test func `where the whole picture shows the smallest face large enough, there are no tiles`() {
    #expect(SearchTiles.tiles(of: PixelSize(clamping: 600, 400), minFace: 100).isEmpty)
    #expect(!SearchTiles.tiles(of: PixelSize(clamping: 600, 400), minFace: 99).isEmpty)
  }
}
