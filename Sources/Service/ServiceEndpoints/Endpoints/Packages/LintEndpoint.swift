internal import Access
internal import AvatarFiles
internal import Avatars
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Problems
internal import Recordings
internal import Requests
internal import ServiceConfiguration
internal import ServiceInterface
internal import ServicePackages

/// `POST /v1/lints`: what is to be said against an avatar that is being edited.
struct LintEndpoint {
  static let form = Form(
    [
      FormPart(
        "manifest", JSONSchema("The avatar.json, valid or not.", [("type", "object")]),
        as: MediaTypes.json, isRequired: true),
      FormPart(
        "avatar",
        .text(
          "The avatar whose files the manifest may name; without it all of them are sent.",
          pattern: PlainName.pattern),
        as: "text/plain"),
      .files,
    ],
    examples: [
      .init(
        "empty", "An avatar without layers.",
        ["manifest": ["version": 1, "layers": .array([])]])
    ])

  static let operation = Operation(
    .post, "/v1/lints", id: "createLint", .avatars, "Lists the faults of an edited avatar.",
    "Says what `avatar-overlay avatars lint` says of the package: errors, warnings and notes, each with"
      + " its place. Nothing is stored. For editors.",
    right: .scope(.frames),
    body: .form(
      form, "The manifest, and files that it names.", isSpooled: false, limit: \.maximumFrameBytes),
    answers: [
      .json(
        200, "What was found; an empty list where there is nothing to say.", schema,
        examples: [.init("one", "A picture that is cut off.", example)])
    ],
    problems: [
      .unprocessable(
        "Lint", ProblemResponse.ofForms + [.unknownAvatar, .badAvatar, .avatarTooLarge, .overLimit])
    ],
    pool: .compute, cost: RequestCost.package
  ) { context, request, caller in
    try answer(request, caller, context)
  }

  private static let schema = NamedSchema(
    "Lint",
    .object(
      "The faults of an avatar.",
      [
        "faults": .list(
          of: .object(
            nil,
            [
              "severity": .choice(
                "An error keeps the avatar from being drawn.", of: ["error", "warning", "note"]),
              "file": .text("The file in the package."),
              "pointer": .text("The place in the manifest (RFC 6901); empty where it is none."),
              "detail": .text("One line, as the command line prints it."),
            ], required: ["severity", "file", "pointer", "detail"]))
      ], required: ["faults"]))

  private static let example: JSONValue = [
    "faults": [
      [
        "severity": "warning", "file": "mask.png", "pointer": "/layers/0/image",
        "detail":
          "warning: mask.png: layers[0].image: opaque pixels touch the top edge; the picture looks cut off there",
      ]
    ]
  ]

  private static func answer(
    _ request: HTTPRequest, _ caller: Caller, _ context: ServiceContext
  ) throws -> HTTPResponse {
    let parts = try RequestParts(request.body, of: form)
    let manifest = try parts.required("manifest").bytes(limit: RenderRequest.maximumBytes)
    let name = try parts["avatar"]?.text() ?? AvatarSelection.none
    let package =
      name == AvatarSelection.none
      ? AvatarPackage.none
      : try AvatarPackage.load(
        path: context.avatars.paths([name], of: caller.tenant)[0], decoding: .later)
    let faults = package.lint(manifest: manifest, adding: try PackagePart.files(of: parts))
    return .json(["faults": .array(faults.map(json))])
  }

  private static func json(_ fault: AvatarFault) -> JSONValue {
    [
      "severity": .string(fault.severity.rawValue), "file": .string(fault.file),
      "pointer": .string(JSONPointer.text(path: fault.path)), "detail": .string("\(fault)"),
    ]
  }
}
