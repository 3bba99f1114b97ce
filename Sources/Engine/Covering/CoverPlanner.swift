import ClipReading
import Features
import Foundation
import Frames
import Geometry
public import Isolation
import Placement
public import Recordings
import Timelines
import Tracking
import TrackingFiles

/// Plans what is covered of a recording.
///
/// Heads are those that a look for faces of its own saw, in every frame of the clip, and those of the recording's
/// tracking. What may have been missed is a doubt, and with one there is no cover.
public struct CoverPlanner {
  /// The recording, and what is worn in it.
  private let settings: RenderSettings
  private let look: String
  private let mostFaces: Int

  /// Prepares the plan.
  ///
  /// - Parameters:
  ///   - look: the tracking file of the look for faces, which saw every frame.
  ///   - mostFaces: how many faces it looked for at once.
  public init(_ settings: RenderSettings, look: String, mostFaces: Int) {
    self.settings = settings.uncovered
    (self.look, self.mostFaces) = (look, mostFaces)
  }

  /// Makes the plan.
  ///
  /// - Throws: `CoverError.badFaces`, `CoverError.untracked`, and what reading the clip and its tracking throws.
  public func plan(
    _ choice: CoverChoice, style: CoverStyle, cancellation: Cancellation = Cancellation()
  ) throws -> CoverPlan {
    let wanted = try Self.choice(choice, of: settings)
    let recording = try OpenRecording(
      settings, for: settings.clipPurpose, checksPictures: false)
    let scene = recording.clip.info.sceneSize
    let (times, cuts) = try frames(cancellation)
    var doubts: [CoverPlan.Doubt] = []
    var sights = try looked(times, scene, &doubts)
    let faces = try numbered(recording, times)
    for frame in sights.indices {
      for face in faces[frame] where !sights[frame].contains(where: face.sight.isSame) {
        sights[frame].append(face.sight)
      }
    }
    return CoverPlanning(times: times, scene: scene, cuts: cuts, sights: sights, faces: faces)
      .plan(wanted, style: style.pixels, doubts: doubts)
  }

  private static func choice(
    _ choice: CoverChoice, of settings: RenderSettings
  ) throws(CoverError) -> CoverPlanning.Choice {
    switch choice {
    case .faces: return .all
    case .others: return .others
    case .file(let path):
      guard settings.recording.tracking != nil else {
        throw .untracked(media: settings.recording.media)
      }
      return .numbers(try CoverFaces.numbers(path))
    }
  }

  /// When the frames are shown, and with which of them another scene begins.
  private func frames(_ cancellation: Cancellation) throws -> (times: [Double], cuts: [Int]) {
    var options = ReadingOptions()
    options.threads = 1
    options.allowsDamagedStill = settings.allowsDamagedStill
    let clip = try settings.recording.openUncovered(.whole, options)
    var (times, cuts) = ([Double](), SceneCuts())
    while let frame = try clip.nextFrame() {
      try cancellation.check()
      // Of frames with one time, the first is looked at.
      guard frame.timestampMs > times.last ?? -.infinity else { continue }
      times.append(frame.timestampMs)
      cuts.add(try GreyPicture(of: frame))
    }
    return (times, cuts.frames)
  }

  /// What the look saw in each frame.
  private func looked(
    _ times: [Double], _ scene: PixelSize<SceneSpace>, _ doubts: inout [CoverPlan.Doubt]
  ) throws -> [[CoverSight]] {
    let source = try TrackingSource(
      path: look, options: TrackingFileOptions(), clipSize: scene.retyped(as: TrackerSpace.self))
    let mapping = SceneMapping(header: source.header, scene: scene)
    var sights = [[CoverSight]](repeating: [], count: times.count)
    var isLooked = [Bool](repeating: false, count: times.count)
    var next = 0
    func doubt(_ frame: Int, _ why: String) {
      doubts.append(CoverPlan.Doubt(frames: frame...frame, why: why))
    }
    while let sample = try source.next() {
      let timeMs = sample.timestampMs + source.header.timeOffsetMs
      while next < times.count, times[next] < timeMs - Self.toleranceMs { next += 1 }
      guard next < times.count, abs(times[next] - timeMs) <= Self.toleranceMs else { continue }
      let words = Self.words(next, times)
      if let failure = sample.failure {
        doubt(next, "the tracker failed in \(words): \(failure)")
        isLooked[next] = true
        continue
      }
      isLooked[next] = true
      let found = sample.faces.map { CoverSight($0, through: mapping) }
      if found.contains(where: { $0 == nil }) || sample.leftOutFaces > 0 {
        doubt(next, "the tracker saw a face in \(words) without telling where")
      }
      if sample.faces.count >= mostFaces {
        doubt(
          next,
          "the tracker saw \(mostFaces) faces in \(words), the most it looks for: there may be more"
        )
      }
      sights[next] += found.compactMap(\.self)
    }
    for frame in isLooked.indices where !isLooked[frame] {
      doubt(frame, "the tracker did not look at \(Self.words(frame, times))")
    }
    return sights
  }

  private static func words(_ frame: Int, _ times: [Double]) -> String {
    "frame \(frame) (\((times[frame] / 10).rounded() / 100) s)"
  }

  /// How far a sample's time may be from its frame's, in milliseconds.
  private static let toleranceMs = 0.6

  /// What the recording's own tracking has in each frame.
  private func numbered(
    _ recording: OpenRecording, _ times: [Double]
  ) throws -> [[CoverPlanning.NumberedFace]] {
    guard settings.recording.tracking != nil else {
      return [[CoverPlanning.NumberedFace]](repeating: [], count: times.count)
    }
    var states = try recording.states()
    return try times.map { timeMs in
      let state = try states.state(atMs: timeMs)
      let worn = Set(
        state.placements.compactMap { $0.opacity >= Self.leastOpacity ? $0.subject : nil })
      return state.faces.compactMap { face in
        guard face.source == .exact || face.source == .interpolated,
          let sight = CoverSight(face.face, through: state.scene)
        else { return nil }
        return CoverPlanning.NumberedFace(
          number: face.identity, sight: sight, isWorn: worn.contains(.face(face.identity)))
      }
    }
  }

  /// From which opacity on a layer is worn.
  private static let leastOpacity = 0.5
}

extension RenderSettings {
  /// The same with nothing hidden, of the whole clip.
  fileprivate var uncovered: RenderSettings {
    var settings = self
    settings.recording.cover = .none
    settings.part = .whole
    return settings
  }
}

/// The numbers of faces that a file names.
enum CoverFaces {
  /// The most bytes of such a file, and the highest number.
  static let maximumBytes = 64 << 10, highest = 1_000_000

  static func numbers(_ path: String) throws(CoverError) -> Set<Int> {
    guard let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: maximumBytes + 1)
    else { throw .badFaces(path: path, reason: "the file cannot be read") }
    guard data.count <= maximumBytes else {
      throw .badFaces(path: path, reason: "the file has more than \(maximumBytes) bytes")
    }
    var numbers: Set<Int> = []
    let lines = String(decoding: data, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.isEmpty { continue }
      guard let number = Int(text), (0...highest).contains(number) else {
        throw .badFaces(path: "\(path):\(index + 1)", reason: "\"\(text.prefix(40))\" found")
      }
      numbers.insert(number)
    }
    guard !numbers.isEmpty else { throw .badFaces(path: path, reason: "it names no face") }
    return numbers
  }
}
