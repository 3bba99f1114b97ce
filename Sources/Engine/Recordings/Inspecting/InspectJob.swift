import ClipReading
import Frames
import Geometry
public import Isolation
import Problems
import Tracking
public import TrackingFiles

/// Looks at the whole of a recording: decodes every frame, reads every sample.
public struct InspectJob: Sendable {
  private let recording: RecordingLocation
  private let options: TrackingFileOptions

  /// Makes the job; bad samples are counted, whatever the options say of them.
  public init(_ recording: RecordingLocation, tracking: TrackingFileOptions) {
    self.recording = recording
    options = tracking
  }

  /// Does the job; what is wrong with the recording is in the report and no error.
  public func run(cancellation: Cancellation = Cancellation()) throws(RenderingError)
    -> InspectionReport
  {
    var report = InspectionReport()
    report.notes = recording.notes
    if !recording.provenance.isEmpty { report.provenance = recording.provenance }
    do throws(RenderingError) {
      try recording.checkConsent()
    } catch {
      report.problems.append("\(error)")
      report.problemCode = error.problemCode
    }
    var options = options
    options.skipsBadSamples = true
    var frameTimes: [Double] = []
    var endMs: Double?
    var weighed: (clip: ClipReader, as: TrackingFit.Clip)?
    do throws(VideoError) {
      var reading = ReadingOptions()
      reading.allowsDamagedStill = true
      let clip = try recording.open(.whole, reading)
      options = options.beside(clip)
      while !cancellation.isRequested, let frame = try clip.nextFrame() {
        frameTimes.append(frame.timestampMs)
        endMs = frame.endMs(clip.info)
      }
      options.clipTimes = ClipTimes(frameTimes)
      weighed = (
        clip,
        TrackingFit.Clip(
          scene: clip.info.sceneSize, stored: clip.info.uprightSize, frames: frameTimes)
      )
      report.clip = InspectionReport.Clip(clip, frameTimes: frameTimes, endMs: endMs)
      let tracks = clip.leftOutTracks
      report.notes += clip.notes + tracks.notes
      report.problems += tracks.damaged.map { "\(recording.media): \($0)" }
    } catch {
      report.problems.append("\(SystemReason.line(of: error))")
      report.problemCode = report.problemCode ?? error.problemCode
    }
    try cancellation.check()
    var (faceTimes, gaps) = ([Double](), GapOptions())
    if let path = recording.tracking {
      do throws(TrackingFault) {
        (report.tracking, faceTimes) = try read(path, options, &report.notes, cancellation)
        if let weighed {
          var fit = TrackingFit(
            try TrackingSkim(path: path, options: options), options, against: weighed.as)
          fit.judgePictures(of: path, options, against: weighed.clip)
          report.problems += fit.faults.map(\.description)
          report.notes += fit.notes
          gaps = gaps.scaled(toIntervalMs: fit.intervalMs)
        }
      } catch {
        report.problems.append("\(SystemReason.line(of: error))")
        report.problemCode = report.problemCode ?? error.problemCode
      }
    }
    try cancellation.check()
    report.framesWithFace = Self.count(frameTimes, near: faceTimes, gaps)
    if let expected = report.tracking?.clipSHA256 {
      report.problems += [ClipHash.mismatch(of: recording.media, expected: expected)]
        .compactMap(\.self)
    }
    return report
  }

  private func read(
    _ path: String, _ options: TrackingFileOptions, _ notes: inout [String],
    _ cancellation: Cancellation
  ) throws(TrackingFault) -> (InspectionReport.Tracking, faceTimes: [Double]) {
    let reader = try TrackingReader(path: path, options: options)
    var report = InspectionReport.Tracking(reader)
    var faceTimes: [Double] = []
    var images = ImageTally()
    while !cancellation.isRequested, let sample = try reader.next() {
      let time = sample.timestampMs + reader.header.timeOffsetMs
      report.count(sample, atMs: time)
      images.add(sample)
      if !sample.faces.isEmpty {
        report.longestGapMs = max(
          report.longestGapMs, time - (faceTimes.last ?? report.firstMs ?? time))
        faceTimes.append(time)
      }
    }
    if let last = report.lastMs {
      report.longestGapMs = max(
        report.longestGapMs, last - (faceTimes.last ?? report.firstMs ?? last))
    }
    report.images = images.report
    report.verticalFieldOfViewDegrees = reader.header.verticalFieldOfViewDegrees
    report.unknownKeys = reader.unknownKeys
    report.badSamples = reader.leftOut.samples
    report.leftOut = reader.leftOut.summary
    report.faults = reader.leftOut.faults.map(\.description)
    report.faultCount = reader.leftOut.faultCount
    notes += reader.readingNotes
    return (report, faceTimes)
  }

  /// How many times of one rising list lie within a face's reach of one of the other.
  private static func count(
    _ times: [Double], near others: [Double], _ gaps: GapOptions
  ) -> Int {
    let reach = gaps.holdMs + gaps.fadeMs
    var next = 0
    return times.count { time in
      while next < others.count, others[next] < time - reach { next += 1 }
      return next < others.count && others[next] <= time + gaps.maxGapMs
    }
  }
}

extension InspectionReport.Clip {
  fileprivate init(_ reader: ClipReader, frameTimes: [Double], endMs: Double?) {
    let info = reader.info
    let steps = zip(frameTimes.dropFirst(), frameTimes).map { $0 - $1 }
    // Where times start again, a container states the length of one part.
    let length = endMs.map { ($0 - (frameTimes.first ?? 0)) / 1000 }
    let seconds = reader.hasParts ? length : info.duration
    self.init(
      path: reader.path, container: info.container, codec: info.codec,
      stored: "\(info.storedWidth) x \(info.storedHeight)", scene: "\(info.sceneSize)",
      orientation: "\(info.orientation)", pixelFormat: info.decodedPixelFormat,
      conversion: info.conversionNote, seconds: seconds, startMs: frameTimes.first, endMs: endMs,
      frames: frameTimes.count,
      shortestStepMs: steps.min(), longestStepMs: steps.max(),
      sound: info.soundTracks.map(\.codec),
      damage: reader.damage.isClean ? nil : "\(reader.damage)")
  }
}

extension InspectionReport.Tracking {
  fileprivate init(_ reader: TrackingReader) {
    self.init(
      path: reader.path, format: reader.dialect.rawValue, size: "\(reader.header.size)",
      rotationDegrees: reader.header.rotation.rawValue, mirrored: reader.header.mirrored,
      smoothed: reader.header.isSmoothed, clipSHA256: reader.header.clipSHA256)
  }

  fileprivate mutating func count(_ sample: TrackingSample, atMs time: Double) {
    samples += 1
    firstMs = firstMs ?? time
    lastMs = time
    samplesWithFaces += sample.faces.isEmpty ? 0 : 1
    samplesWithHands += sample.hands.isEmpty ? 0 : 1
    samplesWithGestures += sample.hands.contains { $0.saysSomething } ? 1 : 0
    samplesWithImages += sample.images.isEmpty ? 0 : 1
    failedSamples += sample.failure == nil ? 0 : 1
    mostFaces = max(mostFaces, sample.faces.count)
    for face in sample.faces {
      facesWithLandmarks += face.landmarks.isEmpty ? 0 : 1
      facesWithMatrix += face.pose == nil ? 0 : 1
      facesWithBlendshapes += face.blendshapes.scores.isEmpty ? 0 : 1
    }
  }
}
