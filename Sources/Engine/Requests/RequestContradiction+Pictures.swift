internal import ClipReading
internal import Imaging
internal import Recipe
internal import Recordings

extension RenderRequest {
  /// What stands in the clip's place.
  var contradictionsOfBackground: [RequestContradiction] {
    let passes = appearance.passes
    var found: [RequestContradiction] = []
    if passes.overlayOnly, passes.background != nil {
      found.append(
        RequestContradiction(["background", "overlayOnly"]) {
          "\($0("background")) is behind the avatars, where \($0("overlayOnly")) leaves all out; give one of them"
        })
    }
    guard passes.puppet else { return found }
    if passes.occluders.contains(.hands) {
      found.append(
        RequestContradiction(["puppet", "occlude"]) {
          "\($0("puppet")) stands where no hand of the clip is before it; leave hands out of \($0("occlude"))"
        })
    }
    if case .match? = passes.light {
      found.append(
        RequestContradiction(["puppet", "light"]) {
          "\($0("puppet")) is not where the clip's light falls; give \($0("light")) studio or none"
        })
    }
    return found
  }

  /// What has no place for a packet of XMP.
  func contradictionsOfProvenance(_ context: RequestContext) -> [RequestContradiction] {
    guard output.statesProvenance else { return [] }
    let kind: String?
    if context.meets([.render, .renders]) {
      let clip = try? OutputContainer(path: output.path)
      kind =
        output.path.isEmpty || clip == .mp4 || clip == .mov
        ? nil : clip?.rawValue ?? AnimationFormat(path: output.path)?.name ?? "pictures of a clip"
    } else {
      let picture = format ?? PictureFormat(path: output.path) ?? .png
      kind = [.png, .jpeg, .webp].contains(picture) ? nil : picture.name
    }
    let isOfClip = context.meets([.render, .renders])
    let named = isOfClip ? Self.outputMember(in: context) : context.isRemote ? "format" : "output"
    return kind.map { kind in
      [
        RequestContradiction(["provenance", named]) {
          "\($0("provenance")) is written into .mp4, .mov, .png, .jpg and .webp, not into \(kind)"
        }
      ]
    } ?? []
  }
}
