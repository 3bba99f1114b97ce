import Imaging
import Isolation
import Problems
import Templates
import Terminal

enum AvatarsNewCommand {
  static let spec = CommandSpec(
    verb: "avatars new",
    summary: "Begins an avatar: a curved mask to paint over, or a glTF model to replace.",
    arguments: "NAME",
    argumentCount: 1...1,
    options: [
      (
        "Options",
        [
          .value(
            "--like", "mask|model",
            "a curved mask with a relief, or a model with a guide to model around (default: mask)"),
          .value("--from", "FILE", "your mask, a PNG with transparency (default: one is drawn)"),
          .value("--output", short: "-o", "DIR", "the package's folder (default: Avatars/NAME)"),
        ]
      )
    ],
    examples: [
      ("avatar-overlay avatars new my-mask", "Avatars/my-mask, with a plain mask"),
      (
        "avatar-overlay avatars new my-fox --from Avatars/ox/mask.png -o ./my-fox",
        "a mask that is drawn already, and where its eye holes belong"
      ),
      (
        "avatar-overlay avatars new my-crown --like model",
        "Avatars/my-crown, with a crown, and the average head for Blender"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let name = arguments.positionals[0]
    guard AvatarTemplate.isName(name) else {
      throw UsageError(
        "avatars new: expected a name of letters, digits, - and _, such as my-mask, found"
          + " \"\(name)\"")
    }
    let folder = arguments.string("--output") ?? "Avatars/\(name)"
    let kind = try arguments.choice("--like", AvatarTemplate.Kind.self) ?? .mask
    let mask = arguments.string("--from")
    guard kind == .mask || mask == nil else {
      throw UsageError("--from names a mask, which --like model does not take")
    }
    let template =
      kind == .mask
      ? try AvatarTemplate(named: name, from: mask) : AvatarTemplate(modelNamed: name)
    try template.write(to: folder)
    StandardStreams.message("\(folder): \(template.files.joined(separator: ", "))")
    if kind == .model {
      StandardStreams.message(
        "note: model around \(name)-guide.glb, the average head, which no layer shows, and export"
          + " your model over \(name).glb")
    }
    if !template.fitsEyes {
      StandardStreams.message(
        "note: the mask has no two eye holes; set \"scale\" and \"pivot\" by the preview")
    }
    let path = folder.contains("/") ? folder : "./\(folder)"
    StandardStreams.message("next: avatar-overlay avatars lint \(path)")
    StandardStreams.message("      avatar-overlay avatars preview \(path) -o \(name).png")
    return .done
  }
}

enum AvatarsReliefCommand {
  static let spec = CommandSpec(
    verb: "avatars relief",
    summary: "Begins a layer's relief: a grey picture that rises from the layer's outline.",
    arguments: "LAYER.png -o OUT.png",
    argumentCount: 1...1,
    options: [
      (
        "Options",
        [.value("--output", short: "-o", "FILE", "a .png file, or - for standard output")]
          + [OptionSpec.overwrite]
      )
    ],
    examples: [
      (
        "avatar-overlay avatars relief Avatars/ox/mask.png -o ox-relief.png",
        "black on the outline and at the eye holes, white in the middle"
      )
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let output = try PreviewArguments.output(arguments)
    let path = arguments.positionals[0]
    let relief = try ReliefTemplate.picture(of: PNG.read(path: path), path: path)
    try PictureOutput.write(
      PNG.encodeGrey(relief), to: output, overwrites: arguments.has("--overwrite"))
    return .done
  }
}

enum AvatarsTemplateCommand {
  static let spec = CommandSpec(
    verb: "avatars template",
    summary: "Draws what face paint is painted over: the face's mesh, laid flat.",
    arguments: "--face -o OUT.png",
    argumentCount: 0...0,
    options: [
      (
        "Options",
        [
          .flag("--face", "the template of a layer with the surface \"face\""),
          .value("--output", short: "-o", "FILE", "a .png file, or - for standard output"),
          .value(
            "--size", "N",
            "the picture's side in pixels, \(FaceTemplate.sides.lowerBound) to"
              + " \(FaceTemplate.sides.upperBound) (default: \(FaceTemplate.standardSide))"),
        ] + [OptionSpec.overwrite]
      )
    ],
    examples: [
      (
        "avatar-overlay avatars template --face -o face.png",
        "eyes, lips and names; left and right are the wearer's"
      ),
      ("avatar-overlay avatars template --face --size 2048 -o large-face.png", "for fine lines"),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    guard arguments.has("--face") else {
      throw UsageError("missing --face, which names the template")
    }
    let output = try PreviewArguments.output(arguments)
    let side = try arguments.int("--size", in: FaceTemplate.sides) ?? FaceTemplate.standardSide
    try PictureOutput.write(
      try FaceTemplate.picture(side: side), to: output, overwrites: arguments.has("--overwrite"))
    return .done
  }
}
