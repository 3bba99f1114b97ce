internal import Features
internal import Foundation
internal import Geometry
public import Tracker
public import Tracking

/// Finds and follows printed pictures in the frames of a clip.
///
/// All frames are shown first, since a card that is found late is followed back to its first sight, and since
/// the camera's field of view is that of the whole clip. All calls come from one thread.
public final class PrintedCardTracker: ClipTracker {
  /// Its name and options, and the pictures as its models.
  public let note: TrackerNote
  private let cards: [CardReference]
  private let settings: CardSettings
  private var following: CardFollowing
  private var size = PixelSize<TrackerSpace>(clamping: 1, 1)
  private var looked = (width: 1, height: 1)

  /// The longer side of the picture in which cards are followed.
  private static let longestSide = 1920
  /// Distances in centimetres at which a pose is written; a width of a micrometre or a mile gives others.
  private static let distances = 1e-3...1e5
  /// Printed pictures of a frame, as many as a sample of a tracking file may have.
  private static let mostImages = 64
  /// Raised whenever results change.
  static let version = "1"

  /// Makes a tracker of pictures.
  public init(_ pictures: CardPictures, _ settings: CardSettings) throws(CardError) {
    cards = pictures.pictures.map(\.reference)
    for (card, picture) in zip(cards, pictures.pictures) where !card.detailedBlocks.contains(true) {
      throw .noDetail(file: picture.file)
    }
    self.settings = settings
    following = CardFollowing(cards, settings)
    note = TrackerNote(
      name: "avatar-overlay cards", version: Self.version,
      options: [
        TrackerNote.Option("detectScore", .number(settings.score)),
        TrackerNote.Option("detectEvery", .whole(settings.every)),
        TrackerNote.Option("detectMirroring", .text(settings.mirroring.rawValue)),
        TrackerNote.Option("detectResetMs", .number(settings.resetMs)),
      ]
        + (settings.verticalFieldOfViewDegrees.map {
          [TrackerNote.Option("cameraFov", .number($0))]
        } ?? []),
      models: pictures.pictures.map { TrackerNote.Model(task: $0.name, sha256: $0.sha256) },
      isSmoothed: nil)
  }

  /// Looks at the next frame.
  public func show(_ picture: TrackerPicture, atMs timeMs: Double) {
    if following.timesMs.isEmpty {
      size = picture.size
      let scale = min(1, Double(Self.longestSide) / Double(max(size.width, size.height)))
      looked = (
        max(Int((Double(size.width) * scale).rounded()), 1),
        max(Int((Double(size.height) * scale).rounded()), 1)
      )
    }
    guard
      let grey = GreyPicture(
        width: picture.size.width, height: picture.size.height, rgb: picture.pixels)
    else { return }
    following.add(grey.reduced(width: looked.width, height: looked.height), atMs: timeMs)
  }

  /// What was seen in all frames.
  public func finish() -> ClipTracks {
    following.finish()
    let runs = following.runs
    let identities = CardIdentities.of(
      runs, timesMs: following.timesMs, resetMs: settings.resetMs)
    var fieldOfView = FieldOfView(width: looked.width, height: looked.height)
    for run in runs { for view in run.views { fieldOfView.add(view.map) } }
    let degrees =
      settings.verticalFieldOfViewDegrees ?? fieldOfView.degrees
      ?? PerspectiveCamera.verticalFieldOfViewDegrees
    let camera = PinholeCamera(size: size, verticalFieldOfViewDegrees: degrees)
    let scale = (
      x: Double(size.width) / Double(looked.width), y: Double(size.height) / Double(looked.height)
    )
    var images = [[ImageSample]](repeating: [], count: following.timesMs.count)
    var rotations: [Int: Quaternion] = [:]
    let order = runs.indices.sorted {
      (identities[$0], runs[$0].firstFrame) < (identities[$1], runs[$1].firstFrame)
    }
    for place in order {
      let (run, identity) = (runs[place], identities[place])
      let card = cards[run.card]
      for (index, view) in run.views.enumerated()
      where images[run.firstFrame + index].count < Self.mostImages {
        let corners = view.corners.map { Point2<TrackerSpace>($0.x * scale.x, $0.y * scale.y) }
        var sample = ImageSample(name: card.name, corners: corners, score: view.score)
        sample.id = identity
        if let width = card.widthMm {
          sample.widthMm = width
          let poses = PlanarPose.poses(
            corners, width: width, height: width * card.aspect, camera: camera)
          if let pose = PlanarPose.chosen(of: poses, before: rotations[identity]),
            Self.distances.contains(-pose.transform.translation.z)
          {
            rotations[identity] = pose.transform.rotation
            sample.pose = pose.transform
          }
        }
        images[run.firstFrame + index].append(sample)
      }
    }
    return ClipTracks(
      samples: zip(following.timesMs, images).map {
        TrackingSample(timestampMs: $0, images: $1)
      }, verticalFieldOfViewDegrees: degrees)
  }
}
