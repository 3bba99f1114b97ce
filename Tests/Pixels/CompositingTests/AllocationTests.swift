import AllocationCounter
import Compositing
import Geometry
import Imaging
import TestSupport
import Testing

/// Once a texture has the levels that it is drawn from, a frame takes no heap memory: a video of an hour does
/// not wait for the allocator, nor do threads for each other in it.
@Suite(.enabled(if: allocation_counter_works(), "a sanitizer has an allocator of its own"))
struct AllocationTests {
  /// How many allocations this thread makes in a piece of work.
  private func allocations(in work: () throws -> Void) rethrows -> UInt64 {
    let before = allocation_count()
    try work()
    return allocation_count() - before
  }

  @Test func `the counter counts`() {
    var grown: [Int] = []
    #expect(allocations { grown.append(1) } == 1)
    #expect(allocations { grown[0] = 2 } == 0)
  }

  @Test(arguments: MagnificationTests.allFormats, Compositor.instructionSets)
  func `drawing allocates nothing but levels, once each`(format: PixelFormat, isa: String) throws {
    var generator = SplitMix64(state: 70)
    let picture = Artwork.noise(90, 70, using: &generator)
    let texture = Texture(picture, for: format)
    let compositor = try Compositor(instructionSet: isa)
    var canvas = TestPicture(random: format, 201, 151, using: &generator)
    // Magnified, at its size, with few taps and with many, on a coarse level, in perspective.
    var maps = [3, 1, 0.6, 0.4, 0.1].map {
      Homography.similarity(of: picture, to: 99, 70, scale: $0, degrees: 20)
    }
    for size in [40.0, 400] {
      maps += (0..<4).compactMap { _ in
        Homography.random(of: picture, in: 201, 151, size: size...size, using: &generator)
      }
    }
    try canvas.withPicture { lent in
      let levels = try allocations {
        for map in maps { try compositor.draw(texture, at: map, onto: lent) }
      }
      #expect(levels > 0)
      for map in maps {
        for opacity in [1, 0.5] {
          let made = try allocations {
            try compositor.draw(texture, at: map, opacity: opacity, onto: lent)
          }
          #expect(made == 0, "\(map)")
        }
      }
    }
  }

  @Test func `chroma at full resolution is made when artwork is first magnified`() throws {
    var generator = SplitMix64(state: 75)
    let picture = Artwork.noise(300, 260, using: &generator)
    let format = PixelFormat.yuv(.yuv420p, YUVEncoding(matrix: .bt709, fullRange: false))
    let texture = Texture(picture, for: format)
    let compositor = try Compositor()
    var canvas = TestPicture(random: format, 201, 151, using: &generator)
    try canvas.withPicture { lent in
      func draw(_ scale: Double) throws -> UInt64 {
        try allocations {
          try compositor.draw(
            texture, at: .similarity(of: picture, to: 99, 70, scale: scale), onto: lent)
        }
      }
      // Luma takes its level 0 for both.
      let made = try [1, 1.5, 1.5].map(draw)
      #expect(made[0] == 0)
      #expect(made[1] > 0)
      #expect(made[2] == 0)
    }
  }

  @Test(arguments: MagnificationTests.allFormats)
  func `a stack that is filled anew allocates nothing`(format: PixelFormat) throws {
    var generator = SplitMix64(state: 71)
    let picture = Artwork.noise(90, 70, using: &generator)
    let texture = Texture(picture, for: format)
    let compositor = try Compositor()
    var canvas = TestPicture(random: format, 201, 151, using: &generator)
    var stack = LayerStack()
    try canvas.withPicture { lent in
      func drawFrame(_ frame: Int) throws {
        stack.removeAll()
        for layer in 0..<3 {
          stack.append(
            texture,
            at: .similarity(
              of: picture, to: 99 + Double(frame), 70, scale: 1.2 - 0.3 * Double(layer)),
            opacity: layer == 1 ? 0.7 : 1)
        }
        try compositor.draw(&stack, onto: lent)
      }
      try drawFrame(0)
      for frame in 1...3 { #expect(try allocations { try drawFrame(frame) } == 0) }
    }
  }
}
