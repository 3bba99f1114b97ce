internal import ClipReading
internal import Geometry
internal import Tracking

/// Brings what was seen in a clip's frames to its pictures, where those lie in a part of the frames: a tracking
/// file speaks of the picture of each time, as trackers elsewhere see it.
struct OwnPictures {
  private let regions: PictureRegions
  private let size: PixelSize<TrackerSpace>

  /// Nil where all pictures fill the frames.
  init?(_ regions: PictureRegions?, size: PixelSize<TrackerSpace>) {
    guard let regions, !regions.areWhole else { return nil }
    (self.regions, self.size) = (regions, size)
  }

  /// A sample whose landmarks are those of its picture.
  func sample(_ seen: TrackingSample) -> TrackingSample {
    let timeMs = seen.timestampMs + Self.toleranceMs
    guard let part = regions.parts.last(where: { $0.startMs <= timeMs }) ?? regions.parts.first
    else { return seen }
    var sample = seen
    for index in sample.faces.indices { place(&sample.faces[index].landmarks, part) }
    for index in sample.hands.indices { place(&sample.hands[index].landmarks, part) }
    for index in sample.images.indices {
      let corners = sample.images[index].corners
      sample.images[index].corners = corners.map { self.place($0, part) }
      // A pose is before the camera of the whole frame.
      sample.images[index].pose = nil
    }
    return sample
  }

  /// A time so little before a part's start is that of its first frame, in milliseconds.
  private static let toleranceMs = 0.5

  private func place(
    _ point: Point2<TrackerSpace>, _ part: PictureRegions.Part
  ) -> Point2<TrackerSpace> {
    Point2(
      (point.x - part.x * Double(size.width)) / part.width,
      (point.y - part.y * Double(size.height)) / part.height)
  }

  private func place(_ landmarks: inout [Point3<TrackerSpace>], _ part: PictureRegions.Part) {
    let (width, height) = (Double(size.width), Double(size.height))
    for index in landmarks.indices {
      let point = landmarks[index]
      landmarks[index] = Point3(
        (point.x - part.x * width) / part.width, (point.y - part.y * height) / part.height,
        point.z / part.width)
    }
  }
}
