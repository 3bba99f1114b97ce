internal import Geometry

/// A printed picture at one frame of the video.
public struct TimedImage: Sendable {
  /// The identity: from the picture's first sample on, until it was unseen for longer than gaps are joined.
  public var identity: Int
  /// The picture at this time, its corners in pixels of the tracker's picture.
  public var image: ImageSample
  /// 1, or less where it fades out.
  public var opacity: Double
  /// Where the frame lies between the samples.
  public var source: TimedFace.Source
}

/// The printed pictures of a recording at the times of the video's frames.
///
/// Samples of a picture are joined, held and faded as those of faces are; a new one is there at once. Pictures
/// of one name are told apart by where they lie.
public struct ImageTimeline {
  private var parts: PartTimeline<ImageSample>

  /// Makes a timeline of the samples that a source gives one after the other, nil at the end.
  ///
  /// - Parameters:
  ///   - intervalMs: the median interval of the whole file's samples, in milliseconds, by which gaps are
  ///     scaled as those of faces are.
  ///   - isLive: whether a sample is shown as it is until the next one comes.
  public init(
    header: TrackingHeader, gaps: GapOptions = GapOptions(), intervalMs: Double? = nil,
    isLive: Bool = false, source: @escaping () throws -> TrackingSample?
  ) {
    let kind = PartTimeline<ImageSample>.Kind(
      parts: { $0.images.filter { $0.corners.corners.allSatisfy { ($0.x + $0.y).isFinite } } },
      owners: Self.owners, interpolated: Self.interpolated)
    parts = PartTimeline(
      kind, header: header, gaps: gaps, intervalMs: intervalMs, isLive: isLive, source: source)
  }

  /// The pictures at a time of the video, in milliseconds, by rising identity.
  ///
  /// Times must not go down from call to call; an earlier one is answered as the last one was.
  public mutating func images(atMs timeMs: Double) throws -> [TimedImage] {
    try parts.parts(atMs: timeMs).map {
      TimedImage(identity: $0.identity, image: $0.part, opacity: $0.opacity, source: $0.source)
    }
  }

  /// The nearest picture of the same name that no nearer one has taken.
  private static func owners(of images: [ImageSample], among before: [ImageSample]) -> [Int?] {
    let pairs = images.indices.flatMap { image in
      before.indices.filter { before[$0].name == images[image].name }.map { old in
        (image, old, distance: middle(images[image]).distance(to: middle(before[old])))
      }
    }
    var owners = [Int?](repeating: nil, count: images.count)
    var taken: Set<Int> = []
    for (image, old, _) in pairs.sorted(by: {
      ($0.distance, $0.0, $0.1) < ($1.distance, $1.0, $1.1)
    })
    where owners[image] == nil && !taken.contains(old) {
      owners[image] = old
      taken.insert(old)
    }
    return owners
  }

  private static func middle(_ image: ImageSample) -> Point2<TrackerSpace> {
    Point2.mean(of: image.corners.corners) ?? Point2(0, 0)
  }

  private static func interpolated(
    _ image: ImageSample, _ other: ImageSample, at share: Double
  ) -> ImageSample {
    var result = share < 0.5 ? image : other
    let corners = zip(image.corners.corners, other.corners.corners).map {
      Point2<TrackerSpace>($0.x + ($1.x - $0.x) * share, $0.y + ($1.y - $0.y) * share)
    }
    result.corners = Quad(corners[0], corners[1], corners[2], corners[3])
    return result
  }
}
