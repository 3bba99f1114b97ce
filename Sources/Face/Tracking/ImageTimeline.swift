public import Geometry

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
  /// The camera before which the picture's pose is.
  public var camera: PinholeCamera
  /// How long ago its last sample was, in milliseconds; 0 where it is joined to the next one.
  public var ageMs: Double
  /// When it was first seen, in milliseconds on the clip's timeline.
  public var firstMs: Double
}

/// The printed pictures of a recording at the times of the video's frames.
///
/// Samples of a picture are joined, held and faded as those of faces are; a new one is there at once. Where the
/// file gives no identity, pictures of one name are told apart by where they lie. A picture without a matrix
/// has the pose that its corners and its width tell.
public struct ImageTimeline {
  private var parts: PartTimeline<ImageSample>
  private let camera: PinholeCamera

  /// The size of a print.
  public struct PrintedSize: Hashable, Sendable {
    /// Its width in millimetres.
    public var widthMm: Double
    /// Its height by its width.
    public var aspect: Double

    /// Makes a size.
    public init(widthMm: Double, aspect: Double) { (self.widthMm, self.aspect) = (widthMm, aspect) }
  }

  /// Pictures at once; the one that was unseen longest is forgotten.
  public static let imagesAtOnce = PartTimeline<ImageSample>.partsAtOnce
  /// How long a picture may be unseen and keep its identity, in milliseconds.
  public static let recallMs = 2000.0

  /// Makes a timeline of the samples that a source gives one after the other, nil at the end.
  ///
  /// - Parameters:
  ///   - intervalMs: the median interval of the whole file's samples, in milliseconds, by which gaps are
  ///     scaled as those of faces are.
  ///   - isLive: whether a sample is shown as it is until the next one comes.
  ///   - given: the identities that samples give anywhere in the recording: a picture without one gets the
  ///     next that is none of them.
  ///   - printed: the size of a picture's print where it is known, by its name.
  public init(
    header: TrackingHeader, gaps: GapOptions = GapOptions(), intervalMs: Double? = nil,
    isLive: Bool = false, given: Set<Int> = [],
    printed: @escaping (_ name: String) -> PrintedSize? = { _ in nil },
    source: @escaping () throws -> TrackingSample?
  ) {
    let camera = PinholeCamera(
      size: header.size,
      verticalFieldOfViewDegrees: header.verticalFieldOfViewDegrees
        ?? PerspectiveCamera.verticalFieldOfViewDegrees)
    self.camera = camera
    let kind = PartTimeline<ImageSample>.Kind(
      parts: { $0.images.filter { $0.corners.corners.allSatisfy { ($0.x + $0.y).isFinite } } },
      owners: Self.owners, interpolated: Self.interpolated, given: \.id,
      completed: { $0.posed(before: $1, camera: camera, printed: printed($0.name)) },
      recallMs: Self.recallMs, reserved: given)
    parts = PartTimeline(
      kind, header: header, gaps: gaps, intervalMs: intervalMs, isLive: isLive, source: source)
  }

  /// The pictures at a time of the video, in milliseconds, by rising identity.
  ///
  /// Times must not go down from call to call; an earlier one is answered as the last one was.
  public mutating func images(atMs timeMs: Double) throws -> [TimedImage] {
    try parts.parts(atMs: timeMs).map {
      TimedImage(
        identity: $0.identity, image: $0.part, opacity: $0.opacity, source: $0.source,
        camera: camera, ageMs: $0.ageMs, firstMs: parts.firstMs[$0.identity] ?? timeMs)
    }
  }

  /// The next sample's pictures by their identity, instead of those at frames' times; nil at the end.
  public mutating func nextSample() throws -> (timeMs: Double, images: [Int: ImageSample])? {
    try parts.nextSample().map { ($0.timeMs, $0.parts) }
  }

  /// A picture between two samples of it that are too far apart to be joined as a rule.
  ///
  /// - Parameter share: how much of the time between them has passed, 0 to 1.
  public func image(
    of identity: Int, between image: ImageSample, and next: ImageSample, at share: Double
  ) -> TimedImage {
    TimedImage(
      identity: identity, image: Self.interpolated(image, next, at: share), opacity: 1,
      source: .interpolated, camera: camera, ageMs: 0, firstMs: parts.firstMs[identity] ?? 0)
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

  /// A picture between two samples: its corners and its pose at a share of the time, 0 to 1.
  public static func interpolated(
    _ image: ImageSample, _ other: ImageSample, at share: Double
  ) -> ImageSample {
    var result = share < 0.5 ? image : other
    let corners = zip(image.corners.corners, other.corners.corners).map {
      Point2<TrackerSpace>($0.x + ($1.x - $0.x) * share, $0.y + ($1.y - $0.y) * share)
    }
    result.corners = Quad(corners[0], corners[1], corners[2], corners[3])
    if let pose = image.pose, let next = other.pose {
      result.pose = pose.interpolated(to: next, at: share)
    }
    return result
  }
}

extension ImageSample {
  /// The picture with the pose that its corners tell, where it has none and its width is known.
  ///
  /// Where the print's shape is unknown, it is that with which the sides stand at right angles as seen.
  func posed(
    before: ImageSample?, camera: PinholeCamera, printed: ImageTimeline.PrintedSize?
  ) -> ImageSample {
    guard pose == nil, let widthMm = widthMm ?? printed?.widthMm,
      let aspect = printed?.aspect ?? PlanarPose.aspect(of: corners, camera: camera)
    else { return self }
    var posed = self
    let poses = PlanarPose.poses(
      corners, width: widthMm, height: widthMm * aspect, camera: camera)
    posed.pose = PlanarPose.chosen(of: poses, before: before?.pose?.rotation)?.transform
    return posed
  }
}
