import Avatars
import FaceModel
import Foundation
import Geometry
import Placement
import TestSupport
import Testing
import Tracking

/// Layers that are more than a flat picture, against the formulas written out in plain numbers.
@Suite struct SurfaceTests {
  private static let size = (width: 400, height: 300)

  /// An avatar of one layer, its relief a slope from black on the left to white on the right.
  private static func measured(
    _ layer: Layer, occluders: [FaceOccluder] = []
  ) throws -> MeasuredAvatar {
    let size = try #require(PixelSize<ArtworkSpace>(width: size.width, height: size.height))
    var avatar = Avatar(id: "test", layers: [layer])
    avatar.occluders = occluders
    let cells = SurfaceCells(
      width: size.width, height: size.height, hasRelief: true, isFlat: false)
    let slope = (0..<64 * 48).map { Float($0 % 64) / 63 }
    let relief =
      layer.relief == nil ? nil : ReliefGrid(pixels: slope, width: 64, height: 48, cells: cells)
    return try #require(MeasuredAvatar(avatar, pictureSizes: [size], reliefs: [relief]))
  }

  private static func curved(_ curve: SurfaceCurve) -> Layer {
    var layer = Layer(
      name: "a", image: "a.png", anchor: .nose, offset: Vector3(0.2, -0.1, 0.15), scale: 1.8,
      rotation: 20, pivot: Pivot(x: 0.4, y: 0.7))
    layer.surface = .curved(curve)
    return layer
  }

  private static let curves = [
    SurfaceCurve(radiusX: 2.2, radiusY: 4), SurfaceCurve(radiusX: 1.5),
    SurfaceCurve(radiusY: 2, centre: .pivot), SurfaceCurve(radiusX: 2, radiusY: 2, centre: .pivot),
    SurfaceCurve(),
  ]

  /// The curve, how it is placed, whether it has a relief, and whether the output is mirrored and the picture kept.
  @Test(arguments: curves.indices, [PlacementOptions.Mode.landmarks, .matrix])
  func `a curved layer lies where the formulas say`(
    curve index: Int, mode: PlacementOptions.Mode
  ) throws {
    for (hasRelief, isKept) in [(false, false), (true, false), (true, true)] {
      let curve = Self.curves[index]
      var layer = Self.curved(curve)
      if hasRelief { layer.relief = LayerRelief(image: "r.png", depth: 0.45, zero: 0.25) }
      layer.mirror = isKept ? .keep : .follow
      let face = FaceSample(yaw: 25, pitch: -10, roll: 12, noise: 6)
      var placer = try Placer(Self.measured(layer), mirrorOutput: isKept, mode: mode)
      let intrinsics = hasRelief ? [800.0, 860, 610, 350] : nil
      placer.scene = placer.scene.seen(
        with: intrinsics.map { CameraIntrinsics(fx: $0[0], fy: $0[1], cx: $0[2], cy: $0[3]) })
      let placed = try #require(placer.place(face).first)
      let volume = try #require(placed.volume)
      let reference = ReferenceChain(
        w: 1280, h: 720, sceneW: 1280, sceneH: 720, outW: 1280, outH: 720, mirroredOutput: isKept,
        crop: (0, 0, 1280, 720), landmarks: face.landmarks.map { ($0.x, $0.y) },
        matrix: face.pose?.rowMajor, intrinsics: intrinsics)
      func expected(_ x: Double, _ y: Double, raised h: Double) -> ReferenceChain.Pair {
        let (iw, ih) = (Double(Self.size.width), Double(Self.size.height))
        let f = reference.bent((x * iw, y * ih), layer, curve, raised: h, iw: iw, ih: ih)
        let place =
          mode == .matrix
          ? reference.byMatrix(f, layer).0 : reference.byLandmarks(f, layer)
        return reference.output(place)
      }
      let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
      for (corner, (x, y)) in zip(placed.corners.corners, corners) {
        let place = expected(x, y, raised: 0)
        #expect(hypot(corner.x - place.x, corner.y - place.y) < 1e-3)
      }
      // The mean grey over a cell about the edges of a slope, and about its middle.
      let cell = 64.0 / (hasRelief ? 64 : 32)
      let greys = [cell / 4 - 0.5, 31.5, 64 - cell / 4 - 0.5].map {
        hasRelief ? min(max($0, 0), 63) / 63 : 0
      }
      #expect(volume.points.count == 9)
      for (number, point) in volume.points.enumerated() {
        let (column, row) = (number % 3, number / 3)
        let h = hasRelief ? (greys[column] - 0.25) * 0.45 : 0
        let place = expected(Double(column) / 2, Double(row) / 2, raised: h)
        #expect(hypot(point.x - place.x, point.y - place.y) < 2e-3, "\(number)")
      }
    }
  }

