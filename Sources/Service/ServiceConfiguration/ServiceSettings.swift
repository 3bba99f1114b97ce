internal import Avatars
public import HTTPServer
internal import SceneFiles

/// Everything that an operator decides about the service; `table` names each with its default, its
/// range and its meaning.
public struct ServiceSettings: Sendable {
  /// How requests, renders and deliveries are logged on standard error.
  public enum Log: String, Sendable, CaseIterable {
    /// A JSON object a line.
    case json
    /// A line for people.
    case text
    /// Not at all.
    case none
  }

  /// What happens where the kernel lacks a sandbox mechanism for workers.
  public enum Isolation: String, Sendable, CaseIterable {
    /// Recordings are refused.
    case required
    /// Workers run with the mechanisms that the kernel has.
    case available
  }

  /// Where it listens, its threads, its connections and its limits, as the HTTP server has them.
  public var http = HTTPServerSettings()

  // What it answers with and writes.
  /// What links in answers begin with, such as https://avatars.example.org; empty: a path
  /// alone.
  public var publicURL = ""
  /// How requests, renders and deliveries are logged on standard error.
  public var log = Log.json

  // Where things lie.
  /// The folder of the database, the jobs, the avatars and the scenes.
  public var dataFolder = "avatar-overlay-data"
  /// Where the files of jobs, avatars and scenes are kept, `s3://BUCKET/PREFIX`; empty: in the data folder.
  public var files = ""
  /// How the bucket is asked to encrypt new files, a value of `x-amz-server-side-encryption`; `none`: it is not asked.
  public var s3SSE = "none"
  /// The key of `aws:kms`; empty: the bucket's own.
  public var s3SSEKeyID = ""
  /// The folder of the built-in avatars; empty: as avatars list finds it.
  public var avatarsFolder = ""
  /// The folder of the built-in scenes; empty: Scenes beside the avatars.
  public var scenesFolder = ""
  /// Whether requests may save avatars into the folder of the built-in ones: `yes`, `no`.
  public var saveAvatars = "no"
  /// The same of scenes.
  public var saveScenes = "no"

  // What finds faces in uploads without tracking.
  /// MediaPipe's library, or the folder of its wheel; empty: as the verb track finds it.
  public var mediapipeLibrary = ""
  /// The Face Landmarker's model; empty: that of the folder Models beside the avatars.
  public var faceModel = ""
  /// The Hand Landmarker's model, likewise.
  public var handModel = ""
  /// The Gesture Recognizer's model, likewise.
  public var gestureModel = ""
  /// The maximum number of faces; never more than `maximumFaces`.
  public var numFaces = 4
  /// Seconds that tracking a recording may take; a picture has at most `pictureTrackSeconds` of them.
  public var trackSeconds = 600.0
  /// The most seconds that tracking a picture may take: a thousand times what it takes.
  package static let pictureTrackSeconds = 30.0

  // Connections.
  /// Clients that listen to events; more are answered 429.
  public var maximumEventStreams = 64

  // What a request may be.
  /// Bytes of the body of /v1/frames and /v1/comparisons.
  public var maximumFrameBytes = 32 << 20
  /// Bytes of the body of /v1/renders and /v1/snapshots.
  public var maximumRecordingBytes = 512 << 20
  /// Bytes of an avatar package.
  public var maximumAvatarBytes = 32 << 20
  /// Bytes of a scene package.
  public var maximumSceneBytes = 32 << 20

  // What pictures and recordings may be.
  /// Pixels of a picture, sent or asked for.
  public var maximumPicturePixels = 36_000_000
  /// Seconds of a recording.
  public var maximumClipSeconds = 600.0
  /// Pixels of a recording's frame.
  public var maximumClipPixels = 8_912_896
  /// Frames of a recording.
  public var maximumClipFrames = 36_000
  /// Faces of a tracking sample.
  public var maximumFaces = 16
  /// Layers of a request's avatars together.
  public var maximumLayers = 160

