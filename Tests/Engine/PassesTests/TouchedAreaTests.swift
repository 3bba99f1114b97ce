import ClipReading
import Frames
import Geometry
import Imaging
import Passes
import Recipe
import Rendering
import TestSupport
import Testing

/// A pass says which rectangle it touched, and touches nothing else.
@Suite struct `What a pass touches` {
  /// Asks for every pass that there is.
  private static let everything = Combination(
    filter: "snow", annotations: [.landmarks, .quads, .hud], mirrored: true, occluders: .hands)

  @Test func `is every pass asked about`() throws {
    let stage = try PassFixture()
    #expect(try stage.passes(Self.everything).passes.count == PassList.all.count)
  }

  @Test(arguments: [0.0, 60, 120], ["dragon", "shark-hat"])
  func `lies in the rectangle that it states, of a picture`(time: Double, avatar: String) throws {
    let stage = try PassFixture(avatar: avatar)
    let state = try stage.state(atMs: time, mirrored: true)
    for opaque in [true, false] {
      var list = try stage.passes(Self.everything)
      // Layers on straight colours first, so that nothing is converted under a pass's feet.
      var picture = try PassFixture.picture(opaque: opaque)
      for index in list.passes.indices {
        var surface = PictureSurface(picture, matrix: .bt709)
        let before = surface.picture()
        let area = try list.passes[index].draw(state, on: &surface)
        let after = surface.picture()
        #expect(changed(before, after).isWithin(area), "\(PassList.all[index])")
        #expect(before != after, "\(PassList.all[index])")
        picture = after
      }
    }
  }

  @Test(
    arguments: ["yuv420p", "yuv422p", "yuv444p", "nv12", "yuv420p10le", "p010le"], [0.0, 120])
  func `lies in the rectangle that it states, of planes`(format: String, time: Double) throws {
    let stage = try PassFixture()
    let state = try stage.state(atMs: time, mirrored: true)
    var list = try stage.passes(Self.everything)
    var frame = try PassFixture.frame(format)
    let known = frame.pixelFormat
    let pixelFormat = try #require(known)
    for index in list.passes.indices {
      let before = frame.packedBytes()
      let area = try list.passes[index].draw(state, on: &frame)
      let after = frame.packedBytes()
      #expect(changed(before, after, pixelFormat).isWithin(area), "\(PassList.all[index])")
      #expect(before != after, "\(PassList.all[index])")
    }
  }

  @Test func `is found out where it lies beyond`() throws {
    let stage = try PassFixture()
    let state = try stage.state(atMs: 0, mirrored: false)
    let picture = try PassFixture.picture(opaque: true)
    var surface = PictureSurface(picture, matrix: .bt709)
    var filter = try stage.passes(Combination(filter: "snow:amount=1")).passes[1]
    _ = try filter.draw(state, on: &surface)
    var avatars = try stage.passes(Combination()).passes[0]
    var other = PictureSurface(picture, matrix: .bt709)
    let area = try avatars.draw(state, on: &other)
    // Snow falls on more than the avatar's rectangle.
    #expect(!changed(picture, surface.picture()).isWithin(area))
  }

  /// The pixels that differ.
  private func changed(_ a: StraightRGBA8, _ b: StraightRGBA8) -> Set<SIMD2<Int>> {
    var pixels: Set<SIMD2<Int>> = []
    for y in 0..<a.height {
      for x in 0..<a.width where a[x, y] != b[x, y] { pixels.insert(SIMD2(x, y)) }
    }
    return pixels
  }

  /// The pixels whose luma differs, or of whose chroma samples one does.
  private func changed(_ a: [UInt8], _ b: [UInt8], _ format: PixelFormat) -> Set<SIMD2<Int>> {
    let (width, height) = (PassFixture.size.width, PassFixture.size.height)
    var pixels: Set<SIMD2<Int>> = []
    var start = 0
    for plane in 0..<format.planeCount {
      let shape = format.shape(ofPlane: plane, width: width, height: height)
      let row = shape.width * shape.bytes
      for y in 0..<shape.height {
        for x in 0..<shape.width {
          let at = start + y * row + x * shape.bytes
          if a[at..<at + shape.bytes] != b[at..<at + shape.bytes] {
            // The first of the pixels that share a sample.
            pixels.insert(SIMD2(x * width / shape.width, y * height / shape.height))
          }
        }
      }
      start += row * shape.height
    }
    return pixels
  }
}

extension Set<SIMD2<Int>> {
  /// Whether all pixels lie in an area; in none, where nothing is stated.
  fileprivate func isWithin(_ area: PixelArea?) -> Bool {
    allSatisfy { pixel in
      area.map { $0.columns.contains(pixel.x) && $0.rows.contains(pixel.y) } ?? false
    }
  }
}
