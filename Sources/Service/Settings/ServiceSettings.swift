/// Everything that an operator decides about the service; `table` names each with its default, its
/// range and its meaning.
public struct ServiceSettings: Sendable {
  /// How requests are logged on standard error.
  public enum Log: String, Sendable, CaseIterable {
    /// A JSON object a line.
    case json
    /// A line for people.
    case text
    /// Not at all.
    case none
  }

  /// What happens where the kernel lacks a wall around workers.
  public enum Isolation: String, Sendable, CaseIterable {
    /// Recordings are refused.
    case required
    /// Those walls that there are have to do.
    case available
  }

  // Where it listens.
  public var address = "127.0.0.1"
  public var port = 8080
  public var publicURL = ""
  public var log = Log.json
  public var trustedProxies: [String] = []

  // Where things lie.
  public var dataFolder = "avatar-overlay-data"
  public var avatarsFolder = ""

  // Threads and connections.
  public var computeWorkers = 2
  public var lightWorkers = 4
  public var maximumWaiting = 64
  public var maximumConnections = 512
  public var maximumConnectionsPerAddress = 256
  public var maximumEventStreams = 64

  // What a request may be.
  public var maximumHeaderBytes = 16 * 1024
  public var maximumParts = 16
  public var maximumFrameBytes = 32 << 20
  public var maximumRecordingBytes = 512 << 20
  public var maximumAvatarBytes = 32 << 20
  public var headerSeconds = 10.0
  public var requestSeconds = 60.0
  public var uploadSeconds = 900.0
  public var idleSeconds = 30.0

  // What pictures and recordings may be.
  public var maximumPicturePixels = 36_000_000
  public var maximumClipSeconds = 600.0
  public var maximumClipPixels = 8_912_896
  public var maximumClipFrames = 36_000
  public var maximumFaces = 16
  public var maximumLayers = 128

  // Jobs.
  public var isolation = Isolation.available
  public var concurrentJobs = 1
  public var jobThreads = 0
  public var jobSeconds = 3600.0
  public var jobMemoryBytes = 2 << 30
  public var maximumOutputBytes = 2 << 30
  public var snapshotSeconds = 60.0
  public var maximumQueue = 100
  public var maximumQueuePerKey = 20
  public var retentionSeconds = 7.0 * 86_400
  public var retentionBytes = 20 << 30
  public var minimumFreeBytes = 512 << 20
  public var stopSeconds = 20.0

  // Rights.
  public var ratePerMinute = 6000
  public var rateBurst = 200
  public var linkSeconds = 3600
  public var maximumAvatarsPerKey = 100

  // Webhooks.
  public var webhookHosts: [String] = []

  /// Makes settings with the defaults.
  public init() {}

  /// Whether only this machine reaches the service.
  public var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }
}
