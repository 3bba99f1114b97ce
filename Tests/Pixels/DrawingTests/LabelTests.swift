import Drawing
import Geometry
import Imaging
import Testing

@Suite struct LabelTests {
  @Test func `a label darkens its plate and is cut off at the edges`() throws {
    let size = try #require(PixelSize<OutputSpace>(width: 120, height: 40))
    var picture = StraightRGBA8(size: size)
    for pixel in 0..<(120 * 40) {
      picture.bytes.replaceSubrange((4 * pixel)..<(4 * pixel + 4), with: [255, 255, 255, 255])
    }
    let blank = picture
    try Label("yaw +30", size: 16).draw(on: &picture, at: Point2(10, 24))
    #expect(picture != blank)
    #expect(picture.bytes[4 * (16 * 120 + 6)] < 160)
    #expect(picture.bytes[4 * (39 * 120 + 119)] == 255)
    try Label("far away").draw(on: &picture, at: Point2(-300, 500))
    try Label("over the edge").draw(on: &picture, at: Point2(100, 38))
    #expect(picture.bytes.count == blank.bytes.count)
  }
}
