import JSON
import Text

extension AvatarFault: CustomStringConvertible {
  /// One line: file, place, value, what is wrong and what would be right; as compilers write it,
  /// with a mark on what is no error.
  public var description: String {
    let position = place.map { ":\($0)" } ?? ""
    let mark = severity == .error ? "" : "\(severity.rawValue): "
    return "\(Shown.text(file))\(position): \(mark)\(path.isEmpty ? "" : "\(path): ")\(kind)"
  }
}

extension AvatarFault.Kind: CustomStringConvertible {
  /// What is wrong and what would be right, without the place.
  public var description: String {
    switch self {
    case .json(let fault): "\(fault)"
    case .unsupportedVersion(let found):
      "version \(found) of the package format is not supported, only version 1 is"
    case .thresholdsCrossed(let above, let below):
      "\"below\" is \(Shown.number(below)), it must not be more than \"above\""
        + " (\(Shown.number(above)))"
    case .flatDrive(let strength):
      "both scores are \(Shown.number(strength)), expected two different ones"
    case .bothOf(let key, let other):
      "\"\(key)\" and \"\(other)\" mean the same; leave one of them out"
    case .duplicateLayer(let name, let first):
      "layers[\(first)] is already called \"\(Shown.text(name))\""
    case .tooManyLayers(let found, let limit):
      "\(found) layers found, at most \(limit) are allowed"
    case .unsafePath(let path, let reason):
      "\"\(Shown.text(path))\" \(reason); expected a path inside the package"
    case .missingFile(let path, let nearest):
      "there is no \"\(Shown.text(path))\" in the package\(JSONFault.suggestion(nearest))"
    case .unreadableFile(let reason), .limitReached(let reason):
      Shown.text(reason, upTo: 240)
    case .overLimit(let what, let found, let limit):
      JSONFault.overLimit(what, found, limit)
    case .notFor(let key, let what):
      "\"\(key)\" does not go with \(what); leave it out"
    case .steepRelief(let cells):
      "the relief rises by \(Shown.number(cells)) cells from one corner of its grid to the next, at most 2 are"
        + " drawn well; blur the picture there"
    case .bentAway(let degrees):
      "the picture is bent by up to \(Shown.number(degrees)) degrees; what is beyond 90 is not drawn"
    case .hiddenByHead(let percent):
      "the head hides \(Shown.number(percent)) % of this flat layer when it is seen from the front; bend it, or"
        + " move it forward"
    case .onlyForLottie(let key):
      "\"\(key)\" is for Lottie animations (.json, .lottie) alone; leave it out"
    case .notDrawn(let feature, let instead):
      "not drawn: \(feature); \(instead)"
    case .costly(let what, let found, let advised):
      "\(what): \(found) found, at most \(advised) advised"
    case .ofModel(let note): note
    case .transparentPicture:
      "the picture is fully transparent"
    case .cutOff(let edges):
      "the artwork is cut off at the \(edges.map(\.rawValue).joined(separator: ", "))"
        + " (opaque pixels on the border)"
    case .unusedFile:
      "no layer uses this picture"
    case .sound(let reason): reason
    case .unusedSound:
      "nothing in \"sounds\" uses this file"
    }
  }
}
