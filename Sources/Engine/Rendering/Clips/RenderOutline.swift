import Avatars
package import ClipReading
package import ClipWriting
import Digests
package import Filters
package import Frames
import Geometry
import Imaging
import Lottie
import Passes
import Placement
import Recipe
package import Recordings
import SceneFiles
import Scenes
import Timelines
import Tracking

/// What is known of a render before its first frame, by which it is divided.
///
/// That is which frames there will be, from which of them on decoding can begin, and what it depends on.
package struct RenderOutline {
  package enum Kind: Equatable {
    case clip(OutputContainer)
    /// Numbered pictures, or a single one.
    case pictures
  }

  package let kind: Kind
  /// The numbers of the output's frames: places in the clip, along the grid of a rate, or of those that a faster
  /// clip shows.
  package let numbers: ClosedRange<Int>
  /// Numbers at which a part can begin without decoding what is before, ascending.
  package let keyNumbers: [Int]
  /// Seconds a tick of the output's times.
  package let timeBase: Rational
  /// The tick of the frames that is 0 in the output.
  package let origin: Int64
  /// Whether it is a part of the clip that is rendered.
  package let isPart: Bool
  /// When the last frame ends, in milliseconds on the clip's timeline.
  package let endMs: Double
  /// Pixels of a frame that is decoded, and of one that is written.
  package let decodedPixels, writtenPixels: Int
  /// How the frames of a clip are compressed; nil for pictures.
  package let codec: EncoderSettings.Codec?
  package let packages: [PackageIdentity]
  /// The day of the recording; nil where it is unknown.
  package let date: RecordingDate?
  /// What the recording says of its origin.
  package let provenance: RecordingProvenance
  private let table: FrameTable
  private let even: FrameTable.Even?
  /// The places of the frames that a faster clip shows; nil where all are shown, or those of a rate.
  private let thinned: [Int]?
  /// When samples of the tracking begin to hold, in milliseconds, with how many faces they have.
  private let faces: [(ms: Double, count: Int)]

  /// Opens a recording and looks at its times.
  ///
  /// - Throws: as `RenderJob.run`, for what can be known before the first frame.
  package init(_ settings: RenderSettings) throws {
    let output = settings.output
    if case .animation(let format) = output.kind { throw Self.indivisible(format) }
    if output.maxBytes != nil { throw Self.unlimitedParts }
    let isClip: Bool
    if case .clip = output.kind {
      try output.checkContainer()
      isClip = true
    } else {
      isClip = false
    }
    try settings.passes.check()
    let recording = try OpenRecording(settings, for: isClip ? settings.clipPurpose : .pictures)
    let clip = recording.clip
    let (rate, speed) = (try output.rate(of: clip), try output.playbackSpeed(of: clip))
    table = try clip.frameTable()
    if let rate {
      try Self.check(table, clip, recording.limits)
      guard let found = table.even(of: clip, at: rate, speed: speed) else {
        throw VideoError.emptyRange(
          path: clip.path, asked: "\(clip.part) at \(rate)", available: "none at those times")
      }
      (even, thinned) = (found, nil)
    } else {
      (even, thinned) = (nil, table.thinned(of: clip, for: speed))
    }
    let last = table.firstPlace + table.ticks.count - 1
    numbers =
      even?.numbers ?? thinned.map { 0...max($0.count - 1, 0) } ?? table.firstPlace...last
    if isClip {
      let encoder = try settings.encoder(colours: clip.info.colourTags)
      try settings.passes.check(on: clip.info.colourTags)
      kind = .clip(try OutputContainer(path: output.path))
      codec = encoder.codec
    } else {
      if case .picture = output.kind, numbers.count > 1 {
        throw PictureFiles.oneForSeveral(output.path)
      }
      (kind, codec) = (.pictures, nil)
    }
    timeBase = rate?.timeBase ?? speed.output(clip.info.timeBase)
    isPart = clip.part != .whole
    let first = even?.tick(of: numbers.lowerBound) ?? table.ticks.first ?? 0
    origin = min(clip.outputOrigin(at: rate, speed: speed) ?? first, first)
    endMs = table.endMs
    let decoded = clip.info.uprightSize
    decodedPixels = decoded.width * decoded.height
    writtenPixels = recording.finishedSize.width * recording.finishedSize.height
    packages = recording.packages
    date = recording.date
    provenance = settings.recording.provenance
    faces = try Self.faces(settings, clip.info)
    if let even {
      keyNumbers = Self.keyNumbers(table, even)
    } else if let thinned {
      let keys = Set(table.keyPlaces)
      keyNumbers = thinned.indices.filter { keys.contains(thinned[$0]) }
    } else {
      keyNumbers = table.keyPlaces
    }
  }

  static func indivisible(_ format: AnimationFormat) -> RenderingError {
    .unfitOutput(
      reason:
        "\(format.name): frames are stored as what differs from those before, so it is not made in"
        + " parts; render it as a whole, or write a clip such as .mp4")
  }

  private static let unlimitedParts = RenderingError.unfitOutput(
    reason:
      "a limit of the file's bytes needs the whole, and is not for a render in parts; leave one out"
  )

  /// The tick of a frame, before the origin is taken off.
  private func tick(of number: Int) -> Int64 {
    even?.tick(of: number) ?? table.ticks[index(of: number)]
  }

  /// The tick of a frame in the output.
  package func outputTick(of number: Int) -> Int64 { tick(of: number) - origin }

  /// When a frame is shown, in milliseconds on the clip's timeline.
  package func timeMs(of number: Int) -> Double {
    even?.timeMs(of: number) ?? table.timesMs[index(of: number)]
  }

  /// The place of the clip's frame that it shows.
  package func source(of number: Int) -> Int {
    even?.place(of: number, in: table) ?? thinned.map { $0[min(max(number, 0), $0.count - 1)] }
      ?? number
  }

  /// How many faces the tracking has at a time.
  package func faceCount(atMs ms: Double) -> Int {
    var (low, high) = (0, faces.count)
    while low < high {
      let middle = (low + high) / 2
      if faces[middle].ms <= ms { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? 0 : faces[low - 1].count
  }

  package func frames(_ numbers: ClosedRange<Int>) -> PartFrames {
    let isLast = numbers.upperBound == self.numbers.upperBound
    return PartFrames(
      numbers: numbers,
      source: source(
        of: numbers.lowerBound)...(even == nil && thinned == nil
        ? numbers.upperBound : table.firstPlace + table.ticks.count - 1),
      origin: origin, lastFollowed: isLast ? nil : tick(of: numbers.upperBound),
      firstMs: timeMs(of: self.numbers.lowerBound),
      areFirst: numbers.lowerBound == self.numbers.lowerBound)
  }

  /// Throws where a frame of the clip would be repeated for longer than is allowed, as the render would.
  private static func check(
    _ table: FrameTable, _ clip: ClipReader, _ limits: VideoLimits
  ) throws(VideoError) {
    let ends = table.timesMs.dropFirst() + [table.endMs]
    for (place, (start, end)) in zip(table.timesMs, ends).enumerated()
    where (end - start) / 1000 > limits.longestRepeat {
      throw .frameTooLong(
        path: clip.path, frame: table.firstPlace + place, seconds: (end - start) / 1000,
        maximum: limits.longestRepeat)
    }
  }

  /// The index in the table of the clip's frame that has a number.
  private func index(of number: Int) -> Int {
    min(max(source(of: number) - table.firstPlace, 0), table.ticks.count - 1)
  }

  /// The frames of a rate that are the first to show a frame from which decoding can begin.
  private static func keyNumbers(_ table: FrameTable, _ even: FrameTable.Even) -> [Int] {
    let keys = Set(table.keyPlaces)
    var (found, previous) = ([Int](), -1)
    for number in even.numbers {
      let place = even.place(of: number, in: table)
      if place != previous, keys.contains(place) { found.append(number) }
      previous = place
    }
    return found
  }

  private static func faces(
    _ settings: RenderSettings, _ info: ClipInfo
  ) throws -> [(ms: Double, count: Int)] {
    let source = try TrackingSource(
      path: settings.recording.tracking, options: settings.tracking,
      clipSize: info.sceneSize.retyped(as: TrackerSpace.self))
    var faces: [(ms: Double, count: Int)] = []
    while let sample = try source.next() {
      if faces.last?.count != sample.faces.count {
        faces.append((sample.timestampMs, sample.faces.count))
      }
    }
    return faces
  }
}

/// A package that a render shows, by the hash of what it holds.
package struct PackageIdentity: Hashable, Sendable {
  package enum Role: String, CaseIterable, Sendable { case avatar, scene, segmenter, lottie }

  package var role: Role
  package var name: String
  /// The hash, in hexadecimal digits.
  package var sha256: String
  /// Whether an avatar has sounds; scenes may all have some.
  package var isHeard: Bool

  package init(_ role: Role, name: String, sha256: String, isHeard: Bool = false) {
    (self.role, self.name, self.sha256, self.isHeard) = (role, name, sha256, isHeard)
  }
}

extension OpenRecording {
  /// The packages that are shown, and what else their pictures depend on: the model of a segmenter, and the
  /// library that draws Lottie animations where one is shown.
  package var packages: [PackageIdentity] {
    zip(textures.artwork, textures.avatars).map { artwork, measured in
      PackageIdentity(
        .avatar, name: artwork.name, sha256: artwork.sha256,
        isHeard: !measured.avatar.sounds.isEmpty)
    }
      + scenes.packages.map { PackageIdentity(.scene, name: $0.scene.id, sha256: $0.sha256) }
      + (settings.segmenter.map {
        [PackageIdentity(.segmenter, name: "segmenter", sha256: SHA256.hex(of: $0.identity.utf8))]
      } ?? [])
      + (textures.showsLottie || scenes.packages.contains(where: \.showsLottie)
        ? [
          PackageIdentity(
            .lottie, name: "rlottie",
            sha256: LottieDrawing.librarySHA256 ?? SHA256.hex(of: "none".utf8))
        ] : [])
  }
}
