import Foundation
import Geometry

extension Path {
  /// A part of a circle, from one angle to another; degrees clockwise from the top.
  package static func arc(
    _ centre: PicturePoint, _ radius: Double, from start: Double, to end: Double
  ) -> Path {
    let steps = max(1, Int((abs(end - start) / 45).rounded(.up)))
    let step = (end - start) / Double(steps) * Double.pi / 180
    // The control points' distance with which a cubic follows so short an arc within 0.001 %.
    let reach = 4 / 3 * tan(step / 4) * radius
    var path = Path()
    for index in 0...steps {
      let angle = start * Double.pi / 180 + Double(index) * step
      let way = PictureVector(cos(angle), sin(angle))
      let point = PicturePoint(centre.x + radius * way.y, centre.y - radius * way.x)
      if index == 0 {
        path.move(to: point)
      } else {
        let before = angle - step
        let start = PictureVector(cos(before), sin(before))
        let from = PicturePoint(centre.x + radius * start.y, centre.y - radius * start.x)
        path.curve(
          PicturePoint(from.x + reach * start.x, from.y + reach * start.y),
          PicturePoint(point.x - reach * way.x, point.y - reach * way.y), to: point)
      }
    }
    return path
  }
}
