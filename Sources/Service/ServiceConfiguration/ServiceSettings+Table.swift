internal import HTTPServer
internal import MediaPipe
internal import SceneFiles
internal import Tracker

extension ServiceSettings {
  private static let bytes = 1024...(1 << 40)
  private static let seconds = 0.1...1e8
  /// The option for the bytes of a tenant, which limits what keeps anything.
  package static let quotaOption = "--max-bytes-per-key"

  /// Every setting, in the order of the documentation.
  public static let table: [ServiceSetting] =
    listening + tracking + connections + requests + content + jobs
    + rights + auditing

  private static let listening: [ServiceSetting] = [
    .init(
      "--address", .text(\.http.address), "the address to listen on, numeric, IPv4 or IPv6",
      isBasic: true),
    .init("--port", .integer(\.port, 0...65535), "the port; 0 takes a free one", isBasic: true),
    .init(
      "--health-port", .optional(\.healthPort, 0...65535),
      "a port of its own for /health and /metrics, which no other request delays; 0 takes a free one; empty: none"
    ),
    .init(
      "--public-url", .text(\.publicURL),
      "what links in answers begin with, such as https://avatars.example.org; empty: a path alone",
      isBasic: true),
    .init(
      "--trusted-proxies", .list(\.http.trustedProxies),
      "addresses of proxies whose X-Forwarded-For is trusted; empty: none"),
    .init(
      "--log", .log, "how requests, renders and deliveries are logged on standard error",
      isBasic: true),
    .init(
      "--data", .text(\.dataFolder),
      "the folder of the database, the jobs, the avatars and the scenes",
      isBasic: true),
    .init(
      "--files", .text(\.files),
      "where the files of jobs, avatars and scenes are kept, s3://BUCKET/PREFIX; empty: in the data folder"
    ),
    .init(
      "--s3-sse", .choice(\.s3SSE, ["none", "AES256", "aws:kms"]),
      "how the bucket of --files is asked to encrypt new files (SSE-S3, SSE-KMS); none: as it does by itself"
    ),
    .init(
      "--s3-sse-kms-key-id", .text(\.s3SSEKeyID),
      "the key of aws:kms: its id, alias or ARN; empty: the bucket's own"),
    .init(
      "--avatars", .text(\.avatarsFolder),
      "the folder of all built-in avatars; empty: Avatars here, over the included ones",
      isBasic: true),
    .init(
      "--scenes", .text(\.scenesFolder),
      "the folder of all built-in scenes; empty: Scenes here, and beside the avatars"),
    .init(
      "--save-avatars", .choice(\.saveAvatars, ["no", "yes"]),
      "whether PUT /v1/avatars/{id}?to=folder saves into the folder of avatars, for all tenants"),
    .init(
      "--save-scenes", .choice(\.saveScenes, ["no", "yes"]),
      "whether PUT /v1/scenes/{id}?to=folder saves into the folder of scenes, for all tenants"),
  ]

  private static let tracking: [ServiceSetting] = [
    .init(
      "--mediapipe-library", .text(\.mediapipeLibrary),
      "MediaPipe's library, or the folder that its wheel is installed in; empty: as track finds it"),
    .init(
      "--face-model", .text(\.faceModel),
      "the Face Landmarker's model; empty: face_landmarker.task as track finds it"),
    .init(
      "--hand-model", .text(\.handModel),
      "the Hand Landmarker's model; empty: hand_landmarker.task as track finds it"),
    .init(
      "--gesture-model", .text(\.gestureModel),
      "the Gesture Recognizer's model; empty: gesture_recognizer.task as track finds it"),
    .init(
      "--num-faces", .integer(\.numFaces, MediaPipeOptions.counts),
      "the maximum number of faces; never more than --max-faces"),
    .init(
      "--track-seconds", .number(\.trackSeconds, TrackSettings.secondsRange),
      "seconds that tracking a recording may take; a picture has at most 30 of them"),
  ]

