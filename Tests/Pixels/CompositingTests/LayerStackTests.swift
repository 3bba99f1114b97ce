import Compositing
import Geometry
import Imaging
import TestSupport
import Testing

/// Layers drawn together have the bytes of layers drawn one by one, whatever hides what.
@Suite struct LayerStackTests {
  @Test(arguments: MagnificationTests.allFormats)
  func `layers together and one by one are the same`(format: PixelFormat) throws {
    var generator = SplitMix64(state: 70)
    // Opaque in the middle, transparent towards the edges, with a hole.
    let pictures = (0..<3).map { k in
      Artwork.make(60 + 40 * k, 80) { x, y in
        let (u, v) = (Double(x) / Double(60 + 40 * k) - 0.5, Double(y) / 80 - 0.5)
        let distance = (u * u + v * v).squareRoot()
        let alpha = distance < 0.05 ? 0 : min(max((0.48 - distance) * 2000, 0), 255)
        return RGBA8(UInt8(70 * k + 20), UInt8(2 * y), UInt8((x * 7) & 255), UInt8(alpha))
      }
    }
    let textures = pictures.map { Texture($0, for: format) }
    let compositor = try Compositor()
    var stack = LayerStack()
    for round in 0..<30 {
      let ground = TestPicture(random: format, 211, 173, using: &generator)
      var (together, apart) = (ground, ground)
      stack.removeAll()
      for _ in 0..<(round % 6) {
        let which = Int.random(in: 0..<3, using: &generator)
        guard
          let map = Homography.random(
            of: pictures[which], in: 211, 173, size: 60...260, using: &generator)
        else { continue }
        let opacity = Int.random(in: 0..<4, using: &generator) == 0 ? 0.6 : 1
        let mode = Int.random(in: 0..<8, using: &generator)
        let blend: Compositor.BlendMode = mode == 0 ? .multiply : mode == 1 ? .screen : .normal
        stack.append(textures[which], at: map, opacity: opacity, blend: blend)
        try apart.draw(textures[which], at: map, opacity: opacity, blend: blend)
      }
      try together.withPicture { try compositor.draw(&stack, onto: $0) }
      #expect(together == apart, "round \(round)")
    }
  }

  /// What a sketch reaches in decibels against the truth by 8 x 8 samples, rounded down, where a drawing
  /// has 43 to 57; nil where it is to be the drawing.
  @Test(arguments: [
    (0.4, nil), (1, nil), (1.3, nil), (3, nil), (3.8, 36.5), (4.5, 36.5), (6.5, 41.5), (7.1, nil),
    (8, 34), (10, 36),
  ])
  func `a sketch is near the picture`(shrink: Double, atLeast: Double?) throws {
    let picture = MinificationTests.artwork
    let (format, compositor) = (PixelFormat.opaqueRGB8, try Compositor())
    let map = Homography.similarity(
      of: picture, to: 49.3, 48.6, scale: 1 / shrink, degrees: 20)
    let ground = TestPicture(format, 98, 98, of: [90, 90, 90])
    let canvases = try [false, true].map { isSketch in
      var canvas = ground
      var stack = LayerStack(sketching: isSketch)
      stack.append(Texture(picture, for: format), at: map)
      try canvas.withPicture { try compositor.draw(&stack, onto: $0) }
      return canvas
    }
    guard let atLeast else {
      #expect(canvases[0] == canvases[1])
      return
    }
    let reference = ground.composited(picture, at: map, samples: 8, planes: 0..<1)
    #expect(MinificationTests.psnr(canvases[1], reference, ground: 90) > atLeast)
    #expect(canvases[0] != canvases[1])
  }

  @Test func `nothing is drawn where a texture does not fit`() throws {
    let format = MagnificationTests.formats[1]
    let picture = Artwork.solid(8, 8, RGBA8(200, 10, 20))
    var canvas = TestPicture(format, 40, 30, of: [90, 100, 110])
    let ground = canvas
    let compositor = try Compositor()
    var stack = LayerStack()
    stack.append(Texture(picture, for: format), at: .similarity(of: picture, to: 9, 9, scale: 2))
    stack.append(
      Texture(picture, for: .opaqueRGB8), at: .similarity(of: picture, to: 9, 9, scale: 2))
    #expect(
      throws: CompositingError.formatMismatch(texture: .opaqueRGB8, picture: format)
    ) {
      try canvas.withPicture { try compositor.draw(&stack, onto: $0) }
    }
    #expect(canvas == ground)
  }
}
