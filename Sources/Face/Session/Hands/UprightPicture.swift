internal import Geometry
internal import Tracking

/// The tracker's picture, un-mirrored and turned upright, at its own scale: what all measures of
/// hands are taken in.
///
/// The first two steps from tracker to scene; without the third, since a hand's metres a pixel are
/// taken from the same picture.
struct UprightPicture: Hashable, Sendable {
  private let size: PixelSize<TrackerSpace>
  private let rotation: QuarterTurn
  /// Whether left and right are named the other way about in the samples.
  let isMirrored: Bool

  init(_ header: TrackingHeader) {
    size = header.size
    rotation = header.rotation
    isMirrored = header.mirrored
  }

  /// The width and the height, in pixels.
  var uprightSize: SIMD2<Double> {
    let (width, height) = (Double(size.width), Double(size.height))
    return switch rotation {
    case .none, .half: SIMD2(width, height)
    case .clockwise, .counterclockwise: SIMD2(height, width)
    }
  }

  /// A point of the tracker's picture: x right, y down, z with the scale of x.
  func point(_ point: Point3<TrackerSpace>) -> SIMD3<Double> {
    let (width, height) = (Double(size.width), Double(size.height))
    let x = isMirrored ? width - point.x : point.x
    return switch rotation {
    case .none: SIMD3(x, point.y, point.z)
    case .clockwise: SIMD3(height - point.y, x, point.z)
    case .half: SIMD3(width - x, height - point.y, point.z)
    case .counterclockwise: SIMD3(point.y, width - x, point.z)
    }
  }

  /// A world landmark: metres about the hand's middle, x right and y down as in the picture.
  func world(_ point: SIMD3<Double>) -> SIMD3<Double> {
    let x = isMirrored ? -point.x : point.x
    return switch rotation {
    case .none: SIMD3(x, point.y, point.z)
    case .clockwise: SIMD3(-point.y, x, point.z)
    case .half: SIMD3(-x, -point.y, point.z)
    case .counterclockwise: SIMD3(point.y, -x, point.z)
    }
  }

  /// The size, turn and mirroring of the tracker's picture.
  var description: String {
    "\(size), turned by \(rotation.rawValue), \(isMirrored ? "mirrored" : "not mirrored")"
  }

  /// The subject's own hand.
  func handedness(_ label: HandSample.Handedness?) -> HandSample.Handedness? {
    guard isMirrored else { return label }
    return label.map { $0 == .left ? .right : .left }
  }
}
