import Video

extension RequestTable {
  /// What the frames look like, and how pictures are cut.
  static let looks: [RequestMember] = [
    RequestMember(
      "size", "--size", .output, in: [.verbs, .service, .suite], \.size,
      .size(upTo: longestResultSide), "the size that is rendered; the default keeps the clip's"
    ) {
      $0.placeholder = "WxH"
    },
    RequestMember(
      "crop", "--crop", .output, in: [.snapshot, .snapshots], \.crop, .crop,
      "cut to a shape (1:1, 4:5, 9:16, 16:9), never through a face or its avatar"
    ) {
      $0.placeholder = "W:H|WxH"
    },
    RequestMember(
      "maxSize", "--max-size", .output, in: [.snapshot, .snapshots], \.maxSize, .bounds,
      "make the picture smaller: its longest side, or a box"
    ) {
      $0.placeholder = "N|WxH"
    },
    RequestMember(
      "overlayOnly", "--overlay-only", .output, in: [.verbs, .service, .suite], \.overlayOnly,
      .flag, "the avatars alone, on a transparent ground"),
    RequestMember(
      "filter", "--filter", .output, in: [.verbs, .snapshots, .renders, .suite], \.filter, .filter,
      "a look: instant, comic, oil or snow, such as snow:seed=7,amount=0.5"
    ) {
      $0.placeholder = "NAME[:OPTION=N,...]"
    },
    RequestMember(
      "annotate", "--annotate", .output, in: [.verbs, .suite], \.annotate, .annotations,
      "draw the faces' landmarks, the layers' quads, or both: landmarks,quads"
    ) {
      $0.placeholder = "LIST"
    },
  ]

  /// What is written, and how.
  static let outputs: [RequestMember] = [
    RequestMember(
      "output", "--output", .output, in: .render, \.output, .path,
      ".mp4 .mov .mkv .webm, frames/%05d.png, or - for Matroska on standard output"
    ) {
      $0.short = "-o"
    },
    RequestMember(
      "output", "--output", .output, in: .snapshot, \.output, .path,
      "a .png, .jpg or .webp file, or - for standard output"
    ) {
      $0.short = "-o"
    },
    RequestMember(
      "format", "--format", .output, in: [.snapshot, .snapshots, .frames], \.format,
      .choice("format"), "the picture's format"
    ) {
      $0.defaultWords = "by the file's name; png for -"
    },
    RequestMember(
      "quality", "--quality", .output, in: [.snapshot, .snapshots, .frames], \.quality,
      .whole(1...100), "of jpeg and webp, 1 to 100"
    ) {
      $0.defaultWords = "90"
    },
    RequestMember(
      "codec", "--codec", .output, in: [.render, .renders], \.codec, .choice("codec"),
      "how the clip is compressed: h264, hevc, vp9, av1, prores4444, ffv1"
    ) {
      $0.placeholder = "NAME"
      $0.defaultWords = "h264; for an HDR clip hevc"
    },
    RequestMember(
      "pixelFormat", "--pixel-format", .output, in: .render, \.pixelFormat,
      .choice("pixel format"),
      "auto (what players take), clip (as the clip's), or yuv420p, yuv422p10 and the like"
    ) {
      $0.placeholder = "NAME"
    },
    RequestMember(
      "crf", "--crf", .output, in: [.render, .renders], \.crf, .whole(0...63),
      "quality of the encoder, lower is better"
    ) {
      $0.defaultWords = "20"
    },
    RequestMember(
      "preset", "--preset", .output, in: .render, \.preset,
      .word(EncoderSettings.presets, noun: "preset"),
      "speed of the encoder, from ultrafast to veryslow"
    ) {
      $0.placeholder = "P"
      $0.defaultWords = "veryfast"
    },
    RequestMember(
      "placements", "--placements", .output, in: .verbs, \.placements, .path,
      "also write where every layer went, as JSON Lines"),
    RequestMember(
      "keepMetadata", "--keep-metadata", .output, in: .render, \.keepMetadata, .flag,
      "keep place, device and dates, which are dropped otherwise"),
    RequestMember(
      "overwrite", "--overwrite", .output, in: .verbs, \.overwrite, .flag,
      "replace an output that exists"),
  ]
}