  private static let connections: [ServiceSetting] = [
    .init(
      "--compute-workers", .integer(\.http.computeWorkers, 1...64), "threads that work on pictures"),
    .init(
      "--recording-workers", .integer(\.http.recordingWorkers, 1...64),
      "threads that compare, or wait for workers: snapshots and checks of recordings"),
    .init("--light-workers", .integer(\.http.lightWorkers, 1...64), "threads for everything else"),
    .init(
      "--max-waiting", .integer(\.http.maximumWaiting, 0...10_000),
      "requests that wait for a thread that works on pictures; more are answered 429"),
    .init(
      "--max-waiting-recordings", .integer(\.http.maximumWaitingRecordings, 0...10_000),
      "requests with a recording, or to compare, that wait for a thread; more are answered 429"),
    .init(
      "--max-connections", .integer(\.http.maximumConnections, 1...100_000),
      "open connections in all; one more takes the place of an idle one, or is closed at once"),
    .init(
      "--max-connections-per-address", .integer(\.http.maximumConnectionsPerAddress, 1...100_000),
      "open connections from one address (IPv6: from one /64); one more likewise"),
    .init(
      "--max-event-streams", .integer(\.maximumEventStreams, 1...10_000),
      "clients that listen to events; beyond it a tenant below its share takes another's place"),
  ]

  private static let requests: [ServiceSetting] = [
    .init(
      "--max-header-bytes", .integer(\.http.maximumHeaderBytes, 1024...(1 << 20)),
      "bytes of a request's line and header"),
    .init("--max-parts", .integer(\.http.maximumParts, 4...256), "parts of a multipart body"),
    .init(
      "--max-frame-bytes", .integer(\.maximumFrameBytes, bytes),
      "bytes of the body of /v1/frames and /v1/comparisons"),
    .init(
      "--max-recording-bytes", .integer(\.maximumRecordingBytes, bytes),
      "bytes of the body of /v1/renders and /v1/snapshots", isBasic: true),
    .init(
      "--max-avatar-bytes", .integer(\.maximumAvatarBytes, 1024...(64 << 20)),
      "bytes of an avatar package"),
    .init(
      "--max-scene-bytes", .integer(\.maximumSceneBytes, 1024...(64 << 20)),
      "bytes of a scene package"),
    .init(
      "--max-body-memory-bytes", .integer(\.http.maximumBodyMemoryBytes, (1 << 20)...(1 << 40)),
      "bytes of bodies in memory, of all requests together; what is over it goes to disk"),
    .init(
      "--header-seconds", .number(\.http.headerSeconds, seconds), "seconds for a header to arrive"),
    .init(
      "--request-seconds", .number(\.http.requestSeconds, seconds),
      "seconds for a whole request to arrive, however steadily it comes"),
    .init(
      "--upload-seconds", .number(\.http.uploadSeconds, seconds), "the same for a recording"),
    .init(
      "--idle-seconds", .number(\.http.idleSeconds, seconds),
      "seconds of silence after which a connection is closed"),
  ]

  private static let content: [ServiceSetting] = [
    .init(
      "--max-picture-pixels", .integer(\.maximumPicturePixels, 1...67_108_864),
      "pixels of a picture, sent or asked for"),
    .init(
      "--max-clip-seconds", .number(\.maximumClipSeconds, seconds), "seconds of a recording"),
    .init(
      "--max-clip-pixels", .integer(\.maximumClipPixels, 1...67_108_864),
      "pixels of a recording's frame"),
    .init(
      "--max-clip-frames", .integer(\.maximumClipFrames, 1...10_000_000),
      "frames of a recording"),
    .init("--max-faces", .integer(\.maximumFaces, 1...64), "faces of a tracking sample"),
    .init(
      "--max-layers", .integer(\.maximumLayers, 1...1024),
      "layers of a request's avatars together"),
  ]