  @Test func `a sheet of a huge radius is the flat layer, and its back is not drawn`() throws {
    let flat = Layer(name: "a", image: "a.png", offset: Vector3(0.1, 0.2, 0.3), scale: 2)
    var bent = flat
    bent.surface = .curved(SurfaceCurve(radiusX: 1e3, radiusY: 1e3))
    for yaw in [0.0, 40, 80, 100, 170] {
      let face = FaceSample(yaw: yaw)
      var (first, second) = (try Placer(Self.measured(flat)), try Placer(Self.measured(bent)))
      let (plane, sheet) = (first.place(face).first, second.place(face).first)
      #expect((plane == nil) == (sheet == nil), "\(yaw)")
      guard let plane, let sheet else { continue }
      #expect(distance(plane.corners, sheet.corners) < 0.5)
    }
  }

  @Test func `triangles that are bent beyond 90 degrees are not drawn`() throws {
    var layer = Layer(name: "a", image: "a.png", scale: 4)
    layer.surface = .curved(SurfaceCurve(radiusX: 1))
    var placer = try Placer(Self.measured(layer), snap: false)
    let volume = try #require(placer.place(FaceSample(yaw: 0)).first?.volume)
    // Each cell of 32 is an eighth of an eye distance wide; the sheet is 90 degrees from its middle at pi / 2.
    let columns = Set(
      try volume.mesh.triangles.flatMap { [$0.x, $0.y, $0.z] }.map { Int($0) % 33 })
    #expect(columns.min() == 4 && columns.max() == 28)
    #expect(placer.avatars[0].surfaceWarnings.map(\.kind) == [.bentAway(degrees: 115)])
  }

  @Test func `a picture on the face lies on the landmarks`() throws {
    var layer = Layer(name: "a", image: "a.png", scale: 1)
    layer.surface = .face(holes: .all)
    let face = FaceSample(yaw: 30, pitch: 10, roll: -15, noise: 4)
    for mode in [PlacementOptions.Mode.landmarks, .matrix] {
      for isMirrored in [false, true] {
        var placer = try Placer(Self.measured(layer), mirrorOutput: isMirrored, mode: mode)
        let volume = try #require(placer.place(face).first?.volume)
        for (point, number) in zip(volume.points, [1, 10, 33, 152, 234, 263, 454, 13, 14]) {
          let landmark = face.landmarks[number]
          let x = isMirrored ? 1280 - landmark.x : landmark.x
          #expect(hypot(point.x - x, point.y - landmark.y) < 1e-3)
        }
      }
    }
    // From the front the whole mesh of 898 triangles is seen but for 2 x 14 of the eyes and 18 of the mouth.
    func count(_ holes: FaceHoles) throws -> Int {
      layer.surface = .face(holes: holes)
      var placer = try Placer(Self.measured(layer))
      return try #require(placer.place(FaceSample(z: -500)).first?.volume).mesh.triangles.count
    }
    let whole = try count([])
    #expect(try count(.eyes) == whole - 28 && count(.mouth) == whole - 18)
    #expect(try count(.all) == whole - 46 && whole <= 898)
    var placer = try Placer(Self.measured(layer))
    #expect(placer.place(FaceSample(yaw: 30).poseOnly).isEmpty)
  }

  @Test func `normals look away from the sheet, turned as the head is`() throws {
    var layer = Layer(name: "a", image: "a.png", scale: 2)
    layer.surface = .curved(SurfaceCurve(radiusX: 2))
    for isKept in [false, true] {
      layer.mirror = isKept ? .keep : .follow
      var placer = try Placer(Self.measured(layer), mirrorOutput: isKept)
      let mesh = try #require(placer.place(FaceSample(yaw: 20)).first?.volume).mesh
      // The middle row: corners at u from -1 to 1.
      for column in [4, 16, 28] {
        let u = (Double(column) / 16 - 1) * (isKept ? -1 : 1)
        let normal = mesh.normals[12 * 33 + column]
        let angle = u / 2 + 20 * Double.pi / 180
        #expect(abs(Double(normal.x) - sin(angle)) < 0.01)
        #expect(abs(Double(normal.z) - cos(angle)) < 0.01 && abs(normal.y) < 0.01)
      }
    }
  }

