import ClipReading
import ClipWriting
import Covering
import Imaging
import MediaPipe
import Recipe
import Recordings
import TrackingFiles

/// Members of a request that do not go together.
public struct RequestContradiction: Sendable {
  /// The paths of the members, the one to be named first.
  public let members: [String]
  private let text: @Sendable (_ name: (String) -> String) -> String

  init(_ members: [String], _ text: @escaping @Sendable ((String) -> String) -> String) {
    (self.members, self.text) = (members, text)
  }

  /// What does not go together and what to do, with the members' names as their writer knows them.
  public func message(naming name: (String) -> String) -> String { text(name) }
}

extension RenderRequest {
  /// What does not go together, as it is to be rendered in a place.
  public func contradictions(in context: RequestContext) -> [RequestContradiction] {
    var found: [RequestContradiction] = []
    if recording != nil, video != nil {
      found.append(
        RequestContradiction(["video", "recording"]) {
          "the recording and \($0("video")) are two inputs; give one of them"
        })
    }
    if tracker.options.minFace != nil, !tracker.options.secondLook {
      found.append(
        RequestContradiction(["tracker.minFace", "tracker.secondLook"]) {
          "\($0("tracker.minFace")) and \($0("tracker.secondLook")) exclude each other: small faces are"
            + " found at a second look; give one of them"
        })
    }
    if !looksForFaces, printedPictures == nil {
      found.append(
        RequestContradiction(["tracker.faces", "tracker.detectCards"]) {
          "\($0("tracker.faces")) is for \($0("tracker.detectCards")); add it"
        })
    }
    if cover == nil, coverReport != nil || coverStyle != .usual {
      let member = coverReport != nil ? "coverReport" : "coverStyle"
      found.append(
        RequestContradiction([member, "cover"]) { "\($0(member)) is for \($0("cover")); add it" })
    }
    if coverStyle.avatar != nil {
      if case .file? = cover {
        found.append(
          RequestContradiction(["coverStyle", "cover"]) {
            "\($0("coverStyle")) avatar:NAME is for all faces, or those that wear nothing; give \($0("cover")) faces or"
              + " others"
          })
      }
      if cover == .faces, avatars.contains(where: { $0 != AvatarSelection.none }) {
        found.append(
          RequestContradiction(["coverStyle", "avatars"]) {
            "\($0("coverStyle")) avatar:NAME and \($0("avatars")) both say what all faces wear; give one of them"
          })
      }
      if swipeAvatars != [] || cues != nil {
        found.append(
          RequestContradiction(["coverStyle", cues == nil ? "swipeAvatars" : "cues"]) {
            "\($0("coverStyle")) avatar:NAME stays, and \($0(cues == nil ? "swipeAvatars" : "cues")) would change it;"
              + " leave one of them out"
          })
      }
    }
    if cover != nil, appearance.replay != .ideal {
      found.append(
        RequestContradiction(["cover", "replay"]) {
          "\($0("cover")) is for what is known afterwards, and live is not; leave \($0("replay")) out"
        })
    }
    if segmenterModel != nil, !appearance.passes.occluders.contains(.hands) {
      found.append(
        RequestContradiction(["segmenterModel", "occlude"]) {
          "\($0("segmenterModel")) is for \($0("occlude")) hands; add it"
        })
    }
    // A suite's defaults may say it for those of its cases that have a size.
    if output.fit != nil, output.size == nil, !context.meets(.suite) {
      found.append(
        RequestContradiction(["fit", "size"]) {
          "\($0("fit")) is for a \($0("size")); add one"
        })
    }
    let isOfClip = context.meets([.render, .renders])
    if isOfClip, crop != nil, output.fit != nil {
      found.append(
        RequestContradiction(["fit", "crop"]) {
          "\($0("fit")) and \($0("crop")) both say what becomes of another shape; give one of them"
        })
    }
    if isOfClip, case .size? = crop, output.size != nil {
      found.append(
        RequestContradiction(["size", "crop"]) {
          "\($0("crop")) states a size; leave \($0("size")) out, or give the crop a shape such as 9:16"
        })
    }
    if tracking.blendshapesOffsetMs != nil, tracking.blendshapesFile == nil {
      found.append(
        RequestContradiction(["tracking.blendshapesOffsetMs", "tracking.blendshapesFrom"]) {
          "\($0("tracking.blendshapesOffsetMs")) is for \($0("tracking.blendshapesFrom")); add it"
        })
    }
    if appearance.stick == .on, appearance.replay == .live {
      found.append(
        RequestContradiction(["stick", "replay"]) {
          "\($0("stick")) on needs the frames after each, which are unknown live; leave one of it and"
            + " \($0("replay")) live out"
        })
    }
    if appearance.passes.overlayOnly, !appearance.passes.filters.isEmpty {
      found.append(
        RequestContradiction(["filter", "overlayOnly"]) {
          "\($0("filter")) is for the whole picture, which \($0("overlayOnly")) leaves out;"
            + " give one of them"
        })
    }
    found += contradictionsOfSound(in: context) + contradictionsOfBackground
    if appearance.replay == .ideal {
      found += RequestTable.live.filter { $0.parts.object == "live" && $0.value(self) != nil }
        .map { member in
          RequestContradiction([member.path, "replay"]) {
            "\($0(member.path)) is for \($0("replay")) live; add it"
          }
        }
    }
    if appearance.replay == .both {
      if !context.meets(.render) {
        found.append(
          RequestContradiction(["replay"]) {
            "\($0("replay")) both is for clips; give live, and ideal, for a picture of each"
          })
      }
      if appearance.passes.overlayOnly {
        found.append(
          RequestContradiction(["replay", "overlayOnly"]) {
            "\($0("replay")) both shows whole frames, which \($0("overlayOnly")) leaves out;"
              + " give one of them"
          })
      }
    }
    if let placements = output.placements, placements == "-" || placements.isEmpty {
      found.append(
        RequestContradiction(["placements"]) {
          "\($0("placements")): expected a file beside the output, found \"\(placements)\""
        })
    }
    if raw != nil, video != "-" {
      found.append(
        RequestContradiction(["raw", "video"]) {
          "\($0("raw")) is for frames on standard input; add \($0("video")) -"
        })
    }
    found += contradictionsOfProvenance(context)
    if context.meets([.render, .renders]) { found += contradictionsOfPart }
    if isOfClip { found += contradictionsOfCompression(in: context) }
    if context.isRemote { found += contradictionsOfEncoding }
    if context.meets(.render) { found += contradictionsOfStream + contradictionsOfPoster }
    if context.meets([.snapshot, .snapshots, .frames]) {
      found += contradictionsOfChoice + contradictionsOfSheet + contradictionsOfCard
      found += contradictionsOfFormat
    }
    if context.meets(.snapshot) { found += contradictionsOfNumbers }
    return found
  }

