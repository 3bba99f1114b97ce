internal import Geometry
public import Tracking

/// All that there is to say about a tracking file, good or bad.
public struct TrackingReport: Sendable {
  /// The format; nil where it was not recognised.
  public var dialect: TrackingDialect?
  /// The header; nil where there is none to be had.
  public var header: TrackingHeader?
  /// Good samples.
  public var samples = 0
  /// Samples that are bad in one way or several.
  public var badSamples = 0
  /// Good samples in which at least one face was found.
  public var samplesWithFaces = 0
  /// The most faces in one good sample.
  public var mostFaces = 0
  /// Faces of good samples that have landmarks.
  public var facesWithLandmarks = 0
  /// Faces of good samples that have a matrix.
  public var facesWithPose = 0
  /// Good samples in which at least one hand was found.
  public var samplesWithHands = 0
  /// The times of the first and the last good sample, in milliseconds; nil without any.
  public var timesMs: ClosedRange<Double>?
  /// The longest time between two good samples, in milliseconds.
  public var longestStepMs = 0.0
  /// All faults, the first `TrackingLimits.keptFaults` of them.
  public var faults: [TrackingFault] = []
  /// How many faults there are, also those that are not kept.
  public var faultCount = 0
  /// How often each key stood in the file that means nothing here.
  public var unknownKeys: [String: Int] = [:]

  /// Reads a file to its end and lists every fault.
  ///
  /// Never throws: a file that cannot be opened is a fault like any other.
  public init(path: String, options: TrackingFileOptions = .init()) {
    var options = options
    options.badSamples = .skip
    do {
      let reader = try TrackingReader(path: path, options: options)
      dialect = reader.dialect
      header = reader.header
      while let sample = try reader.next() { add(sample) }
      badSamples = reader.skippedSamples
      faults = reader.faults
      faultCount = reader.faultCount
      unknownKeys = reader.unknownKeys
    } catch {
      faults.append(error)
      faultCount += 1
    }
  }

  private mutating func add(_ sample: TrackingSample) {
    samples += 1
    samplesWithFaces += sample.faces.isEmpty ? 0 : 1
    samplesWithHands += sample.hands.isEmpty ? 0 : 1
    mostFaces = max(mostFaces, sample.faces.count)
    for face in sample.faces {
      facesWithLandmarks += face.landmarks.isEmpty ? 0 : 1
      facesWithPose += face.pose == nil ? 0 : 1
    }
    if let times = timesMs {
      longestStepMs = max(longestStepMs, sample.timestampMs - times.upperBound)
      timesMs = times.lowerBound...sample.timestampMs
    } else {
      timesMs = sample.timestampMs...sample.timestampMs
    }
  }
}