  @Test func `the skull is behind every point of the face, and hides what is behind it`() throws {
    var layer = Layer(name: "a", image: "a.png", offset: Vector3(0, 0, -3), scale: 2)
    layer.depth = .shared
    let head = FaceOccluder(name: "head", shape: .head, push: 0)
    var placer = try Placer(Self.measured(layer, occluders: [head]), snap: false)
    let volume = try #require(placer.place(FaceSample(yaw: 0)).first?.volume)
    #expect(volume.surface == .flat && volume.occluders.count == 2)
    let (face, skull) = (volume.occluders[0], volume.occluders[1])
    #expect(try #require(skull.depths.min()) > #require(face.depths.min()) + 0.7)
    // Half axes 7.5, 10.2, and 7 in front of (0, 3.5, -3.8) or 9.6 behind it.
    for point in CanonicalFace.vertices {
      let (x, y) = (point.x / 7.5, (point.y - 3.5) / 10.2)
      let z = (point.z + 3.8) / (point.z > -3.8 ? 7 : 9.6)
      #expect(x * x + y * y + z * z > 1)
    }
    // The layer is 3 eye distances behind the eyes: behind the skull's back, 9.6 cm behind (0, 3.5, -3.8).
    let expected: Float = 50 - 3.465663 + 3 * 6.302291
    #expect(abs(try volume.mesh.depths[0] - expected) < 1e-3)
    #expect(abs(try #require(skull.depths.max()) - (50 + 3.8 + 9.6)) < 1e-3)
    #expect(skull.box.map { $0.width > 0 } == true)
  }

  @Test func `a record keeps a surface and its points`() throws {
    var layer = Self.curved(Self.curves[0])
    layer.relief = LayerRelief(image: "r.png", depth: 0.45)
    var paint = Layer(name: "paint", image: "a.png", scale: 1)
    paint.surface = .face(holes: [])
    for layer in [layer, paint] {
      var placer = try Placer(Self.measured(layer))
      let record = PlacementRecord(
        frame: 3, timestampMs: 120, output: try outputSize(1280, 720),
        placements: placer.place(FaceSample(yaw: 10)))
      let read = try JSONDecoder().decode(PlacementRecord.self, from: Data(record.line.utf8))
      #expect(read == record.asWritten)
      #expect(read.placements[0].points.count == 9)
      #expect(record.line.contains("\"corners\"") == (layer.surface.kind == .curved))
      #expect(record.line.contains("\"surface\": \"\(layer.surface.kind.rawValue)\""))
    }
  }

  @Test func `a relief that is too steep is told`() throws {
    var layer = Layer(name: "a", image: "a.png", scale: 2)
    layer.relief = LayerRelief(image: "r.png", depth: 1)
    // A slope of 1 over 64 cells of 2 / 64 each: half a cell a cell.
    #expect(try Self.measured(layer).surfaceWarnings.isEmpty)
    layer.relief?.depth = 4
    #expect(try Self.measured(layer).surfaceWarnings.map(\.layer) == [0])
    layer.relief?.depth = -4
    #expect(try Self.measured(layer).surfaceWarnings.count == 1)
  }
}

@Suite struct ReliefGridTests {
  @Test func `a corner's grey is the mean over one cell about it`() throws {
    // 10 x 4 pixels over 4 x 2 cells: a cell is 2.5 pixels wide and 2 high.
    let pixels = (0..<40).map { Float(($0 * 7) % 11) / 10 }
    let grid = try #require(
      ReliefGrid(
        pixels: pixels, width: 10, height: 4,
        cells: SurfaceCells(width: 4, height: 2, hasRelief: false, isFlat: true)))
    // One cell: all corners are means of a quarter of the picture.
    #expect(grid.greys.count == 4)
    var sum = 0.0
    for y in 0..<2 { for x in 0..<5 { sum += Double(pixels[10 * y + x]) } }
    #expect(abs(grid.greys[0] - sum / 10) < 1e-6)
    #expect(ReliefGrid(pixels: [], width: 0, height: 0, cells: grid.cells) == nil)
  }

  @Test(arguments: [(800, 600, 64, 48), (600, 800, 48, 64), (1000, 3, 64, 1), (5, 5, 64, 64)])
  func `the grid has 64 cells along its longer side`(w: Int, h: Int, columns: Int, rows: Int) {
    let cells = SurfaceCells(width: w, height: h, hasRelief: true, isFlat: false)
    #expect(cells.columns == columns && cells.rows == rows)
    let bare = SurfaceCells(width: w, height: h, hasRelief: false, isFlat: false)
    #expect(max(bare.columns, bare.rows) == 32)
    let flat = SurfaceCells(width: w, height: h, hasRelief: false, isFlat: true)
    #expect(flat.columns == 1 && flat.rows == 1)
  }
}

extension LayerVolume {
  /// The surface that it is.
  fileprivate var mesh: SurfaceMesh {
    get throws {
      guard case .surface(let mesh) = shape else { throw CancellationError() }
      return mesh
    }
  }
}