  private var contradictionsOfPart: [RequestContradiction] {
    if frames != nil, start != nil || end != nil {
      return [
        RequestContradiction(["frames", "start", "end"]) {
          "\($0("frames")) and \($0("start"))/\($0("end")) both choose a part; give one of them"
        }
      ]
    }
    guard let start = start?.seconds, let end = end?.seconds, start > end else { return [] }
    return [
      RequestContradiction(["end", "start"]) {
        "\($0("start")) \(ValueShape.brief(start)) lies after \($0("end"))"
          + " \(ValueShape.brief(end)); swap them"
      }
    ]
  }

  private var contradictionsOfChoice: [RequestContradiction] {
    let choices = [
      ("at", at != nil), ("frame", frame != nil), ("best", best.areWanted), ("sheet", sheet != nil),
    ].filter(\.1).map(\.0)
    if choices.count > 1 {
      return [
        RequestContradiction(choices) { name in
          "\(choices.map(name).joined(separator: " and ")) both choose the frame; give one of them"
        }
      ]
    }
    guard best.areWanted else {
      guard sheet == nil else { return [] }
      return [("start", start != nil), ("end", end != nil), ("score", score != nil)]
        .filter(\.1).map { path, _ in
          RequestContradiction([path]) { "\($0(path)) is for \($0("best")); add it" }
        }
    }
    // What events come to is known once they are found.
    guard let end = end?.seconds, start == nil || start?.seconds != nil else { return [] }
    let from = start?.seconds ?? 0
    guard end <= from else { return [] }
    return [
      RequestContradiction(["end", "start"]) {
        "\($0("end")): expected a second after \(ValueShape.brief(from)), found"
          + " \(ValueShape.brief(end))"
      }
    ]
  }

  /// A number of pictures, and a path with a place for their numbers, need each other.
  private var contradictionsOfNumbers: [RequestContradiction] {
    let path = output.path
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init)
    let isNumbered = NumberedPath(path) != nil && name.flatMap(NumberedPath.init) != nil
    if let count = best.count, !path.isEmpty, !isNumbered {
      return [
        RequestContradiction(["output", "best"]) {
          "\($0("output")) \(path): expected a name with a place for a number, such as share-%d.jpg,"
            + " since \($0("best")) \(count) makes numbered pictures; add %d"
        }
      ]
    }
    guard best.count == nil, isNumbered else { return [] }
    return [
      RequestContradiction(["output", "best"]) {
        "\($0("output")) \(path): the name has a place for a number, and one picture is made; give"
          + " \($0("best")) a number, such as \($0("best")) 3, or take the place out"
      }
    ]
  }

  private var contradictionsOfSheet: [RequestContradiction] {
    guard sheet != nil else {
      guard label != nil else { return [] }
      return [
        RequestContradiction(["label"]) { "\($0("label")) is for a \($0("sheet")); add one" }
      ]
    }
    return [
      ("placements", output.placements != nil), ("crop", crop != nil), ("maxSize", maxSize != nil),
      ("score", score != nil), ("start", start != nil), ("end", end != nil),
      ("card.name", card.name != nil),
    ].filter(\.1).map { path, _ in
      RequestContradiction([path, "sheet"]) {
        "\($0(path)) is for one frame, not for a \($0("sheet")); leave one of them out"
      }
    }
  }

  private var contradictionsOfCard: [RequestContradiction] {
    guard card.name != nil else {
      var without = card
      without.folder = nil
      guard without != Card() else { return [] }
      return RequestTable.members(in: .snapshot)
        .filter { $0.parts.object == "card" && $0.path != "card.folder" && $0.value(self) != nil }
        .map { member in
          RequestContradiction([member.path]) {
            "\($0(member.path)) is for a \($0("card.name")); add one"
          }
        }
    }
    guard appearance.passes.overlayOnly else { return [] }
    return [
      RequestContradiction(["overlayOnly", "card.name"]) {
        "\($0("overlayOnly")): a card has no transparent background; leave one of them out"
      }
    ]
  }
}
