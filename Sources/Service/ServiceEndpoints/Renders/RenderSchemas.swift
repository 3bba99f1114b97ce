internal import JSON
internal import ServiceInterface

/// What answers say of renders: what `RenderJSON` and `RenderPhases` write.
enum RenderSchemas {
  /// The pattern of a render's id.
  static let idPattern = "^[0-9a-f]{32}$"

  static let progress = NamedSchema(
    "Progress",
    .object(
      nil,
      [
        "phase": .nullable(
          .choice(
            "What is done to the frames; a recording that was sent without its tracking is tracked first.",
            of: ["tracking", "rendering"])),
        "trackedFrames": .nullable(
          .whole("Frames tracked, where the recording was sent without its tracking.")),
        "frame": .whole("Frames rendered."), "frameCount": .nullable(.whole("Frames in all.")),
        "facesDrawnFrames": .nullable(
          .whole(
            "Once it is done, the frames in which the avatar of at least one face was drawn; null where no"
              + " avatar is asked for.")),
        "fraction": .nullable(
          .number(
            "The part that is done, 0 to 1; tracking is the first half of it where there is one.")),
      ]))

  static let render = NamedSchema(
    "Render",
    .object(
      "A render.",
      [
        "id": .text("Its id.", pattern: idPattern),
        "state": .choice(
          "Where it stands.", of: ["queued", "rendering", "done", "failed", "cancelled"]),
        "waitingFor": .choice(
          "What a queued render waits for beside its turn: room on the service's disk.",
          of: ["disk"]),
        "createdAt": .time("When it was accepted."),
        "startedAt": .nullable(.time("When its rendering last began.")),
        "finishedAt": .nullable(.time("When it ended.")), "progress": .reference(progress),
        "error": .nullable(failure), "notes": .list(of: .text(), "Notes for people."),
        "inputsPurgedAt": .nullable(
          .time(
            "When what was sent was removed, where that is asked for; null until then, which follows the end"
              + " at once or, after a crash, the next start.")),
        "estimate": estimate, "consent": ProvenanceSchemas.consent,
        "subject": ProvenanceSchemas.subject, "device": ProvenanceSchemas.device,
        "links": .map(
          of: .text(),
          "Addresses by name: self, events; when it is done also output, poster, placements, and session"
            + " where one was sent."),
        "outputUrl": .text("A signed link to the output, when it is done."),
        "posterUrl": .text("A signed link to the poster."),
        "placementsUrl": .text("A signed link to the placements."),
        "sessionUrl": .text("A signed link to the session's log, where a session was sent."),
        "urlsExpireAt": .time("When those links expire."),
      ], required: ["id", "state", "createdAt", "progress", "links"]
    ).examples(RenderExamples.rendering))

  private static let failure = JSONSchema.object(
    nil,
    [
      "code": .reference(ServiceProblem.codes), "title": .text("What the code means."),
      "detail": .text("What happened."),
    ])

  private static let estimate = JSONSchema.object(
    "What is known before the work begins.",
    [
      "frames": .nullable(.whole("Frames.")), "seconds": .nullable(.number("Seconds of the clip.")),
      "width": .whole("Columns."), "height": .whole("Rows."),
      "workSeconds": .nullable(
        .number("About how many seconds of processor time it takes.")),
    ], required: [])

  static let list = NamedSchema(
    "RenderList",
    .object(
      nil,
      [
        "renders": .list(of: .reference(render)),
        "nextCursor": .nullable(.text("Send it as `cursor` to get the next ones.")),
      ]))

  static let event = NamedSchema(
    "RenderEvent",
    .object(
      "A server-sent event of a render.",
      [
        "event": .choice(
          "Whether the state changed, or only the progress.", of: ["state", "progress"]),
        "id": .text("1, 2, ... on this connection.", pattern: "^[0-9]+$"),
        "data": JSONSchema(
          "The render, in one line of JSON.",
          [
            ("type", "string"), ("contentMediaType", .string(MediaTypes.json)),
            ("contentSchema", JSONSchema.reference(render).json),
          ], refersTo: [render]),
      ]))
}
