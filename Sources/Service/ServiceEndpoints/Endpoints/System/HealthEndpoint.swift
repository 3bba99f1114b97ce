internal import HTTPMessages
internal import JSON
internal import Recordings
internal import ServiceInterface
internal import ServicePackages

/// `/health`: whether the process answers, and whether it can take work.
struct HealthEndpoint {
  let context: ServiceContext

  static let operations = [
    ready("/health", id: "getHealth", "The same as /health/ready."),
    Operation(
      .get, "/health/live", id: "getLiveness", .service, "Whether the process answers.",
      "For the process manager that restarts it.", right: .open,
      answers: [.json(200, "It does.", HealthSchemas.liveness)], isHealth: true
    ) { context, _, _ in HealthEndpoint(context: context).live() },
    ready(
      "/health/ready", id: "getReadiness",
      "The database can be written, the disk has room, and there are avatars."),
  ]

  private static func ready(_ path: String, id: String, _ description: String) -> Operation {
    Operation(
      .get, path, id: id, .service, "Whether the service can take work.", description,
      right: .open,
      answers: [
        .json(
          200, "It can.", HealthSchemas.health,
          examples: [.init("ok", "All is well.", HealthSchemas.example(freeMiB: 70_641))]),
        .json(
          503, "It cannot, or it is stopping.", HealthSchemas.health,
          examples: [.init("full", "The disk is full.", HealthSchemas.example(freeMiB: 100))]),
      ], isHealth: true
    ) { context, _, _ in HealthEndpoint(context: context).ready() }
  }

  /// The process answers.
  private func live() -> HTTPResponse {
    return HTTPResponse.json(
      .object([("status", .string("ok")), ("version", .string(RendererVersion.number))]))
  }

  /// It can take work: the database takes changes, the disk has room, the queue too.
  private func ready() -> HTTPResponse {
    let checks = Readiness(context: context).checks()
    let isReady = checks.allSatisfy(\.isGood)
    let members = checks.map { check in
      (
        check.name,
        JSONValue.object([
          ("status", .string(check.isGood ? "ok" : "failed")), ("detail", .string(check.detail)),
        ])
      )
    }
    return HTTPResponse.json(
      .object([
        ("status", .string(isReady ? "ok" : "failed")),
        ("version", .string(RendererVersion.number)), ("checks", .object(members)),
        ("tracker", context.tracker.json),
        (
          "saves",
          .object([
            ("avatars", .bool(AvatarPackages.isSaved(context.settings))),
            ("scenes", .bool(ScenePackages.isSaved(context.settings))),
          ])
        ),
      ]), status: isReady ? 200 : 503)
  }
}
