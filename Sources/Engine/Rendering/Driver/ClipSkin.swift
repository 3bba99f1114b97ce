import Avatars
package import ClipReading
import Features
import Foundation
import Frames
import Geometry
import Imaging
import Passes
package import Placement
import Recipe
package import Recordings
import Skin
package import Timelines
package import Tracking
import TrackingFiles

/// Brings the faces of a clip to where its pictures show them: reads the clip a second time.
///
/// The clip is looked at in windows of fixed frames, which overlap: whichever part of it is rendered, a frame has the
/// same faces.
package final class ClipSkin: FaceSteadying {
  /// The frames from the begin of a window to the begin of the next one.
  static let ownFrames = 256
  /// The frames before its own that a window looks at too.
  static let margin = 48
  /// How many frames before its end a window's motion begins to become the next one's, and is that: both know a dozen
  /// frames on each side there.
  static let (seamBegin, seamEnd) = (36, 12)
  /// For how long a face that is seen no more keeps its last correction, in milliseconds; it is held and fades.
  private static let heldMs = 1500.0

  /// Reads a clip's frames from a time on, in milliseconds: one after the other, nil at the end.
  typealias Opener = (Double) throws -> (() throws -> VideoFrame?)

  private let times: [Double]
  /// The faces from the recording's begin on.
  private let seen: () throws -> SkinFaces
  private var faces: SkinFaces?
  private let scene: PixelSize<SceneSpace>
  private let isForced: Bool
  private let step: () throws -> Void
  private let open: Opener
  /// Reads on after the last frame that was looked at.
  private var next: (() throws -> VideoFrame?)?
  /// The number of the frame that is read next.
  private var position = 0
  /// The number of the frame that was read first.
  private var opened = 0
  /// The windows that are not read to their end, and those that are solved.
  private var finders: [Int: SkinFinder] = [:]
  private var motions: [Int: SkinMotion] = [:]
  private var tally: [Int: Tally] = [:]

  /// What was done to a face in the frames that were asked for.
  private struct Tally {
    var (frames, moved, squares) = (0, 0, 0.0)
  }

  /// Makes it.
  ///
  /// - Parameters:
  ///   - times: those of the clip's frames, in milliseconds.
  ///   - isForced: whether faces are moved too whose slide over the skin does not get less by it.
  ///   - step: is told of each frame that is looked at, and may end that.
  init(
    _ timelines: TimelineBuilder, _ placement: PlacementOptions, times: [Double], isForced: Bool,
    step: @escaping () throws -> Void, open: @escaping Opener
  ) {
    seen = { try SkinFaces(timelines, placement) }
    scene = timelines.scene.scene
    (self.times, self.isForced, self.step, self.open) = (times, isForced, step, open)
  }

  /// Makes it for a recording; nil where nothing is worn that would be steadied, and where other frames are not known:
  /// live, and of stills.
  convenience init?(_ recording: OpenRecording, _ watch: RenderWatch) throws {
    guard recording.textures.avatars.contains(where: { !$0.avatar.layers.isEmpty }) else {
      return nil
    }
    try self.init(
      recording.settings, recording.clip, recording.timelines, limits: recording.limits,
      step: { try watch.cancellation.check() })
  }

  /// Makes it for a clip and its tracking; nil as above.
  package convenience init?(
    _ settings: RenderSettings, _ clip: ClipReader, _ timelines: TimelineBuilder,
    limits: VideoLimits, step: @escaping () throws -> Void
  ) throws {
    let appearance = settings.appearance
    guard appearance.sticks, !clip.isOfStills, settings.recording.tracking != nil,
      clip.regions?.areWhole ?? true,
      let times = try settings.tracking.clipTimes?.all(), times.count > 1
    else { return nil }
    let location = settings.recording
    var reading = ReadingOptions()
    reading.threads = 1
    reading.limits = limits
    reading.index = KeptIndex()
    self.init(
      timelines, appearance.placement, times: times, isForced: appearance.stick == .on, step: step
    ) { [reading] startMs in
      let clip = try location.openUncovered(.seconds(start: startMs / 1000, end: nil), reading)
      return { try clip.nextFrame() }
    }
  }

  /// The faces where the clip shows them; see `FaceSteadying`.
  package func steadied(
    _ faces: [TimedFace], atMs timeMs: Double, in scene: SceneMapping
  ) throws -> [TimedFace] {
    guard !faces.isEmpty else { return faces }
    let place = place(ofMs: timeMs)
    let window = Int(place) / Self.ownFrames
    let left = Double((window + 1) * Self.ownFrames) - place
    var shares = [(window, 1.0)]
    if (window + 1) * Self.ownFrames < times.count, left < Double(Self.seamBegin) {
      let (begin, end) = (Double(Self.seamBegin), Double(Self.seamEnd))
      let share = min((begin - left) / (begin - end), 1)
      shares = share < 1 ? [(window, 1 - share), (window + 1, share)] : [(window + 1, 1)]
    }
    let motions = try shares.map { try (motion($0.0), $0.1) }
    return faces.map { face in
      var correction: SkinCorrection?
      for (motion, share) in motions {
        guard let own = self.correction(of: face.identity, atMs: timeMs, motion) else { continue }
        let part = own.weighted(by: share)
        correction = correction.map { $0.adding(part) } ?? part
      }
      tally[face.identity, default: Tally()].frames += 1
      guard let correction else { return face }
      var moved = face
      moved.face = face.face.corrected(by: correction, through: scene)
      let length = correction.shift.length
      moved.stuckPx = length
      tally[face.identity, default: Tally()].moved += 1
      tally[face.identity, default: Tally()].squares += length * length
      return moved
    }
  }

  /// What a person should know of it, a line each.
  package var notes: [String] {
    let moved = tally.sorted { $0.key < $1.key }.map(\.value).filter { $0.moved > 0 }
    if moved.isEmpty {
      return isForced && !tally.isEmpty
        ? ["no face could be followed from frame to frame; none was steadied by the clip's motion"]
        : []
    }
    let squares = moved.reduce(0) { $0 + $1.squares } / Double(moved.reduce(0) { $0 + $1.moved })
    return [
      "the clip's own motion steadied \(moved.count == 1 ? "a face" : "\(moved.count) faces")"
        + (moved.count < tally.count ? " of \(tally.count)" : "")
        + String(format: ", moved by %.2f px (root mean square)", squares.squareRoot())
    ]
  }

  private func correction(
    of identity: Int, atMs timeMs: Double, _ motion: SkinMotion
  ) -> SkinCorrection? {
    guard isForced || motion.summaries[identity]?.isUsable ?? false else { return nil }
    return motion.correction(of: identity, atMs: timeMs, heldMs: Self.heldMs)
  }

  /// Where a time lies among the clip's frames: the number of the last frame before it, and the part of the way to the
  /// next one.
  private func place(ofMs timeMs: Double) -> Double {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= timeMs { low = middle + 1 } else { high = middle }
    }
    guard high > 0 else { return 0 }
    guard high < times.count else { return Double(times.count - 1) }
    return Double(high - 1) + (timeMs - times[high - 1]) / (times[high] - times[high - 1])
  }

  /// The motion of a window; frames up to its end are read.
  private func motion(_ window: Int) throws -> SkinMotion {
    if let motion = motions[window] { return motion }
    for old in motions.keys where old < window - 1 { motions[old] = nil }
    let begin = Self.begin(window)
    if next == nil || position < begin || begin < opened {
      (position, opened, finders) = (begin, begin, [:])
      faces = try seen()
      next = try open(times[begin])
    }
    let end = min((window + 1) * Self.ownFrames, times.count)
    while position < end {
      try step()
      guard let frame = try next?() else {
        position = end
        break
      }
      try look(at: frame)
    }
    var finder = finders.removeValue(forKey: window)
    let motion = finder?.solved() ?? SkinMotion()
    motions[window] = motion
    return motion
  }

  private func look(at frame: borrowing VideoFrame) throws {
    // A frame that the index does not know belongs to the one before.
    position = Int(place(ofMs: frame.timestampMs + 0.01)) + 1
    let number = position - 1
    let seen = try faces?.at(frame.timestampMs) ?? []
    let picture = try GreyPicture(of: frame)
    guard let picture else { return }
    let windows = number / Self.ownFrames...(number + Self.margin) / Self.ownFrames
    for window in windows where motions[window] == nil && opened <= Self.begin(window) {
      finders[window, default: SkinFinder(scene: scene)].add(
        frameMs: frame.timestampMs, picture: picture, faces: seen)
    }
  }

  /// The first frame that a window looks at.
  private static func begin(_ window: Int) -> Int { max(window * ownFrames - margin, 0) }
}
