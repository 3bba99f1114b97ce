extension AvatarFault: CustomStringConvertible {
  /// One line: file, place, value, what is wrong and what would be right; as compilers write it,
  /// with a mark on what is no error.
  public var description: String {
    let position = place.map { ":\($0)" } ?? ""
    let mark = severity == .error ? "" : "\(severity.rawValue): "
    return "\(Self.shown(file))\(position): \(mark)\(path.isEmpty ? "" : "\(path): ")\(kind)"
  }

  /// A text from a file as a message shows it: on one line, and not too long.
  package static func shown(_ text: String, upTo length: Int = 80) -> String {
    let line = String(
      text.unicodeScalars.prefix(length).map { scalar in
        scalar.properties.generalCategory == .control ? "\u{FFFD}" : Character(scalar)
      })
    return text.unicodeScalars.count > length ? line + "..." : line
  }

  /// A number as a person writes it: without a fraction where there is none.
  package static func shown(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}

extension AvatarFault.Kind: CustomStringConvertible {
  /// What is wrong and what would be right, without the place.
  public var description: String {
    switch self {
    case .json(let fault): "\(fault)"
    case .unsupportedVersion(let found):
      "version \(found) of the package format is not known, only version 1 is"
    case .thresholdsCrossed(let above, let below):
      "\"below\" is \(AvatarFault.shown(below)), it must not be more than \"above\""
        + " (\(AvatarFault.shown(above)))"
    case .flatDrive(let strength):
      "both scores are \(AvatarFault.shown(strength)), two different ones expected"
    case .bothOf(let key, let other):
      "\"\(key)\" and \"\(other)\" mean the same; leave one of them out"
    case .duplicateLayer(let name, let first):
      "layers[\(first)] is already called \"\(AvatarFault.shown(name))\""
    case .tooManyLayers(let found, let limit):
      "\(found) layers found, at most \(limit) are allowed"
    case .unsafePath(let path, let reason):
      "\"\(AvatarFault.shown(path))\" \(reason); a path inside the package expected"
    case .missingFile(let path, let nearest):
      "there is no \"\(AvatarFault.shown(path))\" in the package\(JSONFault.suggestion(nearest))"
    case .unreadableFile(let reason):
      AvatarFault.shown(reason, upTo: 240)
    case .overLimit(let what, let found, let limit):
      JSONFault.overLimit(what, found, limit)
    case .transparentPicture:
      "the picture is fully transparent"
    case .cutOff(let edges):
      "the artwork is cut off at the \(edges.map(\.rawValue).joined(separator: ", "))"
        + " (opaque pixels on the border)"
    case .unusedFile:
      "no layer uses this picture"
    }
  }
}
