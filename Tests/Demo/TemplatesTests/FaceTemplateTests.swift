import FaceModel
import Geometry
import Imaging
import Templates
import Testing

@Suite struct FaceTemplateTests {
  @Test(arguments: [512, 1024])
  func `every point of the mesh is drawn, on a transparent ground`(side: Int) throws {
    let picture = try FaceTemplate.picture(side: side)
    #expect(picture.width == side && picture.height == side)
    for (number, point) in CanonicalFace.texturePoints.enumerated() {
      let pixel = picture[Int(point.x * Double(side)), Int(point.y * Double(side))]
      #expect(pixel.alpha > 0, "\(number)")
    }
    for (x, y) in [(side - 1, 0), (0, side - 1), (side - 1, side - 1)] {
      #expect(picture[x, y].alpha == 0)
    }
  }

  @Test func `the rings of eyes are blue, those of lips red`() throws {
    let picture = try FaceTemplate.picture(side: 1024)
    func pixel(_ landmark: Int) -> RGBA8 {
      let point = CanonicalFace.texturePoints[landmark]
      return picture[Int(point.x * 1024), Int(point.y * 1024)]
    }
    for landmark in FaceTopology.leftEye + FaceTopology.rightEye {
      let found = pixel(landmark)
      #expect(found.blue > found.red && found.alpha > 200, "\(landmark)")
    }
    for landmark in FaceTopology.outerLips + FaceTopology.innerLips {
      let found = pixel(landmark)
      #expect(found.red > found.blue && found.alpha > 200, "\(landmark)")
    }
  }
}
