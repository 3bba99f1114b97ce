import ClipReading
import Frames
import Recordings
import TrackingFiles

extension RequestTable {
  /// Which recording, and how its tracking is read.
  static let recording: [RequestMember] = [
    RequestMember(
      "recording", nil, .recording, in: [.reading, .suite], \.recording, .path,
      "a folder with recording.json, a clip beside its tracking file, or frames/%05d.png",
      .init(replaces: ["video", "tracking.file"])),
    RequestMember(
      "video", "--video", .recording, in: .reading, \.video, .path,
      "the clip, picture or numbered pictures, instead of a recording folder; - is standard input",
      .init(replaces: ["recording", "tracking.file"])),
    RequestMember(
      "raw", "--raw", .recording, in: [.render, .snapshot, .inspect], \.raw, .rawFrames,
      "with --video -: frames without a container, in bgra, rgb24, yuv420p or nv12; without it, a clip"
        + " that says what it is, such as YUV4MPEG2"),
    RequestMember(
      "tracking.file", "--tracking", .recording, in: [.reading, .suite], \.trackingFile, .path,
      "the tracking file that belongs to it", .init(isBasic: true)),
    RequestMember(
      "fps", "--fps", .recording, in: [.placing, .inspect], \.output.framesPerSecond,
      .number(FrameRate.all),
      "frames a second of numbered pictures; of a clip, those that render makes, 1 to 240:"
        + " between two of the clip's, its picture with faces placed anew",
      .init(placeholder: "N", defaultWords: "the clip's own frames")),
    RequestMember(
      "tracking.size", "--tracking-size", .recording, in: [.reading, .service, .suite],
      \.tracking.size, .size(upTo: TrackingLimits.pictureSide),
      "the size of the picture that the tracker saw (dumps do not have it)",
      .init(aliases: [.init(name: "trackingSize", contexts: .files)])),
    RequestMember(
      "tracking.rotationDegrees", "--tracking-rotation", .recording,
      in: [.reading, .service, .suite], \.tracking.rotation, .turn,
      "the clockwise turn that makes that picture upright: 0, 90, 180, 270",
      .init(aliases: [.init(name: "trackingRotation", contexts: .files)])),
    RequestMember(
      "tracking.mirrored", "--tracking-mirrored", .recording, in: [.reading, .service, .suite],
      \.tracking.mirrored, .flag, "that picture was flipped left to right",
      .init(aliases: [.init(name: "trackingMirrored", contexts: .files)])),
    RequestMember(
      "tracking.timeUnit", "--tracking-time-unit", .recording, in: [.reading, .service, .suite],
      \.tracking.timeUnit, .choice("unit of time"),
      "what the times of the tracking file count: frames are the clip's, counted from 0",
      .init(defaultWords: "the file's timeUnit, or ms")),
    RequestMember(
      "tracking.offsetMs", "--tracking-offset-ms", .recording, in: [.reading, .service, .suite],
      \.tracking.timeOffset, .timeOffset,
      "milliseconds to add to those times to get the clip's; first puts the first sample on the"
        + " first frame",
      .init(defaultWords: "the file's timeOffsetMs, or 0")),
    RequestMember(
      "tracking.coordinates", "--tracking-coordinates", .recording,
      in: [.reading, .service, .suite], \.tracking.coordinates, .choice("coordinates"),
      "what landmarks and corners count: parts of that picture, or its pixels",
      .init(defaultWords: "the file's coordinates, or parts")),
    RequestMember(
      "tracking.matrixUnit", "--tracking-matrix-unit", .recording,
      in: [.reading, .service, .suite], \.tracking.matrixUnit, .choice("unit of length"),
      "what the translations of face matrices count: centimetres, metres or millimetres",
      .init(defaultWords: "cm; of ARKit m")),
    RequestMember(
      "tracking.blendshapesFrom", "--blendshapes-from", .recording, in: [.reading, .suite],
      \.tracking.blendshapesFile, .path,
      "lay the coefficients of this CSV file of Live Link Face over the largest face"),
    RequestMember(
      "tracking.blendshapesOffsetMs", "--blendshapes-offset-ms", .recording,
      in: [.reading, .suite], \.tracking.blendshapesOffsetMs, .number(-86_400_000...86_400_000),
      "when the first row of that file was taken, in milliseconds of the clip",
      .init(defaultWords: "0")),
    RequestMember(
      "tracking.skipBadSamples", "--skip-bad-samples", .recording,
      in: [.placing, .probe, .service, .suite], \.tracking.skipsBadSamples, .flag,
      "leave out samples with a fault and name them at the end",
      .init(
        note: "leave out samples with a fault, which are refused otherwise",
        aliases: [.init(name: "skipBadSamples", contexts: .files)])),
    RequestMember(
      "trustTracking", "--trust-tracking", .recording,
      in: [.verbs, .inspect, .probe, .snapshots, .renders, .suite], \.tracking.isTrusted, .flag,
      "do not hold the tracking against the clip's own motion, nor landmarks against matrices"),
  ]

  /// How a clip is decoded, and what becomes of a damaged one.
  static let decoding: [RequestMember] = [
    RequestMember(
      "deinterlace", "--deinterlace", .recording,
      in: [.placing, .inspect, .snapshots, .renders, .suite], \.reading.deinterlacing,
      .choice("deinterlacing mode"),
      "interlaced frames: auto, a picture per frame; no, as stored; fields, a picture per field"),
    RequestMember(
      "colourMatrix", "--colour-matrix", .recording,
      in: [.placing, .inspect, .snapshots, .renders, .suite], \.reading.colourMatrix,
      .choice("colour matrix"),
      "how colours are stored, where the clip says it wrongly or not: bt709, bt601, smpte170m, bt470bg,"
        + " bt2020nc, bt2020c, smpte240m, fcc, ycgco, chroma-derived-nc, chroma-derived-c, rgb",
      .init(placeholder: "NAME", defaultWords: "what the clip says")),
    RequestMember(
      "allowDamaged", "--allow-damaged", .recording, in: [.placing, .compare, .suite],
      \.allowDamaged, .flag,
      "exit 0 even if the clip is damaged, and keep what is left of a damaged still"),
    RequestMember(
      "threads", "--threads", .recording, in: [.placing, .compare], \.threads, .whole(1...64),
      "threads of the decoder and of the encoder, 1 to 64; another number gives a clip of other bytes",
      .init(defaultWords: "1 and 5")),
  ]
}
