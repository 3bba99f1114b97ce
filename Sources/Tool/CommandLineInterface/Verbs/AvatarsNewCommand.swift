import AvatarFiles
import Isolation
import Problems
import Recordings
import Templates
import Terminal

enum AvatarsNewCommand {
  static let spec = CommandSpec(
    verb: "avatars new",
    summary: "Begins an avatar: a mask, a model, an animation, or a copy of another avatar.",
    arguments: "NAME",
    argumentCount: 1...1,
    options: [
      (
        "Options",
        [
          .value(
            "--like", "mask|model|NAME|PATH",
            "a curved mask with a relief, a model with a guide to model around, or a copy of an avatar"
              + " without the sources of its art (default: mask)"),
          .value(
            "--from", "FILE",
            "your mask, a PNG with transparency, whose eyes are found; or the one layer, a .glb model or a"
              + " .json or .lottie animation (default: a mask is drawn)"),
          .value("--output", short: "-o", "DIR", "the package's folder (default: Avatars/NAME)"),
          .avatarsFolder,
        ]
      )
    ],
    examples: [
      ("avatar-overlay avatars new my-mask", "Avatars/my-mask, with a plain mask"),
      (
        "avatar-overlay avatars new my-dragon --like dragon",
        "Avatars/my-dragon, a copy of the dragon to change"
      ),
      (
        "avatar-overlay avatars new my-fox --from Avatars/my-dragon/mask.png -o ./my-fox",
        "a mask that is drawn already, and where its eyes belong"
      ),
      (
        "avatar-overlay avatars new my-crown --like model",
        "Avatars/my-crown, with a crown, and the average head for Blender"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let name = try NewPackageArguments.name(arguments, of: spec, such: "my-mask")
    let folder = arguments.string("--output") ?? "Avatars/\(name)"
    let (like, file) = (arguments.string("--like"), arguments.string("--from"))
    let template = try template(named: name, like: like, from: file, arguments)
    try template.write(to: folder)
    StandardStreams.message("\(folder): \(template.files.joined(separator: ", "))")
    if file == nil, like == AvatarTemplate.Kind.model.rawValue {
      StandardStreams.message(
        "note: model around \(name)-guide.glb, the average head, which no layer shows, and export"
          + " your model over \(name).glb")
    }
    if let like, AvatarTemplate.Kind(rawValue: like) == nil {
      StandardStreams.message(
        "note: a copy of \(like) without the sources of its art; its author and licence are those of \(like)"
      )
    }
    if let eyes = template.eyes { StandardStreams.message("note: \(eyes.words)") }
    let path = ProposedCommand.package(folder)
    StandardStreams.message("next: avatar-overlay avatars lint \(path)")
    StandardStreams.message("      avatar-overlay avatars preview \(path) -o \(name).png")
    return .done
  }

  private static func template(
    named name: String, like: String?, from file: String?, _ arguments: ParsedArguments
  ) throws -> AvatarTemplate {
    let kind = AvatarTemplate.Kind(rawValue: like ?? AvatarTemplate.Kind.mask.rawValue)
    let ending = file?.split(separator: ".").last?.lowercased()
    switch (kind, ending) {
    case (nil, .some):
      throw UsageError("--from and --like \(like ?? "") exclude each other; give one of them")
    case (nil, nil):
      let path = try Libraries.avatars(arguments).path(of: like ?? "")
      return try AvatarTemplate(copying: path, named: name)
    case (.model, nil): return AvatarTemplate(modelNamed: name)
    case (.model, "glb"), (.mask, "glb"), (.mask, "json"), (.mask, "lottie"):
      return try AvatarTemplate(named: name, fromFile: file ?? "")
    case (.model, _):
      throw UsageError(
        "--from names a mask, which --like model does not take; a model is a .glb file")
    case (.mask, "svg"):
      throw TemplateError.unreadable(
        path: file ?? "",
        reason:
          "an SVG drawing; make a PNG file of it: rsvg-convert \(file ?? "") -o \(name).png (Debian:"
          + " librsvg2-bin)")
    case (.mask, _): return try AvatarTemplate(named: name, from: file)
    }
  }
}
