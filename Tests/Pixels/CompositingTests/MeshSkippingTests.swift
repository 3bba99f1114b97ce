import Compositing
import Imaging
import TestSupport
import Testing

/// Meshes of which parts are transparent or hidden, which are left out before they are looked up.
@Suite struct MeshSkippingTests {
  private typealias Vertex = PlacedMesh.Vertex

  /// Blots in noise on what is transparent, or next to it.
  private static func blots(_ seed: UInt64, around: RGBA8) -> Texture {
    var generator = SplitMix64(state: seed)
    let noise = Artwork.noise(150, 110, using: &generator)
    let discs = (0..<5).map { _ in
      (
        Int.random(in: 20..<130, using: &generator), Int.random(in: 15..<95, using: &generator),
        Int.random(in: 8..<26, using: &generator)
      )
    }
    return MeshTests.texture(
      Artwork.make(150, 110) { x, y in
        let found = discs.firstIndex { disc in
          (x - disc.0) * (x - disc.0) + (y - disc.1) * (y - disc.1) < disc.2 * disc.2
        }
        guard let found else { return around }
        let pixel = noise[x, y]
        return RGBA8(pixel.red, pixel.green, pixel.blue, found < 3 ? 255 : max(pixel.alpha, 40))
      })
  }

  /// A sheet with waves, which with large ones lies over itself.
  private static func sheet(turn: Double, waves: Double, light: Float = 1) -> PlacedMesh {
    MeshTests.grid(22, 16, perspective: true) { s, t in
      let (a, b) = (12 * (s - 0.5), 9 * (t - 0.5))
      let x = a * turn + waves * (3 * s + 2 * t).rounded(.down).truncatingRemainder(dividingBy: 2)
      let depth = 40 + waves * a - 3 * b * turn
      return Vertex(
        x: Float(60 + 380 * (x + waves * 2 * (6 * s - 3) * (6 * s - 4)) / depth),
        y: Float(50 + 400 * b / depth), depth: Float(depth), u: Float(150 * s), v: Float(110 * t),
        light: SIMD3(light, 1, light))
    }
  }

  private static func stack(_ kind: MeshLayer.Kind, waves: Double, around: RGBA8) -> [MeshLayer] {
    (0..<5).map { i in
      let turn = 0.9 - 0.12 * Double(i)
      return MeshLayer(
        i == 2 ? .own : kind, sheet(turn: turn, waves: waves, light: i % 2 == 0 ? 1 : 0.8),
        texture: blots(UInt64(70 + i), around: around), opacity: i == 3 ? 0.6 : 1)
    }
  }

  private static func difference(_ a: UInt32, _ b: Double, _ c: Int) -> Double {
    abs(Double(a >> UInt32(8 * c) & 255) - b)
  }

  @Test(arguments: [MeshLayer.Kind.own, .shared], [0, 0.16])
  func `what is transparent is drawn as what is all but transparent`(
    kind: MeshLayer.Kind, waves: Double
  ) {
    let words = MeshTests.drawn(
      Self.stack(kind, waves: waves, around: RGBA8(0, 0, 0, 0)))
    let whole = MeshTests.drawn(
      Self.stack(kind, waves: waves, around: RGBA8(0, 0, 0, 1)))
    #expect(Set(words.joined()).count > 2000)
    var worst = 0.0
    for (a, b) in zip(words.joined(), whole.joined()) {
      for c in 0..<4 { worst = max(worst, Self.difference(a, Double(b >> UInt32(8 * c) & 255), c)) }
    }
    // A level for each of five layers.
    #expect(worst <= 6, "\(worst)")
  }

  @Test func `layers drawn at once equal layers drawn apart and put over each other`() {
    let layers = Self.stack(.own, waves: 0, around: RGBA8(0, 0, 0, 0))
    let words = MeshTests.drawn(layers)
    let apart = layers.map { MeshTests.drawn([$0]) }
    var compared = 0
    for y in 0..<100 {
      for x in 0..<120 {
        var colour = SIMD4<Double>.zero
        for layer in apart {
          let word = layer[y][x]
          let over = SIMD4((0..<4).map { Double(word >> UInt32(8 * $0) & 255) })
          colour = over + colour * (1 - over.w / 255)
        }
        if apart.count(where: { $0[y][x] >> 24 == 255 }) > 1 { compared += 1 }
        for c in 0..<4 {
          // Half a level of rounding a layer.
          #expect(Self.difference(words[y][x], colour[c], c) <= 2.6, "\(x) \(y) \(c)")
        }
      }
    }
    #expect(compared > 200)
  }

  @Test(arguments: [MeshLayer.Kind.own, .shared])
  func `a transparent fold in front hides the fold behind it alone`(kind: MeshLayer.Kind) {
    // Three times the same place, folded like a letter; in the middle part, which is nearest, nothing is seen.
    let picture = Artwork.make(96, 64) { x, _ in
      x < 32 ? RGBA8(255, 0, 0, 255) : x < 64 ? RGBA8(0, 0, 0, 0) : RGBA8(0, 0, 255, 255)
    }
    let mesh = MeshTests.grid(24, 8, perspective: true) { s, t in
      let part = min(Int(3 * s), 2)
      let along = 3 * s - Double(part)
      let x = [20 + 70 * along, 90 - 40 * along, 50 + 70 * along][part]
      return Vertex(
        x: Float(x), y: Float(10 + 80 * t), depth: [30, 20, 40][part], u: Float(96 * s),
        v: Float(64 * t))
    }
    let green = MeshTests.texture(Artwork.solid(96, 64, RGBA8(0, 255, 0, 255)))
    let words = MeshTests.drawn([
      MeshLayer(.own, mesh, texture: green),
      MeshLayer(kind, mesh, texture: MeshTests.texture(picture)),
    ])
    #expect(words[50][28] == 0xFFFF_0000)
    #expect(words[50][65] == 0xFF00_FF00)
    #expect(words[50][110] == 0xFF00_00FF)
  }
}