  private static let jobs: [ServiceSetting] = [
    .init(
      "--isolation", .isolation,
      "required: refuse recordings where the kernel lacks seccomp or Landlock (Linux 5.13)"),
    .init(
      "--concurrent-jobs", .integer(\.concurrentJobs, 0...64),
      "renders at a time; 0: they are accepted and kept, but none starts", isBasic: true),
    .init(
      "--job-threads", .integer(\.jobThreads, 0...64), "threads of a render; 0: as render chooses"),
    .init("--job-seconds", .number(\.jobSeconds, 1...250_000), "seconds that a render may take"),
    .init(
      "--job-memory-bytes", .integer(\.jobMemoryBytes, (64 << 20)...(1 << 40)),
      "bytes of memory that a render or a snapshot of a recording may take"),
    .init(
      "--max-output-bytes", .integer(\.maximumOutputBytes, (1 << 20)...(1 << 40)),
      "bytes of a render's output"),
    .init(
      "--snapshot-seconds", .number(\.snapshotSeconds, 0.1...3600),
      "seconds that a snapshot of a recording may take"),
    .init(
      "--comparison-seconds", .number(\.comparisonSeconds, 0...3600),
      "seconds after which explaining a comparison stops"),
    .init(
      "--max-queue", .integer(\.maximumQueue, 0...1_000_000),
      "renders that wait, of all tenants; more are answered 429, but for a tenant below its share"),
    .init(
      "--max-queue-per-key", .integer(\.maximumQueuePerKey, 0...1_000_000),
      "renders of one tenant that wait"),
    .init(
      "--retention-seconds", .number(\.retentionSeconds, 0...315_360_000),
      "seconds after its end that a render is kept", isBasic: true),
    .init(
      "--retention-bytes", .integer(\.retentionBytes, bytes),
      "bytes of all renders' files; beyond it the tenant with the most loses its oldest first"),
    .init(
      "--purge-inputs", .choice(\.purgeInputs, ["no", "yes"]),
      "whether what was sent for a render goes as soon as it has ended, unless its request says otherwise"
    ),
    .init(
      "--require-consent", .choice(\.requiresConsent, ["no", "yes"]),
      "whether a request whose options state no consent is refused"),
    .init(
      "--set-aside-seconds", .number(\.setAsideSeconds, 0...315_360_000),
      "seconds that files which the database does not know are kept in set-aside"),
    .init(
      "--min-free-bytes", .integer(\.minimumFreeBytes, 0...(1 << 40)),
      "free bytes of the disk that bodies leave; with fewer, recordings are answered 507; with less than half, renders wait"
    ),
    .init(
      "--stop-seconds", .number(\.stopSeconds, seconds),
      "seconds to finish after a signal to stop; renders that are not done go back to the queue"),
  ]

  private static let auditing: [ServiceSetting] = [
    .init(
      "--audit", .choice(\.audit, [auditNone, auditAvailable, auditRequired]),
      "the audit log: a line for each key that submits, reads, links to or deletes a render; with required, a"
        + " request whose line cannot be written is answered 503"
    ),
    .init(
      "--audit-folder", .text(\.auditFolder),
      "the folder of the audit log; empty: audit in the data folder"),
    .init(
      "--audit-bytes", .integer(\.auditBytes, 4096...(1 << 30)),
      "bytes of a file of the audit log, after which another one begins"),
    .init(
      "--audit-files", .integer(\.auditFiles, 2...10_000),
      "files of the audit log that are kept; of more the oldest goes"),
    .init(
      "--audit-addresses", .choice(\.auditAddresses, ["no", "yes"]),
      "whether lines of the audit log have the client's address"),
  ]

  private static let rights: [ServiceSetting] = [
    .init(
      "--rate-per-minute", .integer(\.ratePerMinute, 1...1_000_000),
      "requests of one key per minute, in the long run; those that cost more than a frame count more"
    ),
    .init(
      "--rate-burst", .integer(\.rateBurst, 1...1_000_000), "requests of one key at once"),
    .init(
      "--link-seconds", .integer(\.linkSeconds, 1...604_800), "seconds that a signed link works"),
    .init(
      "--max-avatars-per-key", .integer(\.maximumAvatarsPerKey, 0...100_000),
      "avatars that one tenant may upload"),
    .init(
      "--max-fit-profiles-per-key", .integer(\.maximumFitProfilesPerKey, 0...100_000),
      "fit profiles that one tenant may store"),
    .init(
      "--max-scenes-per-key", .integer(\.maximumScenesPerKey, 0...SceneLibrary.most),
      "scenes that one tenant may upload"),
    .init(
      quotaOption, .integer(\.maximumBytesPerKey, bytes),
      "bytes of all that is kept for one tenant: renders with what was sent for them, avatars, scenes, fit profiles;"
        + " beyond it 413"),
    .init(
      "--webhook-hosts", .list(\.webhookHosts),
      "hosts that webhooks may go to; empty: none", isBasic: true),
  ]
}