  // Jobs.
  /// Whether recordings are refused where the kernel lacks seccomp or Landlock (5.13).
  public var isolation = Isolation.available
  /// Renders at a time; 0: they are taken and kept, none starts.
  public var concurrentJobs = 1
  /// Threads of a render; 0: as render chooses.
  public var jobThreads = 0
  /// Seconds that a render may take.
  public var jobSeconds = 3600.0
  /// Bytes of memory that a render or a snapshot of a recording may take.
  public var jobMemoryBytes = 2 << 30
  /// Bytes of a render's output.
  public var maximumOutputBytes = 2 << 30
  /// Seconds that a snapshot of a recording may take.
  public var snapshotSeconds = 60.0
  /// Seconds after which a comparison is not explained any further.
  public var comparisonSeconds = 10.0
  /// Renders that wait, of all keys; more are answered 429.
  public var maximumQueue = 100
  /// Renders of one tenant that wait.
  public var maximumQueuePerKey = 20
  /// Seconds after its end that a render is kept.
  public var retentionSeconds = 7.0 * 86_400
  /// Bytes of all renders' files; over it the oldest of the tenant with the most go first.
  public var retentionBytes = 20 << 30
  /// Whether what was sent for a render goes when it ends, unless its request says otherwise.
  public var purgeInputs = "no"
  /// Whether a render has to state a consent.
  public var requiresConsent = "no"
  /// Seconds that what was set aside is kept.
  public var setAsideSeconds = 30.0 * 86_400
  /// Free bytes of the disk that bodies leave; under it recordings are answered 507, under half of it
  /// renders wait.
  public var minimumFreeBytes = 512 << 20
  /// Seconds to finish after a signal to stop; renders that are not done go back to the queue.
  public var stopSeconds = 20.0

  // Rights.
  /// Requests a minute of one key, in the long run.
  public var ratePerMinute = 6000
  /// Requests at once of one key.
  public var rateBurst = 200
  /// Seconds that a signed link works.
  public var linkSeconds = 3600
  /// Avatars that one tenant may upload.
  public var maximumAvatarsPerKey = 100
  /// Fit profiles that one tenant may store.
  public var maximumFitProfilesPerKey = 1000
  /// Bytes of a fit profile: those of the format, which no option changes.
  public var maximumFitProfileBytes = FitProfile.byteLimit
  /// Scenes that one tenant may upload.
  public var maximumScenesPerKey = SceneLibrary.most
  /// Bytes that are kept for one tenant, whatever they are.
  public var maximumBytesPerKey = 2 << 30

  // The audit log.
  /// Whether it is written: not at all, where it can be, or that nothing is answered without.
  public var audit = ServiceSettings.auditAvailable
  /// No audit log is written.
  package static let auditNone = "none"
  /// It is written where that is possible.
  package static let auditAvailable = "available"
  /// What cannot be written is not answered.
  package static let auditRequired = "required"
  /// The log's folder; empty: `audit` in the data folder.
  public var auditFolder = ""
  /// Bytes of a file, after which another one begins.
  public var auditBytes = 16 << 20
  /// Files that are kept; of more the oldest goes.
  public var auditFiles = 16
  /// Whether lines have the client's address.
  public var auditAddresses = "no"

  // Webhooks.
  /// Hosts that webhooks may go to; empty: none.
  public var webhookHosts: [String] = []

  /// Makes settings with the defaults.
  public init() {}

  /// Whether only this machine reaches the service.
  public var isLoopback: Bool { http.address.hasPrefix("127.") || http.address == "::1" }

  /// The port; 0 takes a free one.
  public var port: Int {
    get { Int(http.port) }
    set { http.port = UInt16(clamping: newValue) }
  }

  /// The port that tells of its health alone; 0 takes a free one, nil: none.
  public var healthPort: Int? {
    get { http.healthPort.map(Int.init) }
    set { http.healthPort = newValue.map { UInt16(clamping: $0) } }
  }
}
