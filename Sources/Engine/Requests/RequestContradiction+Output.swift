import ClipReading
import ClipWriting
import Frames
import Imaging
import Recipe
import Recordings

/// What of an output's settings does not go together.
extension RenderRequest {
  /// What is written beside a clip.
  var contradictionsOfPoster: [RequestContradiction] {
    var found: [RequestContradiction] = []
    if posterAt != nil, poster == nil {
      found.append(
        RequestContradiction(["posterAt", "poster"]) {
          "\($0("posterAt")) is for a \($0("poster")); add one"
        })
    }
    if let poster, appearance.passes.overlayOnly, PictureFormat(path: poster) == .jpeg {
      found.append(
        RequestContradiction(["poster", "overlayOnly"]) {
          "\($0("poster")): JPEG has no transparency, which \($0("overlayOnly")) needs; write a .png or a .webp"
        })
    }
    let files = [
      ("output", output.path), ("placements", output.placements), ("poster", poster),
      ("captions", captions),
    ].compactMap { member, path in path.map { (member, $0) } }
    for (place, one) in files.enumerated() {
      for other in files[(place + 1)...] where one.1 == other.1 && !one.1.isEmpty {
        // That of the placements and the output is told by what writes them.
        guard other.0 != "placements" else { continue }
        found.append(
          RequestContradiction([other.0, one.0]) {
            "\($0(other.0)): \(one.1) is where \($0(one.0)) goes; name another file"
          })
      }
    }
    return found
  }

  /// How a clip is compressed, where an animation is made, and the other way round.
  func contradictionsOfCompression(in context: RequestContext) -> [RequestContradiction] {
    let (path, named) = (output.path, Self.outputMember(in: context))
    guard !path.isEmpty else { return [] }
    guard let format = AnimationFormat(path: path) else {
      return quality == nil
        ? []
        : [
          RequestContradiction(["quality", named]) {
            "\($0("quality")) is for a .gif or .webp; the quality of a clip is \($0("crf"))"
          }
        ]
    }
    return [
      ("codec", output.codec != nil), ("crf", output.crf != nil), ("preset", output.preset != nil),
      ("pixelFormat", output.pixelFormat != .playable),
    ].filter(\.1).map { member, _ in
      RequestContradiction([member, named]) {
        "\($0(member)) is for a clip, not for \(format.name); its quality is \($0("quality"))"
      }
    }
  }

  /// What is to be heard, where the output has no sound.
  func contradictionsOfSound(in context: RequestContext) -> [RequestContradiction] {
    let given = [
      ("greeting", sound.greeting != nil), ("music", sound.music != nil),
      ("sessionSounds", sound.playsSession),
    ].filter(\.1)
    let against = [
      ("sound", !sound.isKept), ("overlayOnly", appearance.passes.overlayOnly),
      (
        Self.outputMember(in: context),
        output.path.lowercased().hasSuffix(".png") || AnimationFormat(path: output.path) != nil
      ), ("stream", stream == .y4m),
    ]
    return given.flatMap { path, _ in
      against.filter(\.1).map { other, _ in
        RequestContradiction([path, other]) {
          "\($0(path)) is heard in a clip with sound, which is not made by \($0(other)); change one of them"
        }
      }
    }
  }

  var contradictionsOfStream: [RequestContradiction] {
    guard let stream else { return [] }
    var found: [RequestContradiction] = []
    if !output.path.isEmpty, output.path != "-" {
      found.append(
        RequestContradiction(["stream", "output"]) {
          "\($0("stream")) is for standard output, -; the name of a file says its format"
        })
    }
    guard stream == .y4m else { return found }
    if appearance.passes.overlayOnly {
      found.append(
        RequestContradiction(["stream", "overlayOnly"]) {
          "\($0("overlayOnly")): YUV4MPEG2 has no transparency; leave \($0("stream")) out"
        })
    }
    if output.codec != nil {
      found.append(
        RequestContradiction(["stream", "codec"]) {
          "\($0("codec")): frames of YUV4MPEG2 are not compressed; leave it out"
        })
    }
    if output.maxBytes != nil {
      found.append(
        RequestContradiction(["stream", "maxBytes"]) {
          "\($0("maxBytes")): frames of YUV4MPEG2 are not compressed; leave it out"
        })
    }
    return found
  }

  var contradictionsOfFormat: [RequestContradiction] {
    let path = output.path
    let named = path == "-" ? nil : PictureFormat(path: path)
    var found: [RequestContradiction] = []
    if let format, let named, format != named {
      found.append(
        RequestContradiction(["format", "output"]) {
          "\($0("format")) \(format.rawValue): \(path) is named as \(named.rawValue); make them"
            + " agree"
        })
    }
    // Through a pipe it is PNG, which another place may settle otherwise.
    let written = format ?? named ?? (path == "-" ? .png : nil)
    if quality != nil, written == .png, !path.isEmpty {
      found.append(
        RequestContradiction(["quality", "format"]) {
          "\($0("quality")) is for jpeg, webp, avif and jxl; PNG is lossless"
        })
    }
    if appearance.passes.overlayOnly, written == .jpeg {
      found.append(
        RequestContradiction(["format", "overlayOnly"]) {
          "\($0("overlayOnly")): JPEG has no transparency; write a .png or a .webp"
        })
    }
    return found
  }

  /// What a clip's codec does not take, where no output is looked at before a job begins.
  var contradictionsOfEncoding: [RequestContradiction] {
    let (isClear, path) = (appearance.passes.overlayOnly, output.path)
    guard let container = try? OutputContainer(path: path),
      let encoder = try? output.encoder(colours: ColourTags(), overlayOnly: isClear, threads: 0)
    else { return [] }
    let codec = encoder.codec
    do throws(VideoError) {
      try container.check(codec)
    } catch {
      return [RequestContradiction(["codec", "container"]) { "\($0("codec")): \(error)" }]
    }
    var found: [RequestContradiction] = []
    if isClear, !codec.keepsTransparency {
      found.append(
        RequestContradiction(["overlayOnly", "codec", "container"]) {
          "\($0("overlayOnly")): \(codec.rawValue) has no transparency; set \($0("codec")) and"
            + " \($0("container")) to vp9 and webm, or prores4444 and mov"
        })
    }
    if !codec.qualities.contains(encoder.crf) {
      found.append(
        RequestContradiction(["crf", "codec"]) {
          "\($0("crf")): \(encoder.crf) found, \(codec.qualities.lowerBound) to"
            + " \(codec.qualities.upperBound) expected for \(codec.rawValue)"
        })
    }
    return found
  }

  /// The member that names the output's format.
  static func outputMember(in context: RequestContext) -> String {
    context.isRemote ? "container" : "output"
  }
}
