import Imaging
import Isolation
import Problems
import Templates
import Terminal

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
        "avatar-overlay avatars relief Avatars/my-mask/mask.png -o relief.png",
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
    summary:
      "Draws the average face: laid flat to paint over, or seen from three sides to draw around.",
    arguments: "--face|--guide -o OUT.png|.svg",
    argumentCount: 0...0,
    options: [
      (
        "Options",
        [
          .flag(
            "--face",
            "the template of a layer with the surface \"face\": the face's mesh, laid flat"),
          .flag(
            "--guide",
            "the face from the front and turned by 30 and 60 degrees, with the anchors of layers; 100 units are an"
              + " eye distance"),
          .value(
            "--output", short: "-o", "FILE",
            "a .png file, an .svg file of a guide, or - for standard output (PNG)"),
          .value(
            "--size", "N",
            "the picture's width in pixels, \(FaceTemplate.sides.lowerBound) to"
              + " \(FaceTemplate.sides.upperBound) of a face (default: \(FaceTemplate.standardSide)),"
              + " \(FaceGuide.widths.lowerBound) to \(FaceGuide.widths.upperBound) of a guide (default:"
              + " \(FaceGuide.standardWidth))"),
        ] + [OptionSpec.overwrite]
      )
    ],
    examples: [
      (
        "avatar-overlay avatars template --face -o face.png",
        "eyes, lips and names; left and right are the wearer's"
      ),
      ("avatar-overlay avatars template --face --size 2048 -o large-face.png", "for fine lines"),
      (
        "avatar-overlay avatars template --guide -o guide.svg",
        "eyes, brows, nose, mouth, chin and ears, to lay below a drawing in Inkscape"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    guard arguments.has("--face") != arguments.has("--guide") else {
      throw UsageError(
        arguments.has("--face")
          ? "--face and --guide exclude each other; give one of them"
          : "missing --face or --guide, which name the template")
    }
    let (output, overwrites) = (arguments.string("--output") ?? "", arguments.has("--overwrite"))
    let isGuide = arguments.has("--guide")
    if isGuide, output.lowercased().hasSuffix(".svg") {
      guard !arguments.has("--size") else {
        throw UsageError("--size is that of a .png file; an .svg file has units")
      }
      try PictureOutput.write(Array(FaceGuide.svg.utf8), to: output, overwrites: overwrites)
      return .done
    }
    let path = try PreviewArguments.output(arguments)
    let size = try arguments.int("--size", in: isGuide ? FaceGuide.widths : FaceTemplate.sides)
    let picture =
      isGuide
      ? try FaceGuide.picture(width: size ?? FaceGuide.standardWidth)
      : try FaceTemplate.picture(side: size ?? FaceTemplate.standardSide)
    try PictureOutput.write(picture, to: path, overwrites: overwrites)
    return .done
  }
}
