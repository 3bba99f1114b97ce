internal import Foundation
public import MediaPipe
internal import Tracker

/// What one worker may use.
public struct WorkerLimits: Hashable, Sendable {
  /// Memory that may be written, in bytes: 16 MB to 1 TB; 2 GB.
  public var memoryBytes: UInt64 = 2 << 30
  /// Processor time of all threads, in seconds: 1 to 1,000,000; 7200.
  public var cpuSeconds: UInt64 = 7200
  /// Time by the clock, in seconds: 0.1 to 1,000,000; 3600.
  public var wallSeconds: Double = 3600
  /// The longest file, in bytes: 1 MB to 1 PB; 2 GB.
  public var fileBytes: UInt64 = 2 << 30

  /// Makes the limits of a render.
  public init() {}

  /// The limits of a look before a recording is accepted: 512 MB, 20 s of either time, and nothing
  /// to write.
  public static var preflight: WorkerLimits {
    var limits = WorkerLimits()
    (limits.memoryBytes, limits.cpuSeconds) = (512 << 20, 20)
    (limits.wallSeconds, limits.fileBytes) = (20, 1 << 20)
    return limits
  }
}

/// How jobs are worked on.
///
/// Each value says its range and its default; `JobRunner` refuses others.
public struct JobsSettings: Hashable, Sendable {
  /// Where jobs are received and worked on: `<data>/incoming` and `<data>/attempts` are made in it.
  public var dataFolder: String
  /// The program that is the worker.
  public var executable: String
  /// Where avatars are looked up.
  public var avatarsFolder: String
  /// Where scenes are looked up that were not sent with a recording, the first folder first.
  public var scenesFolders: [String]
  /// Further folders that a worker may read.
  public var readable: [String] = []

  /// What tracks recordings without tracking; nil where nothing does.
  public var tracker: FoundMediaPipe?
  /// How long that may take of a job's time, in seconds: 0.1 to 250,000; 600.
  public var trackSeconds = 600.0

  /// Jobs at the same time: 0 to 64; 1.
  ///
  /// With 0 jobs are taken and kept, and none starts.
  public var concurrency = 1
  /// What a job's worker may use.
  public var limits = WorkerLimits()
  /// What the look before acceptance may use.
  public var preflightLimits = WorkerLimits.preflight
  /// How often a job's worker may crash before the job fails: 1 to 100; 3.
  public var maximumCrashes = 3
  /// How often a job may begin in all, those times too that the service itself was killed: 1 to
  /// 10,000; 100.
  ///
  /// It ends what would bring a machine down for ever. Attempts that met a full disk are not counted.
  public var maximumAttempts = 100
  /// Whether workers run only where the kernel gives all of the isolation; false.
  public var requiresIsolation = false

  /// How long jobs are kept after their end, in seconds: 0 to 10 years; 7 days.
  public var retentionSeconds = 7 * 86400.0
  /// What all jobs together may weigh, in bytes: 0 to 1 EB; 20 GB.
  ///
  /// Over it the oldest of the tenant go that holds the most.
  public var retentionBytes: Int64 = 20 << 30
  /// How long what was set aside is kept, in seconds: 0 to 10 years; 30 days.
  public var setAsideSeconds = 30 * 86400.0
  /// Free bytes of the data folder's disk under which no job begins: 0 to 1 EB; 0.
  public var minimumFreeBytes = 0
  /// How long nothing is removed by age after the start, and after the clock went forward by more
  /// than a minute at once, in seconds: 0 to 30 days; 3600.
  ///
  /// Never longer than `retentionSeconds`.
  public var clockGraceSeconds = 3600.0
  /// How often that is looked after, in seconds: 1 to 86400; 60.
  public var sweepSeconds = 60.0
  /// How often the store is asked for work of which no event told, in seconds: 0.05 to 3600; 2.
  public var pollSeconds = 2.0

  /// How long a job is leased to its runner, which extends it as long as it works, in seconds: 1 to 86400; 60.
  ///
  /// A runner that died or lost its way to the store is waited for so long before another takes the job. One that
  /// starts in the place of one that died does not wait.
  public var leaseSeconds = 60.0

  /// Makes settings with the defaults.
  public init(
    dataFolder: String, executable: String, avatarsFolder: String, scenesFolders: [String]
  ) {
    (self.dataFolder, self.executable) = (dataFolder, executable)
    (self.avatarsFolder, self.scenesFolders) = (avatarsFolder, scenesFolders)
  }

  /// The same with paths that mean the same in every folder: a worker has one of its own.
  var withAbsolutePaths: JobsSettings {
    func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }
    var settings = self
    settings.dataFolder = absolute(dataFolder)
    settings.executable = absolute(executable)
    settings.avatarsFolder = absolute(avatarsFolder)
    settings.scenesFolders = scenesFolders.map(absolute)
    settings.readable = readable.map(absolute)
    return settings
  }

  /// The most often that progress is written to the store, in seconds between; listeners hear of
  /// all of it.
  static let reportSeconds = 0.5

  /// Throws where a value is out of its range.
  func check() throws(JobsError) {
    func check<Value: Comparable>(
      _ name: String, _ value: Value, _ range: ClosedRange<Value>
    ) throws(JobsError) {
      guard !range.contains(value) else { return }
      throw .badSetting(
        name: name, found: "\(value)", expected: "\(range.lowerBound) to \(range.upperBound)")
    }
    try check("trackSeconds", trackSeconds, TrackSettings.secondsRange)
    try check("concurrency", concurrency, 0...64)
    try check("maximumCrashes", maximumCrashes, 1...100)
    try check("maximumAttempts", maximumAttempts, 1...10_000)
    try check("retentionSeconds", retentionSeconds, 0...315_360_000)
    try check("retentionBytes", retentionBytes, 0...1 << 60)
    try check("setAsideSeconds", setAsideSeconds, 0...315_360_000)
    try check("minimumFreeBytes", minimumFreeBytes, 0...1 << 60)
    try check("clockGraceSeconds", clockGraceSeconds, 0...2_592_000)
    try check("sweepSeconds", sweepSeconds, 1...86400)
    try check("leaseSeconds", leaseSeconds, 1...86400)
    try check("pollSeconds", pollSeconds, 0.05...3600)
    for limits in [limits, preflightLimits] {
      try check("limits.memoryBytes", limits.memoryBytes, 16 << 20...1 << 40)
      try check("limits.cpuSeconds", limits.cpuSeconds, 1...1_000_000)
      try check("limits.wallSeconds", limits.wallSeconds, 0.1...1_000_000)
      try check("limits.fileBytes", limits.fileBytes, 1 << 20...1 << 50)
    }
  }
}
