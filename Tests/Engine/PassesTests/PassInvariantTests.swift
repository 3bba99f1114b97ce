import ClipReading
import Foundation
import Frames
import Geometry
import Imaging
import Passes
import Recipe
import TestSupport
import Testing

/// What holds for the list of passes as a whole, whatever is asked of it.
@Suite struct `The list of passes` {
  @Test(arguments: (Combination.all + Combination.occluded).filter(\.mirrored))
  func `mirrors everything but its lettering, in pictures`(combination: Combination) throws {
    let stage = try PassFixture()
    let picture = try PassFixture.picture(opaque: true)
    func drawn(_ combination: Combination) throws -> (StraightRGBA8, kept: PixelArea?) {
      var surface =
        combination.overlayOnly
        ? PictureSurface(transparent: PassFixture.size) : PictureSurface(picture, matrix: .bt709)
      let kept = try stage.draw(combination, on: &surface)
      return (surface.picture(), kept)
    }
    let (plain, mirrored) = try (drawn(combination.plain), drawn(combination))
    let (kept, width) = ([mirrored.kept, plain.kept?.flipped], PassFixture.size.width)
    var (compared, wrong) = (0, 0)
    for y in 0..<PassFixture.size.height {
      for x in 0..<width where !kept.contains(where: { $0?.contains(x, y) == true }) {
        compared += 1
        wrong += plain.0[width - 1 - x, y] == mirrored.0[x, y] ? 0 : 1
      }
    }
    #expect(wrong == 0)
    #expect(compared > 20_000)
    #expect(plain.0 != mirrored.0)
  }

  @Test(
    arguments: (Combination.all + Combination.occluded).filter { $0.mirrored && !$0.overlayOnly })
  func `mirrors everything but its lettering, in planes`(combination: Combination) throws {
    let stage = try PassFixture()
    func drawn(_ combination: Combination) throws -> ([UInt8], kept: PixelArea?) {
      var frame = try PassFixture.frame("yuv420p")
      let kept = try stage.draw(combination, on: &frame)
      return (frame.packedBytes(), kept)
    }
    let (plain, mirrored) = try (drawn(combination.plain), drawn(combination))
    let (width, height) = (PassFixture.size.width, PassFixture.size.height)
    let kept = [mirrored.kept, plain.kept?.flipped]
    var (compared, wrong) = (0, 0)
    for index in plain.0.indices {
      // Luma, and then two planes of half its width and height.
      let isLuma = index < width * height
      let (side, step) = isLuma ? (width, 1) : (width / 2, 2)
      let place = isLuma ? index : (index - width * height) % (width * height / 4)
      let (column, row) = (place % side, place / side)
      let (x, y) = (column * step, row * step)
      if kept.contains(where: { $0?.contains(x, y) == true }) { continue }
      compared += 1
      wrong += plain.0[index + side - 1 - 2 * column] == mirrored.0[index] ? 0 : 1
    }
    #expect(wrong == 0)
    #expect(compared > 30_000)
  }
}

extension PassFixture {
  /// Draws what a combination asks for; gives the area of what stays readable.
  func draw<Target: FrameSurface & ~Copyable>(
    _ combination: Combination, on surface: inout Target
  ) throws -> PixelArea? {
    var list = try passes(combination)
    let state = try state(atMs: 40, mirrored: combination.mirrored)
    var kept: PixelArea?
    for index in list.passes.indices {
      let area = try list.passes[index].draw(state, on: &surface)
      if list.passes[index] is LetteringPass { kept = area }
    }
    return kept
  }
}

extension PixelArea {
  func contains(_ x: Int, _ y: Int) -> Bool { columns.contains(x) && rows.contains(y) }

  /// The area in the flipped picture.
  var flipped: PixelArea? {
    let width = PassFixture.size.width
    return PixelArea(
      columns: width - columns.upperBound..<width - columns.lowerBound, rows: rows)
  }
}
