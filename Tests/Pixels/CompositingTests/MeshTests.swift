import Compositing
import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// Meshes on drawings, against areas, planes and curves in double precision, and against the flat path.
@Suite struct MeshTests {
  private typealias Vertex = PlacedMesh.Vertex

  static let red = RGBA8(255, 0, 0, 255)
  private static let blue = RGBA8(0, 0, 255, 255)

  static func texture(_ picture: StraightRGBA8) -> Texture {
    Texture(picture, for: OffscreenDrawing.format)
  }

  static func solid(_ colour: RGBA8) -> Texture { texture(Artwork.solid(32, 32, colour)) }

  /// A grid of rectangles over a part of the picture.
  static func grid(
    _ columns: Int, _ rows: Int, perspective: Bool = false,
    _ vertex: (_ column: Double, _ row: Double) -> PlacedMesh.Vertex
  ) -> PlacedMesh {
    var vertices: [Vertex] = []
    for row in 0...rows {
      for column in 0...columns {
        vertices.append(vertex(Double(column) / Double(columns), Double(row) / Double(rows)))
      }
    }
    var triangles: [SIMD3<Int32>] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let a = Int32(row * (columns + 1) + column)
        let c = a + Int32(columns) + 2
        triangles += [SIMD3(a, a + 1, c), SIMD3(a, c, c - 1)]
      }
    }
    return PlacedMesh(vertices: vertices, triangles: triangles, isPerspective: perspective)
  }

  /// A rectangle whose texture coordinates are all in the texture's middle.
  static func rectangle(
    _ left: Float, _ top: Float, _ right: Float, _ bottom: Float, depth: Float = 20,
    light: SIMD3<Float> = SIMD3(repeating: 1), perspective: Bool = true
  ) -> PlacedMesh {
    grid(1, 1, perspective: perspective) { s, t in
      Vertex(
        x: left + (right - left) * Float(s), y: top + (bottom - top) * Float(t), depth: depth,
        u: 16, v: 16, light: light)
    }
  }

  /// The words of a drawing.
  static func drawn(
    _ layers: [MeshLayer], columns: Range<Int> = 0..<120, rows: Range<Int> = 0..<100,
    painting: Range<Int>? = nil, bands: [Range<Int>]? = nil
  ) -> [[UInt32]] {
    var drawing = OffscreenDrawing()
    drawing.begin(columns: columns, rows: rows)
    for band in bands ?? [rows] {
      drawing.paint(
        layers, painting: painting ?? 0..<layers.count, tolerance: 0.02, rows: band)
    }
    var words: [[UInt32]] = []
    drawing.withPicture { picture in
      let plane = picture.planes[0]
      words = (0..<plane.height).map { y in
        (0..<plane.width).map { x in
          let pixel = plane.base + y * plane.stride + 4 * x
          return (0..<4).reduce(0) { $0 | UInt32(pixel[$1]) << UInt32(8 * $1) }
        }
      }
    }
    return words
  }

  // MARK: Coverage

  @Test func `a triangulated square covers its area`() {
    let angle = 0.37
    let mesh = Self.grid(7, 5) { s, t in
      let (x, y) = (70 * (s - 0.5), 60 * (t - 0.5))
      return Vertex(
        x: Float(60 + x * cos(angle) - y * sin(angle)),
        y: Float(50 + x * sin(angle) + y * cos(angle)), depth: 1, u: 16, v: 16)
    }
    let words = Self.drawn([MeshLayer(.own, mesh, texture: Self.solid(Self.red))])
    let area = words.joined().reduce(0) { $0 + Double($1 >> 24) / 255 }
    #expect(abs(area / (70 * 60) - 1) < 0.001, "\(area)")
  }

  @Test(arguments: [1, 0.4] as [Float])
  func `a mesh of slivers has no seam, and no point twice`(opacity: Float) {
    var generator = SplitMix64(state: 41)
    // Columns of 0.02 pixels to 5, whose inner corners are moved up and down at random.
    let mesh = Self.grid(90, 3) { s, t in
      let isInner = t > 0 && t < 1
      let shift = isInner ? Double.random(in: -6...6, using: &generator) : 0
      return Vertex(
        x: Float(10 + 100 * s * s * s), y: Float(8 + 80 * t + shift), depth: 30 + Float(shift),
        u: 16, v: 16)
    }
    let words = Self.drawn([
      MeshLayer(.own, mesh, texture: Self.solid(Self.blue), opacity: opacity)
    ])
    let level = UInt32((opacity * 255).rounded())
    for y in 0..<100 {
      for x in 0..<120 {
        let isInside = (10..<110).contains(x) && (8..<88).contains(y)
        #expect(words[y][x] == (isInside ? level << 24 | level : 0), "\(x) \(y)")
      }
    }
  }

  @Test func `what is opaque in its middle equals the flat path`() throws {
    let picture = Artwork.make(40, 30) { x, y in RGBA8(UInt8(6 * x), UInt8(8 * y), 90, 255) }
    let texture = Self.texture(picture)
    for (scale, degrees) in [(2.4, 13.0), (0.9, -28), (0.6, 75)] {
      let map = Homography.similarity(of: picture, to: 60, 50, scale: scale, degrees: degrees)
      let mesh = Self.grid(6, 4) { s, t in
        let (u, v) = (40 * s, 30 * t)
        return Vertex(
          x: Float(map.h0 * u + map.h1 * v + map.h2), y: Float(map.h3 * u + map.h4 * v + map.h5),
          depth: 50, u: Float(u), v: Float(v))
      }
      var flat = TestPicture(OffscreenDrawing.format, 120, 100) { _, _, _ in 0 }
      try flat.withPicture { try Compositor().draw(texture, at: map, onto: $0) }
      let words = Self.drawn([MeshLayer(.own, mesh, texture: texture)])
      let inverse = try #require(map.inverse)
      var compared = 0
      for y in 0..<100 {
        for x in 0..<120 {
          let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
          let u = inverse.h0 * px + inverse.h1 * py + inverse.h2
          let v = inverse.h3 * px + inverse.h4 * py + inverse.h5
          guard (3...37).contains(u), (3...27).contains(v) else { continue }
          compared += 1
          for c in 0..<4 {
            let expected = Int(flat.planes[0][4 * (y * 120 + x) + c])
            #expect(abs(Int(words[y][x] >> UInt32(8 * c) & 255) - expected) <= 1, "\(x) \(y)")
          }
        }
      }
      #expect(compared > 200)
    }
  }

  // MARK: Colour

  @Test func `texture coordinates are interpolated in perspective`() {
    // A floor: u is the world's x, v its depth beyond 10.
    let picture = Artwork.make(64, 64) { x, y in RGBA8(UInt8(4 * x), UInt8(4 * y), 0, 255) }
    let mesh = Self.grid(1, 1, perspective: true) { s, t in
      let (depth, x) = (10 + 20 * t, 30 * (s - 0.5))
      return Vertex(
        x: Float(60 + 60 * x / depth), y: Float(10 + 700 / depth), depth: Float(depth),
        u: Float(64 * s), v: Float(64 * t))
    }
    let words = Self.drawn([MeshLayer(.own, mesh, texture: Self.texture(picture))])
    for (x, y) in [(60, 40), (50, 60), (75, 70), (60, 76)] {
      let depth = 700 / (Double(y) + 0.5 - 10)
      let s = (Double(x) + 0.5 - 60) * depth / 60 / 30 + 0.5
      let expected = (4 * (64 * s - 0.5), 4 * (64 * (depth - 10) / 20 - 0.5))
      let word = words[y][x]
      #expect(abs(Double(word >> 16 & 255) - expected.0) < 2.5, "\(x) \(y)")
      #expect(abs(Double(word >> 8 & 255) - expected.1) < 2.5, "\(x) \(y)")
    }
  }

  @Test func `minified detail becomes its mean`() {
    let picture = Artwork.make(512, 512) { x, y in
      (x + y) % 2 == 0 ? RGBA8(255, 255, 255, 255) : RGBA8(0, 0, 0, 255)
    }
    for size in [300.0, 120, 50, 20] {
      let mesh = Self.grid(3, 3) { s, t in
        Vertex(
          x: Float(5 + size * s), y: Float(5 + size * t), depth: 1, u: Float(512 * s),
          v: Float(512 * t))
      }
      let words = Self.drawn([MeshLayer(.own, mesh, texture: Self.texture(picture))])
      for y in stride(from: 8, to: Int(min(size, 90)), by: 3) {
        #expect(abs(Int(words[y][y] & 255) - 127) < 40, "\(size) \(y)")
      }
    }
  }

  @Test(arguments: [0.05, 0.6, 1.7, 9] as [Float], [255, 120] as [UInt8])
  func `light multiplies the straight colour in linear light`(factor: Float, alpha: UInt8) {
    let mesh = Self.rectangle(10, 10, 60, 60, light: SIMD3(factor, 1, factor / 2))
    let texture = Self.solid(RGBA8(150, 90, 200, alpha))
    let word = Self.drawn([MeshLayer(.own, mesh, texture: texture)])[30][30]
    func lit(_ level: Double, _ factor: Float) -> Double {
      let signal = level / 255
      let light = signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
      let dimmed = min(light * Double(factor), 1)
      return dimmed <= 0.0031308 ? 12.92 * dimmed : 1.055 * pow(dimmed, 1 / 2.4) - 0.055
    }
    let expected = [lit(200, factor / 2), lit(90, 1), lit(150, factor)]
    for (c, signal) in expected.enumerated() {
      let found = Double(word >> UInt32(8 * c) & 255)
      #expect(abs(found - signal * Double(alpha)) < 1, "\(c)")
    }
    #expect(word >> 24 == UInt32(alpha))
  }

  // MARK: Depth

  @Test(arguments: [false, true])
  func `crossing planes are seen on their side of the line`(perspective: Bool) {
    // 1 / depth is linear in the picture where depths are interpolated in perspective.
    func depth(_ s: Double, _ near: Double, _ far: Double) -> Float {
      perspective
        ? Float(1 / (1 / near + (1 / far - 1 / near) * s)) : Float(near + (far - near) * s)
    }
    func mesh(_ left: Double, _ right: Double) -> PlacedMesh {
      Self.grid(5, 4, perspective: perspective) { s, t in
        Vertex(
          x: Float(10 + 100 * s), y: Float(10 + 80 * t), depth: depth(s, left, right), u: 16,
          v: 16)
      }
    }
    let layers = [
      MeshLayer(.shared, mesh(20, 60), texture: Self.solid(Self.red)),
      MeshLayer(.shared, mesh(60, 20), texture: Self.solid(Self.blue)),
    ]
    let words = Self.drawn(layers)
    for y in 10..<90 {
      for x in 10..<110 where abs(x - 60) > 1 {
        #expect(words[y][x] == (x < 60 ? 0xFFFF_0000 : 0xFF00_00FF), "\(x) \(y)")
      }
    }
    #expect(words.joined().allSatisfy { [0, 255].contains($0 >> 24) })
  }

  @Test func `an occluder hides what is behind it, wherever it stands in the list`() {
    let layers = [
      MeshLayer(.shared, Self.rectangle(10, 10, 110, 90), texture: Self.solid(Self.red)),
      MeshLayer(.occluder, Self.rectangle(30, 20, 70, 60, depth: 19)),
      MeshLayer(.occluder, Self.rectangle(80, 20, 100, 60, depth: 21)),
    ]
    let words = Self.drawn(layers)
    var own = layers
    own[0].kind = .own
    let whole = Self.drawn(own)
    for y in 10..<90 {
      for x in 10..<110 {
        let isHidden = (30..<70).contains(x) && (20..<60).contains(y)
        #expect(words[y][x] == (isHidden ? 0 : 0xFFFF_0000), "\(x) \(y)")
        #expect(whole[y][x] == 0xFFFF_0000)
      }
    }
  }

  @Test func `of shared layers at one depth the later is seen, and what is faint hides nothing`() {
    func middle(_ second: Float, _ opacity: Float = 1) -> UInt32 {
      Self.drawn([
        MeshLayer(
          .shared, Self.rectangle(10, 10, 90, 90), texture: Self.solid(Self.red),
          opacity: opacity),
        MeshLayer(
          .shared, Self.rectangle(10, 10, 90, 90, depth: second), texture: Self.solid(Self.blue)),
      ])[50][50]
    }
    #expect(middle(20) == 0xFF00_00FF)
    #expect(middle(20.019) == 0xFF00_00FF)
    #expect(middle(20.021) == 0xFFFF_0000)
    #expect(middle(25, 0.49) == 0xFF00_00FF)
    #expect(middle(25, 0.51) >> 24 == 130)
  }

  @Test func `within a layer the nearest triangle wins, transparent or not`() {
    let picture = Artwork.make(64, 32) { x, _ in x < 32 ? Self.red : RGBA8(0, 0, 0, 0) }
    func mesh(near: Float, far: Float) -> PlacedMesh {
      var both = Self.rectangle(10, 10, 90, 90, depth: 30)
      let over = Self.rectangle(30, 30, 60, 60, depth: 20)
      for i in both.vertices.indices { both.vertices[i].u = far }
      both.vertices += over.vertices.map {
        var vertex = $0
        vertex.u = near
        return vertex
      }
      both.triangles += over.triangles.map { $0 &+ 4 }
      return both
    }
    for kind in [MeshLayer.Kind.own, .shared] {
      let hole = Self.drawn([
        MeshLayer(kind, mesh(near: 48, far: 16), texture: Self.texture(picture))
      ])
      #expect(hole[45][45] == 0 && hole[45][20] == 0xFFFF_0000)
      let patch = Self.drawn([
        MeshLayer(kind, mesh(near: 16, far: 48), texture: Self.texture(picture))
      ])
      #expect(patch[45][45] == 0xFFFF_0000 && patch[45][20] == 0)
    }
  }

  @Test func `layers before those that are painted write their depth alone`() {
    let layers = [
      MeshLayer(.shared, Self.rectangle(10, 10, 60, 90), texture: Self.solid(Self.red)),
      MeshLayer(.own, Self.rectangle(10, 10, 30, 90), texture: Self.solid(Self.red)),
      MeshLayer(
        .shared, Self.rectangle(10, 10, 110, 90, depth: 30), texture: Self.solid(Self.blue)),
      MeshLayer(.own, Self.rectangle(10, 10, 110, 90), texture: Self.solid(Self.red)),
    ]
    let words = Self.drawn(layers, painting: 2..<3)
    #expect(words[50][40] == 0 && words[50][20] == 0 && words[50][80] == 0xFF00_00FF)
  }

  // MARK: Invariants

  /// A bent and folded mesh in perspective over an occluder, and a second one across it.
  private static func hardLayers(_ generator: inout SplitMix64) -> [MeshLayer] {
    let picture = Artwork.noise(90, 70, using: &generator)
    func mesh(_ turn: Double) -> PlacedMesh {
      grid(24, 18, perspective: true) { s, t in
        let (a, b) = (4 * (s - 0.5), 2 * (t - 0.5))
        let x = 9 * sin(a) * cos(turn) + 5 * b * sin(turn)
        let depth = 40 - 6 * cos(a) + 2 * sin(5 * b) + x * sin(turn)
        return Vertex(
          x: Float(60 + 200 * x / depth), y: Float(50 + 260 * b * 5 / depth), depth: Float(depth),
          u: Float(90 * s), v: Float(70 * t),
          light: SIMD3(Float(0.3 + s), Float(0.5 + t), 1))
      }
    }
    let texture = texture(picture)
    return [
      MeshLayer(.shared, mesh(0.3), texture: texture),
      MeshLayer(.own, mesh(-0.5), texture: texture, opacity: 0.7),
      MeshLayer(.shared, mesh(0.9), texture: texture, opacity: 0.8),
      MeshLayer(.occluder, rectangle(40, 30, 80, 60, depth: 37)),
    ]
  }

  @Test func `the order of triangles makes no difference`() {
    var generator = SplitMix64(state: 42)
    let layers = Self.hardLayers(&generator)
    let words = Self.drawn(layers)
    #expect(Set(words.joined()).count > 1000)
    for _ in 0..<3 {
      var shuffled = layers
      for i in shuffled.indices {
        shuffled[i].triangles.shuffle(using: &generator)
        shuffled[i].triangles = shuffled[i].triangles.map { triangle in
          Bool.random(using: &generator) ? SIMD3(triangle.y, triangle.z, triangle.x) : triangle
        }
      }
      let pairs = zip(Self.drawn(shuffled).joined(), words.joined())
      // From another first corner single precision rounds otherwise, by which few pixels change a level.
      #expect(pairs.count { $0 != $1 } < 200)
      for (word, other) in pairs {
        for shift in [0, 8, 16, 24] as [UInt32] {
          #expect(abs(Int(word >> shift & 255) - Int(other >> shift & 255)) <= 1)
        }
      }
      for i in shuffled.indices {
        shuffled[i].triangles = layers[i].triangles.shuffled(using: &generator)
      }
      #expect(Self.drawn(shuffled) == words)
    }
  }

  @Test func `a part equals the whole: bands of rows on threads, and other boxes`() {
    var generator = SplitMix64(state: 43)
    let layers = Self.hardLayers(&generator)
    let words = Self.drawn(layers)
    #expect(Self.drawn(layers, bands: [0..<7, 40..<100, 7..<23, 23..<40]) == words)
    let results = Results(count: 6)
    DispatchQueue.concurrentPerform(iterations: 6) { i in
      results.set(i, Self.drawn(layers, columns: 0..<120, rows: 0..<100))
    }
    #expect(results.all.allSatisfy { $0 == words })
    let box = Self.drawn(layers, columns: 33..<71, rows: -9..<58)
    #expect(box.dropFirst(9).map(Array.init) == words[..<58].map { Array($0[33..<71]) })
  }

  private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var words: [[[UInt32]]]
    init(count: Int) { words = Array(repeating: [], count: count) }
    func set(_ i: Int, _ value: [[UInt32]]) { lock.withLock { words[i] = value } }
    var all: [[[UInt32]]] { lock.withLock { words } }
  }
}

extension MeshLayer {
  /// The triangles of a layer with a picture.
  fileprivate var triangles: [SIMD3<Int32>] {
    get { if case .picture(let mesh, _) = content { mesh.triangles } else { [] } }
    set {
      guard case .picture(var mesh, let texture) = content else { return }
      mesh.triangles = newValue
      content = .picture(mesh, texture)
    }
  }
}
