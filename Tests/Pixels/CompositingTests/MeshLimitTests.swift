import Compositing
import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// Meshes whose numbers are beyond what is drawn.
@Suite struct MeshLimitTests {
  private typealias Vertex = PlacedMesh.Vertex

  @Test func `of what goes far beyond the picture the part in it is drawn`() {
    // Brighter to the right: as bright at each place as the piece between -100 and 220 of the same plane is.
    func drawn(_ left: Float, _ right: Float) -> [[UInt32]] {
      let mesh = MeshTests.grid(1, 1, perspective: false) { s, t in
        let x = left + (right - left) * Float(s)
        return Vertex(
          x: x, y: -40_000 + 80_000 * Float(t), depth: 20, u: 16, v: 16,
          light: SIMD3(repeating: min(max((x + 40_000) / 80_000, 0), 1)))
      }
      return MeshTests.drawn([MeshLayer(.own, mesh, texture: MeshTests.solid(MeshTests.red))])
    }
    let (far, near) = (drawn(-40_000, 40_000), drawn(-100, 220))
    for (row, other) in zip(far, near) {
      for (word, expected) in zip(row, other) {
        #expect(word >> 24 == 255 && abs(Int(word >> 16 & 255) - Int(expected >> 16 & 255)) <= 1)
      }
    }
    #expect(drawn(20_000, 40_000).joined().allSatisfy { $0 == 0 })
    #expect(drawn(-.infinity, 99).joined().allSatisfy { $0 == 0 })
  }

  @Test func `numbers that are none or beyond the limits leave out their triangles`() {
    var generator = SplitMix64(state: 44)
    let special: [Float] = [
      .nan, .infinity, -.infinity, 0, -0, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, 16384, -16384, 16385, 1e-3, 0x1p20, -1,
    ]
    func number(_ range: ClosedRange<Float>) -> Float {
      Int.random(in: 0..<3, using: &generator) == 0
        ? special.randomElement(using: &generator) ?? 0 : Float.random(in: range, using: &generator)
    }
    let texture = MeshTests.texture(Artwork.noise(32, 32, using: &generator))
    for round in 0..<300 {
      let mesh = PlacedMesh(
        vertices: (0..<20).map { _ in
          Vertex(
            x: number(-200...300), y: number(-200...300), depth: number(1...90), u: number(-9...40),
            v: number(-9...40), light: SIMD3(number(0...2), number(0...2), number(0...2)))
        },
        triangles: (0..<40).map { _ in
          SIMD3(
            .random(in: -1...20, using: &generator), .random(in: 0...19, using: &generator),
            .random(in: 0...19, using: &generator))
        }, isPerspective: round % 2 == 0)
      let words = MeshTests.drawn([
        MeshLayer(.occluder, mesh), MeshLayer(.shared, mesh, texture: texture),
        MeshLayer(.own, mesh, texture: texture, opacity: number(0...1)),
        MeshLayer(
          .own, MeshTests.rectangle(110, 90, 120, 100), texture: MeshTests.solid(MeshTests.red)),
      ])
      #expect(words[95][115] == 0xFFFF_0000)
      #expect(
        words.joined().allSatisfy { word in
          [word & 255, word >> 8 & 255, word >> 16 & 255].allSatisfy { $0 <= word >> 24 }
        })
    }
    let far = MeshTests.rectangle(-16384, -16384, 16384, 16384)
    #expect(MeshTests.drawn([MeshLayer(.own, far, texture: texture)])[50][50] != 0)
    #expect(MeshTests.drawn([MeshLayer(.own, far)]).joined().allSatisfy { $0 == 0 })
    #expect(MeshTests.drawn([MeshLayer(.own, far, texture: texture)], columns: 5..<5).isEmpty)
  }
}
