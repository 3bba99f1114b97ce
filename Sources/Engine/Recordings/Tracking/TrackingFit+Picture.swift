package import ClipReading
internal import Features
internal import Foundation
internal import Frames
internal import Geometry
internal import Tracking
package import TrackingFiles
internal import TrackingTrust

extension TrackingFit {
  /// Holds a file that fits its clip so far against the clip's pictures, and the landmarks of its faces against their
  /// matrices.
  ///
  /// It reads the file's first samples, and decodes a few runs of frames. What cannot be read is not judged here.
  ///
  /// - Parameter options: those of the file `beside` the clip; nothing is judged where they trust the file.
  package mutating func judgePictures(
    of path: String, _ options: TrackingFileOptions, against clip: ClipReader
  ) {
    guard !options.isTrusted, faults.isEmpty, showsFaces, !clip.isOfStills,
      clip.regions?.areWhole ?? true, Self.isFile(clip.path), Self.isFile(path),
      let (points, poses) = try? Self.samples(of: path, options)
    else { return }
    if let verdict = poses.verdict { judge(verdict) }
    guard faults.isEmpty, let pictures = try? Self.pictures(of: clip, points) else { return }
    judge(TrustVerdict(pictures, intervalMs: intervalMs), points.header)
  }

  /// Whether a path names what can be read at any place, and again.
  private static func isFile(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  private static func samples(
    of path: String, _ options: TrackingFileOptions
  ) throws -> (TrackedPoints, PoseAgreement) {
    var options = options
    (options.skipsBadSamples, options.blendshapesFile) = (true, nil)
    let reader = try TrackingReader(path: path, options: options)
    var points = TrackedPoints(reader.header)
    var poses = PoseAgreement(reader.header)
    while points.isOpen, let sample = try reader.next() {
      points.add(sample)
      poses.add(sample)
    }
    return (points, poses)
  }

  private static func pictures(
    of clip: ClipReader, _ points: TrackedPoints
  ) throws -> PictureAgreement {
    let index = KeptIndex()
    var reader = try clip.opened(again: .whole, keeping: index)
    let times = try reader.frameTimes()
    let choice = LookChoice(points, frames: times, keys: try reader.keyPlaces())
    var pictures = PictureAgreement(points)
    var position = 0
    for run in choice.runs {
      // Nearer than that, decoding on is not dearer than to open the clip once more.
      if run.lowerBound - position > LookChoice.frames {
        reader = try clip.opened(
          again: .seconds(start: times[run.lowerBound] / 1000, end: nil), keeping: index)
      }
      while let frame = try reader.nextFrame() {
        position = frame.index + 1
        guard frame.index >= run.lowerBound else { continue }
        if let picture = try GreyPicture(of: frame) {
          pictures.add(picture, atMs: frame.timestampMs)
        }
        if frame.index >= run.upperBound { break }
      }
      pictures.endRun()
    }
    return pictures
  }

  // MARK: - Words

  private static let way = "; --trust-tracking takes the file as it is"

  private mutating func judge(_ poses: PoseAgreement.Verdict) {
    let found =
      "landmarks \(Int(poses.pixels.rounded())) px beside where the matrices put the face,"
      + String(format: " %.1f of its eye distance", poses.eyeDistances)
    if poses.isFlipped {
      refuse(
        .matricesApart,
        found: "\(found), in most samples: either landmarks or matrices were flipped left to right",
        expected: "both of one picture\(Self.way)")
    } else if poses.isLarge {
      notes.append("the tracking has \(found): they are of another camera or another picture")
    }
  }

  private mutating func judge(_ verdict: TrustVerdict, _ header: TrackingHeader) {
    switch verdict {
    case .unknown, .agrees: return
    case .apart:
      notes.append(
        "the clip's pictures do not move as the landmarks do: the tracking may be of another clip or of a"
          + " picture that was cropped, or very unsteady")
    case .otherView(let view, let isSure):
      let found =
        "landmarks that move as the clip's pictures do only if the tracker's picture was"
        + " \(Self.words(view, header))"
      let option = Self.option(view, header)
      if isSure {
        refuse(
          .wrongTurn, found: found,
          expected: "landmarks of the clip's picture; \(option)\(Self.way)")
      } else {
        notes.append("the tracking probably has \(found); \(option)")
      }
    case .late(let ms, let isSure):
      let side = ms > 0 ? "late" : "early"
      let found =
        "landmarks that come \(Self.rounded(abs(ms))) ms \(side) against the clip's pictures"
      let option = "--tracking-offset-ms \(Self.rounded(header.timeOffsetMs - ms))"
      if isSure {
        refuse(
          .wrongTimes, found: found,
          expected:
            "the times of the pictures they were seen in; \(option) is about right, align measures it\(Self.way)"
        )
      } else {
        notes.append(
          "the tracking probably has \(found), by a clock or a filter of its own; \(option) is about right,"
            + " align measures it")
      }
    }
  }

  /// A lag is known to some ten milliseconds.
  private static func rounded(_ ms: Double) -> Int {
    Int(clamping: Int64((ms / 10).rounded())) * 10
  }

  private static func words(_ view: TrackerView, _ header: TrackingHeader) -> String {
    var words: [String] = []
    if view.isMirrored != header.mirrored {
      words.append(view.isMirrored ? "mirrored" : "not mirrored")
    }
    if view.rotation != header.rotation {
      words.append("turned, so that \(view.rotation.rawValue) degrees make it upright")
    }
    return words.joined(separator: " and ")
  }

  private static func option(_ view: TrackerView, _ header: TrackingHeader) -> String {
    var options: [String] = []
    if view.isMirrored, !header.mirrored { options.append("--tracking-mirrored") }
    if view.rotation != header.rotation {
      options.append("--tracking-rotation \(view.rotation.rawValue)")
    }
    let size = header.size
    if view.rotation.swapsSides != header.rotation.swapsSides, size.width != size.height {
      options.append("--tracking-size \(size.height)x\(size.width)")
    }
    var ways = options.isEmpty ? [] : [options.joined(separator: " ")]
    // The option is a flag, which only turns it on.
    if header.mirrored, !view.isMirrored { ways.append("\"mirrored\": false in its header") }
    return ways.joined(separator: " with ") + " reads it so"
  }
}
