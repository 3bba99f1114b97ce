import Compositing
import Geometry
import Imaging
import Testing

/// Every instruction set gives the bytes of the plain kernels.
@Suite struct InstructionSetTests {
  static let others = Compositor.instructionSets.filter { $0 != "scalar" }

  @Test func `The plain kernels are always there`() {
    #expect(Compositor.instructionSets.last == "scalar")
  }

  @Test func `An unknown name says which ones there are`() {
    #expect {
      try Compositor(instructionSet: "mmx")
    } throws: {
      "\($0)".contains("\"mmx\"") && "\($0)".contains("scalar")
    }
  }

  @Test(arguments: others, MagnificationTests.allFormats)
  func `Random homographies give the plain kernels' bytes`(
    isa: String, format: PixelFormat
  ) throws {
    var generator = SplitMix64(state: 3)
    let pictures = (0..<4).map { i in
      Artwork.noise(5 + 29 * i, 7 + 11 * i, using: &generator)
    }
    let textures = pictures.map { Texture($0, for: format) }
    for round in 0..<300 {
      let which = Int.random(in: 0..<pictures.count, using: &generator)
      // From a fraction of a pixel to far beyond the frame.
      let size = 0.1 * Double(1 << Int.random(in: 0...14, using: &generator))
      guard
        let map = Homography.random(
          of: pictures[which], in: 75, 51, size: size...(2 * size), using: &generator)
      else { continue }
      let opacity = Bool.random(using: &generator) ? 1 : Double.random(in: 0...1, using: &generator)
      let blend = Compositor.BlendMode.allCases[round % 8 < 5 ? round % 8 : 0]
      var plain = Canvas(random: format, 75, 51, using: &generator)
      var vector = plain
      try plain.draw(textures[which], at: map, opacity: opacity, blend: blend, isa: "scalar")
      try vector.draw(textures[which], at: map, opacity: opacity, blend: blend, isa: isa)
      #expect(plain == vector, "round \(round), \(map)")
    }
  }
}
