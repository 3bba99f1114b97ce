import Geometry
import Imaging
import Testing

@Suite struct OperationTests {
  let picture: StraightRGBA8

  init() throws {
    let bytes = (0..<UInt8(5 * 4)).flatMap { [$0, 100 + $0, 7, 255] as [UInt8] }
    picture = try #require(StraightRGBA8(width: 5, height: 4, bytes: bytes))
  }

  @Test func `a part is cut out, and only what is there`() throws {
    let part = try #require(picture.cropped(x: 1, y: 2, width: 3, height: 2))
    #expect(part.width == 3 && part.height == 2)
    #expect(part[0, 0] == picture[1, 2] && part[2, 1] == picture[3, 3])
    #expect(picture.cropped(x: 3, y: 0, width: 3, height: 1) == nil)
    #expect(picture.cropped(x: -1, y: 0, width: 3, height: 1) == nil)
    #expect(picture.cropped(x: 0, y: 0, width: 0, height: 1) == nil)
    #expect(picture.cropped(x: .max, y: 0, width: 2, height: 1) == nil)
  }

  @Test func `flipping twice changes nothing`() {
    let flipped = picture.flippedHorizontally()
    #expect(flipped[0, 3] == picture[4, 3] && flipped != picture)
    #expect(flipped.flippedHorizontally() == picture)
  }

  @Test(arguments: [(0, 0), (3, 2), (-2, -3), (4, 3), (50, 50), (-50, 0), (-2, 1)])
  func `pasting replaces what lies inside`(x: Int, y: Int) throws {
    var ground = try StraightRGBA8(
      size: #require(PixelSize<ArtworkSpace>(width: 6, height: 5)), filledWith: RGBA8(9, 9, 9, 9))
    ground.paste(picture, x: x, y: y)
    for row in 0..<5 {
      for column in 0..<6 {
        let inside = (0..<5).contains(column - x) && (0..<4).contains(row - y)
        #expect(
          ground[column, row] == (inside ? picture[column - x, row - y] : RGBA8(9, 9, 9, 9)))
      }
    }
  }

  @Test func `downscaling keeps the mean, by area and by alpha`() throws {
    let bytes: [UInt8] = [255, 0, 0, 255, 0, 0, 255, 0, 10, 20, 30, 255]
    let three = try #require(StraightRGBA8(width: 3, height: 1, bytes: bytes))
    let one = three.downscaled(width: 1, height: 1)
    // The transparent blue does not count for colour, only for alpha.
    #expect(one[0, 0] == RGBA8(133, 10, 15, 170))
    let two = three.downscaled(width: 2, height: 1)
    #expect(two[0, 0] == RGBA8(255, 0, 0, 170))
    #expect(two[1, 0] == RGBA8(10, 20, 30, 170))
    #expect(picture.downscaled(width: 5, height: 4) == picture)
    #expect(picture.downscaled(width: 50, height: 0).height == 1)
  }

  @Test func `a contact sheet has its pictures where it says`() throws {
    let sheet = ContactSheet(columns: 2, gap: 3, background: RGBA8(1, 2, 3))
    let result = try #require(sheet.picture(of: [picture, picture.flippedHorizontally(), picture]))
    #expect(result.width == 2 * 5 + 3 * 3 && result.height == 2 * 4 + 3 * 3)
    for index in 0..<3 {
      let (x, y) = sheet.place(of: index, cellWidth: 5, cellHeight: 4)
      let cell = try #require(result.cropped(x: x, y: y, width: 5, height: 4))
      #expect(cell == (index == 1 ? picture.flippedHorizontally() : picture))
    }
    #expect(result[0, 0] == RGBA8(1, 2, 3) && result[18, 16] == RGBA8(1, 2, 3))
    #expect(sheet.picture(of: []) == nil)
  }

  @Test func `flattening puts the background under`() throws {
    let half = try #require(StraightRGBA8(width: 1, height: 1, bytes: [200, 0, 100, 51]))
    #expect(half.flattened(on: RGBA8(100, 100, 100))[0, 0] == RGBA8(120, 80, 100))
  }
}
