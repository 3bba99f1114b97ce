import ClipWriting
import Hud
import Recipe
import Recordings
import Sound

extension RequestTable {
  /// What the frames look like, and how pictures are cut.
  static let looks: [RequestMember] = [
    RequestMember(
      "size", "--size", .output, in: [.verbs, .service, .suite], \.output.size, .outputSize,
      "the size that is rendered, the clip's shape kept within it; 640x and x360 name one side",
      .init(isBasic: true)),
    RequestMember(
      "fit", "--fit", .output, in: [.verbs, .service, .suite], \.output.fit, .choice("fit"),
      "how another shape fills --size: squashed, with black bars, or cut around the faces",
      .init(
        note: "how another shape fills the size: squashed, with black bars, or cut around the faces"
      )),
    RequestMember(
      "crop", "--crop", .output, in: [.snapshot, .snapshots], \.crop, .crop,
      "cut to a shape (1:1, 4:5, 9:16, 16:9), never through a face or its avatar",
      .init(isBasic: true)),
    RequestMember(
      "crop", "--crop", .output, in: [.render, .renders], \.crop, .crop,
      "cut to a shape (1:1, 4:5, 9:16, 16:9) or size by a crop that follows faces and cards, never cuts one, and"
        + " rests where it may",
      .init(isBasic: true)),
    RequestMember(
      "maxSize", "--max-size", .output, in: [.snapshot, .snapshots], \.maxSize, .bounds,
      "make the picture smaller: its longest side, or a box"),
    RequestMember(
      "overlayOnly", "--overlay-only", .output, in: [.verbs, .service, .suite],
      \.passes.overlayOnly,
      .flag, "the avatars alone, on a transparent background"),
    RequestMember(
      "background", "--background", .output, in: [.verbs, .snapshots, .renders, .suite],
      \.passes.background, .background,
      "what stands behind what faces wear: clip, a colour such as white or #20a4f3, or the file of a picture",
      .init(
        note: "what stands behind what faces wear: clip, or a colour such as white or #20a4f3")),
    RequestMember(
      "puppet", "--puppet", .output, in: [.verbs, .snapshots, .renders, .suite],
      \.passes.puppet, .flag,
      "what faces wear in the middle of the frame, turning and acting as the face did, without the person",
      .init(defaultWords: "off; its background is a light blue")),
    RequestMember(
      "occlude", "--occlude", .output, in: [.verbs, .service, .suite],
      \.passes.occluders, .occluders,
      "what is in front of the avatars and is cut out of them: hands, cards (printed ones), or none"
    ),
    RequestMember(
      "light", "--light", .output, in: [.verbs, .service, .suite], \.passes.light, .light,
      "which light falls on avatars and scenes, in place of what their packages say: studio, none, match"
        + " (the clip's), or match:N for its power N"),
    RequestMember(
      "shutter", "--shutter", .output, in: [.verbs, .service, .suite], \.passes.shutter, .shutter,
      "blur what avatars draw by its motion while a shutter is open: degrees of the time from frame to frame (0 to"
        + " 360), or auto (180)"),
    RequestMember(
      "segmenterModel", "--segmenter-model", .output, in: .verbs, \.segmenterModel, .path,
      "with --occlude hands: hair and skin before a face are cut out too, as this model for MediaPipe's"
        + " Image Segmenter tells them, such as selfie_multiclass_256x256.tflite"),
    RequestMember(
      "cover", "--cover", .output, in: .verbs, \.cover, .cover,
      "hide faces in all that is made: faces (all), others (those that wear nothing), or a FILE of numbers of faces, one"
        + " a line; ends with 65 where one may be missed", .init(isBasic: true)),
    RequestMember(
      "cover", "--cover", .output, in: [.snapshots, .renders], \.cover, .cover,
      "hide faces in all that is made: faces (all) or others (those that wear nothing); fails where one may be missed"
    ),
    RequestMember(
      "coverStyle", "--cover-style", .output, in: [.verbs, .snapshots, .renders], \.coverStyle,
      .coverStyle,
      "how faces are hidden: blur, pixelate, solid, or avatar:NAME, which wear that over a blur",
      .init(defaultWords: "blur")),
    RequestMember(
      "coverReport", "--cover-report", .output, in: .verbs, \.coverReport, .path,
      "with --cover: also write which faces are covered in which frames and why, as JSON",
      .init(note: "also write which faces are covered in which frames and why, as JSON")),
    RequestMember(
      "voice", "--voice", .output, in: [.render, .renders], \.sound.voice, .choice("voice"),
      "what becomes of the clip's own sound: keep, mute, or shift (lower, so that voices are not known by their pitch)"
    ),
    RequestMember(
      "filter", "--filter", .output, in: [.verbs, .snapshots, .renders, .suite],
      \.passes.filters, .filters,
      "a look: instant, comic, oil, snow, season, vangogh or lut:FILE.cube, such as snow:seed=7;"
        + " several are applied one after the other",
      .init(
        note:
          "a look, such as snow:seed=7, or a list of looks that are applied one after the other",
        isBasic: true)),
    RequestMember(
      "annotate", "--annotate", .output, in: [.verbs, .snapshots, .renders, .suite],
      \.passes.annotations,
      .annotations,
      "draw what the tracker saw and where layers went, such as landmarks,quads, or all"),
    RequestMember(
      "blendshapes", "--blendshapes", .output, in: [.verbs, .snapshots, .renders, .suite],
      \.passes.blendshapes,
      .blendshapes,
      "whose bars --annotate blendshapes draws, such as jawOpen,mouthClose"),
    RequestMember(
      "language", "--language", .output, in: [.verbs, .snapshots, .renders, .suite],
      \.passes.hud.language,
      .language, "the language of the annotation hud: en, zh-Hans, de, vi"),
    RequestMember(
      "theme", "--theme", .output, in: [.verbs, .suite], \.passes.hud.theme, .theme,
      "the look of the annotation hud: game, plain, or a JSON file"),
    RequestMember(
      "theme", "--theme", .output, in: [.snapshots, .renders], \.passes.hud.theme,
      .includedTheme, "the look of the annotation hud: game or plain"),
  ]

