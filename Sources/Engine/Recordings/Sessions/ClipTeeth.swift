package import ClipReading
import Frames
package import Isolation
import Placement
package import Recipe
package import Session
package import Shot
package import Tracking
package import TrackingFiles

/// What a clip's pictures show of the teeth at a tracking file's samples: reads the clip once.
package struct ClipTeeth {
  /// How a time that lies just at the edge counts, in milliseconds.
  private static let toleranceMs = 0.01

  private let path: String
  private let options: TrackingFileOptions
  private let open: () throws -> ClipReader

  /// Makes it.
  ///
  /// - Parameters:
  ///   - path: the tracking file.
  ///   - open: opens the whole clip.
  package init(
    tracking path: String, options: TrackingFileOptions, open: @escaping () throws -> ClipReader
  ) {
    (self.path, self.options, self.open) = (path, options, open)
  }

  /// The plan with what its session asks for of the pictures, and what could not be read of these, in a line; itself
  /// where that is nothing.
  package func plan(
    _ plan: SessionPlan, cancellation: Cancellation
  ) throws -> (plan: SessionPlan, damage: String?) {
    var plan = plan
    let clip = try open()
    let header = try TrackingReader(path: path, options: options.beside(clip)).header
    guard let settings = try plan.settings(askingForPictures: header) else { return (plan, nil) }
    var teeth = TeethReadings()
    try read(clip, settings, cancellation: cancellation) { sample, readings in
      teeth.add(readings.map { $0?.toldShare }, atMs: sample.timestampMs)
    }
    plan.teeth = teeth
    return (plan, clip.damage.isClean ? nil : "\(clip.path): the clip is damaged: \(clip.damage)")
  }

  /// Looks at the faces of each sample in the frame nearest to it, within half of the frames' usual interval.
  ///
  /// - Parameters:
  ///   - settings: tells which times of the clip count.
  ///   - look: is given each sample with a face and what is read of each face, nil where no frame shows its mouth.
  package func read(
    _ clip: ClipReader? = nil, _ settings: SessionSettings = SessionSettings(),
    cancellation: Cancellation, look: (TrackingSample, [TeethReading?]) throws -> Void
  ) throws {
    let clip = try clip ?? open()
    // Another reading of the clip, of fields say, has other times.
    var options = options
    options.clipTimes = nil
    options = options.beside(clip)
    let times = try options.clipTimes?.all() ?? []
    let reader = try TrackingReader(path: path, options: options)
    let output = OutputMapping(scene: clip.info.sceneSize, output: clip.info.uprightSize)
    let reachMs = clip.usualFrameMs / 2 + Self.toleranceMs
    let regions = clip.regions.flatMap { $0.areWhole ? nil : $0.parts } ?? []
    var finder = TeethFinder()
    var place = 0
    var frame = try clip.nextFrame()
    while let sample = try reader.next() {
      try cancellation.check()
      let timeMs = sample.timestampMs + reader.header.timeOffsetMs
      if timeMs > (settings.endMs ?? .infinity) + Self.toleranceMs { return }
      guard timeMs >= settings.startMs - Self.toleranceMs, !sample.faces.isEmpty else { continue }
      while place + 1 < times.count, abs(times[place + 1] - timeMs) < abs(times[place] - timeMs) {
        place += 1
      }
      let nearestMs = times.isEmpty ? timeMs : times[place]
      while let shownMs = frame?.timestampMs, shownMs < nearestMs - Self.toleranceMs {
        try cancellation.check()
        frame = try clip.nextFrame()
      }
      var readings = [TeethReading?](repeating: nil, count: sample.faces.count)
      if let shownMs = frame?.timestampMs, abs(shownMs - timeMs) <= reachMs {
        let region = regions.last { $0.startMs <= shownMs + Self.toleranceMs }.map {
          SceneMapping.Region(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
        }
        let scene = SceneMapping(header: reader.header, scene: clip.info.sceneSize, in: region)
        try unsafe frame?.withMutablePicture { picture in
          for (index, face) in sample.faces.enumerated() {
            readings[index] = unsafe finder.reading(
              in: picture, face: face, through: scene, output: output)
          }
        }
      }
      try look(sample, readings)
    }
  }
}
