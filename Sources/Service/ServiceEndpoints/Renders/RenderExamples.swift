internal import JSON

/// A render in every state, as the document shows it.
enum RenderExamples {
  static let id = "0f8fad5bd9cb469fa16570867728950e"

  static let queued = render("queued", frame: 0, fraction: 0)
  static let rendering = render("rendering", started: true, frame: 120, fraction: 0.4)
  static let later = render("rendering", started: true, frame: 240, fraction: 0.8)
  static let cancelled = render(
    "cancelled", started: true, finished: "07", frame: 120, fraction: 0.4)
  static let done = render(
    "done", started: true, finished: "12", frame: 300, faces: 298, fraction: 1, files: true)
  static let failed = render(
    "failed", started: true, finished: "07", frame: 120, fraction: 0.4,
    error: [
      "code": "bad_recording", "title": "The recording cannot be read",
      "detail":
        "video: the picture changes from 1280 x 720 to 640 x 360 at 4000 ms; split the clip there",
    ])

  /// The events of a render that ends while a client listens.
  static let events = [("state", rendering), ("progress", later), ("state", done)].enumerated()
    .map { index, event in
      "event: \(event.0)\nid: \(index + 1)\ndata: \(event.1.text)\n\n"
    }.joined()

  private static func render(
    _ state: String, started: Bool = false, finished: String? = nil, frame: Int,
    faces: Int? = nil, fraction: Double, error: JSONValue = .null, files: Bool = false
  ) -> JSONValue {
    let path = "/v1/renders/\(id)"
    let names = ["output", "poster", "placements"]
    let progress: JSONValue = [
      "phase": state == "rendering" ? "rendering" : .null, "trackedFrames": .null,
      "frame": .integer(frame), "frameCount": 300,
      "facesDrawnFrames": faces.map { .integer($0) } ?? .null, "fraction": .number(fraction),
    ]
    let estimate: JSONValue = [
      "frames": 300, "height": 720, "seconds": 12, "width": 1280, "workSeconds": .number(9.5),
    ]
    let links =
      [("self", path), ("events", path + "/events")]
      + (files ? names.map { ($0, "\(path)/\($0)") } : [])
    var members: [(String, JSONValue)] = [
      ("id", .string(id)), ("state", .string(state)), ("createdAt", time("00")),
      ("startedAt", started ? time("01") : .null), ("finishedAt", finished.map(time) ?? .null),
      ("progress", progress), ("error", error), ("notes", []), ("estimate", estimate),
      ("links", .object(links.map { ($0.0, .string($0.1)) })),
    ]
    if files {
      members += names.map { ("\($0)Url", .string("\(path)/\($0)?\(signature)")) }
      members.append(("urlsExpireAt", "2026-05-01T13:00:12.000Z"))
    }
    return .object(members)
  }

  private static let signature =
    "expires=1777640412&tenant=brushing&key=hcv7vkef"
    + "&signature=6HrrCkg-7XOOcQ_QIXAspeDwPc26BI6Lx2pDHw1yRBg"

  private static func time(_ second: String) -> JSONValue {
    .string("2026-05-01T12:00:\(second).000Z")
  }
}