  /// What is written, and how.
  static let outputs: [RequestMember] = [
    RequestMember(
      "output", "--output", .output, in: .render, \.output.path, .path,
      ".mp4 .mov .mkv .webm .gif .webp, frames/%05d.png, or - for Matroska on standard output",
      .init(short: "-o", isBasic: true)),
    RequestMember(
      "stream", "--format", .output, in: .render, \.stream, .choice("format"),
      "what goes to standard output: mkv, or y4m, frames of YUV4MPEG2 without sound",
      .init(defaultWords: "mkv")),
    RequestMember(
      "output", "--output", .output, in: .snapshot, \.output.path, .path,
      "a .png, .jpg, .webp, .avif or .jxl file, or - for standard output",
      .init(short: "-o", isBasic: true)),
    RequestMember(
      "format", "--format", .output, in: [.snapshot, .snapshots, .frames], \.format,
      .pictureFormat, "the picture's format; over HTTP png, jpeg or webp",
      .init(defaultWords: "by the file's name; png for -")),
    RequestMember(
      "quality", "--quality", .output, in: [.snapshot, .snapshots, .frames], \.quality,
      .whole(1...100), "the quality of jpeg, webp, avif and jxl, 1 to 100",
      .init(defaultWords: "90")),
    RequestMember(
      "codec", "--codec", .output, in: [.render, .renders], \.output.codec, .choice("codec"),
      "how the clip is compressed: h264, hevc, vp9, av1, prores4444, ffv1",
      .init(placeholder: "NAME", defaultWords: "h264; for an HDR clip hevc", isBasic: true)),
    RequestMember(
      "pixelFormat", "--pixel-format", .output, in: .render, \.output.pixelFormat,
      .choice("pixel format"),
      "auto (what players can show), clip (as the clip's), or yuv420p, yuv422p10 and the like",
      .init(placeholder: "NAME")),
    RequestMember(
      "crf", "--crf", .output, in: [.render, .renders], \.output.crf, .whole(0...63),
      "quality of the encoder, lower is better", .init(defaultWords: "20", isBasic: true)),
    RequestMember(
      "quality", "--quality", .output, in: [.render, .renders], \.quality, .whole(1...100),
      "the quality of a GIF or an animated WebP, 1 to 100",
      .init(defaultWords: "90 of a GIF, 75 of a WebP")),
    RequestMember(
      "maxBytes", "--max-bytes", .output, in: [.render, .renders], \.output.maxBytes, .bytes,
      "the most bytes of the file, such as 8M (8000000): quality is lowered for it, then the frame rate, then"
        + " the size", .init(isBasic: true)),
    RequestMember(
      "sdr", "--sdr", .output, in: [.render, .renders], \.output.isStandard, .flag,
      "an HDR clip in SDR of BT.709, as its stills are; otherwise HDR stays HDR"),
    RequestMember(
      "preset", "--preset", .output, in: .render, \.output.preset,
      .word(EncoderSettings.presets, noun: "preset"),
      "speed of the encoder, from ultrafast to veryslow",
      .init(placeholder: "P", defaultWords: "veryfast")),
    RequestMember(
      "poster", "--poster", .output, in: .render, \.poster, .path,
      "also write a still for galleries, .png .jpg .webp .avif .jxl: the best frame to share, or that of --poster-at",
      .init(note: "also write a still for galleries: the best frame to share, or that of posterAt")),
    RequestMember(
      "posterAt", "--poster-at", .output, in: .render, \.posterAt, .moment,
      "the second of the poster's frame, or an event of the session"),
    RequestMember(
      "captions", "--captions", .output, in: .render, \.captions, .path,
      "also write what the session and greetings on cards say, as WebVTT, in the language of the annotation hud"
    ),
    RequestMember(
      "placements", "--placements", .output, in: .verbs, \.output.placements, .path,
      "also write where every layer went, as JSON Lines"),
    RequestMember(
      "keepMetadata", "--keep-metadata", .output, in: .render, \.output.keepsMetadata, .flag,
      "keep location, device and dates, which are dropped otherwise"),
    RequestMember(
      "provenance", "--provenance", .output, in: [.verbs, .snapshots, .renders],
      \.output.statesProvenance, .flag,
      "state in the file, as XMP, that it is a composite and what made it (.mp4, .mov, .png, .jpg, .webp)"
    ),
    RequestMember(
      "overwrite", "--overwrite", .output, in: .verbs, \.output.overwrites, .flag,
      "replace an output that exists", .init(isBasic: true)),
  ]
}
