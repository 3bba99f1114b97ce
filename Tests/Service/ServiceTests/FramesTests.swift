import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct FramesTests {
  @Test func `a frame is the picture with its avatar, and says in words what it shows`() throws {
    let stage = try ServiceStage()
    let service = try RunningService(stage)
    let answer = try service.post("/v1/frames", ServiceStage.frame + ["avatar=mask"])
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.headers["content-type"] == "image/png")
    #expect(answer.headers["avatar-overlay-faces"] == "1")
    #expect(answer.headers["avatar-overlay-alt-text"]?.contains("a%20face%20with") == true)
    let before = try PNG.decode(try stage.folder.bytes("in.png"), limits: .still)
    let after = try PNG.decode([UInt8](answer.body), limits: .still)
    #expect((after.width, after.height) == (before.width, before.height))
    #expect(after.bytes != before.bytes)
    // The same input gives the same bytes, and no avatar gives the picture itself.
    let again = try service.post("/v1/frames", ServiceStage.frame + ["avatar=mask"])
    #expect(again.body == answer.body)
    let none = try service.post("/v1/frames", ServiceStage.frame + ["avatar=none"])
    #expect(try PNG.decode([UInt8](none.body), limits: .still).bytes == before.bytes)
  }

  @Test func `the format is the option's, or the accepted one, or the picture's own`() throws {
    let service = try RunningService(try ServiceStage())
    func type(_ options: String, _ accept: String) throws -> (Int, String?) {
      let answer = try service.post(
        "/v1/frames",
        ServiceStage.frame + ["avatar=mask", "options=\(options);type=application/json"],
        ["-H", "Accept: \(accept)"])
      return (answer.status, answer.headers["content-type"])
    }
    #expect(try type("{\"format\": \"jpeg\"}", "*/*") == (200, "image/jpeg"))
    #expect(try type("{}", "image/webp, image/*;q=0.5") == (200, "image/webp"))
    #expect(try type("{}", "image/*") == (200, "image/png"))
    #expect(try type("{\"format\": \"png\"}", "image/jpeg").0 == 406)
    #expect(try type("{}", "text/html").0 == 406)
  }

  @Test func `JSON tells where layers went, in pixels of the picture beside it`() throws {
    let service = try RunningService(try ServiceStage())
    let answer = try service.post(
      "/v1/frames", ServiceStage.frame + ["avatar=mask"], ["-H", "Accept: application/json"])
    #expect(answer.status == 200, "\(answer.text)")
    let picture = try #require(answer.json["picture"] as? [String: Any])
    let bytes = try #require(Data(base64Encoded: picture["base64"] as? String ?? ""))
    #expect(try PNG.decode([UInt8](bytes), limits: .still).width == ServiceStage.width)
    let placements = try #require(answer.json["placements"] as? [String: Any])
    let layers = try #require(placements["placements"] as? [[String: Any]])
    #expect(layers.count == 1)
    #expect(placements["width"] as? Int == ServiceStage.width)
  }

  @Test func `a picture of another shape than the size keeps its own, and that is told`() throws {
    let service = try RunningService(try ServiceStage())
    func answer(_ options: String, json: Bool) throws -> RunningService.Answer {
      try service.post(
        "/v1/frames",
        ServiceStage.frame + ["avatar=none", "options=\(options);type=application/json"],
        json ? ["-H", "Accept: application/json"] : [])
    }
    // The picture has 96 x 64 pixels.
    for (options, width, height, isTold) in [
      ("{\"size\": \"48x48\"}", 48, 32, true), ("{\"size\": \"48x\"}", 48, 32, false),
      ("{\"size\": \"x32\"}", 48, 32, false), ("{\"size\": \"48x32\"}", 48, 32, false),
      ("{\"size\": \"48x48\", \"fit\": \"stretch\"}", 48, 48, false),
      ("{\"size\": \"48x48\", \"fit\": \"pad\"}", 48, 48, false),
      ("{\"size\": \"48x48\", \"fit\": \"cover\"}", 48, 48, false),
    ] {
      let plain = try answer(options, json: false)
      let picture = try PNG.decode([UInt8](plain.body), limits: .still)
      #expect((picture.width, picture.height) == (width, height), "\(options)")
      let told = plain.headers["avatar-overlay-notes"]?.removingPercentEncoding
      #expect((told?.contains("\"fit\": \"stretch\"") == true) == isTold, "\(options)")
      let notes = try answer(options, json: true).json["notes"] as? [String]
      #expect((notes?.contains { $0.contains("\"fit\": \"stretch\"") } == true) == isTold)
    }
    let alone = try answer("{\"fit\": \"pad\"}", json: false)
    #expect(alone.status == 422 && alone.text.contains("add one"), "\(alone.text)")
    let large = try answer("{\"size\": \"8192x\"}", json: false)
    #expect(large.code == "picture_too_large", "\(large.text)")
  }

  @Test(arguments: ["br", "br, gzip", "gzip, gzip"])
  func `a body that is encoded in other ways is refused with what to do`(encoding: String) throws {
    let service = try RunningService(try ServiceStage())
    for path in ["/v1/frames", "/v1/renders", "/v1/snapshots"] {
      let answer = try service.post(
        path, ServiceStage.frame + ["avatar=mask"], ["-H", "Content-Encoding: \(encoding)"])
      #expect(answer.status == 415 && answer.code == "unsupported_media_type", "\(answer.text)")
      let detail = answer.json["detail"] as? String ?? ""
      #expect(detail.contains("\"\(encoding)\"; expected one of gzip, deflate, zstd"), "\(detail)")
      #expect(answer.headers["accept-encoding"] == "gzip, deflate, zstd")
    }
    let plain = try service.post(
      "/v1/frames", ServiceStage.frame + ["avatar=mask"], ["-H", "Content-Encoding: identity"])
    #expect(plain.status == 200)
  }

  @Test func `a form that is packed as a whole gives the same picture`() throws {
    let service = try RunningService(try ServiceStage())
    let plain = try service.post("/v1/frames", ServiceStage.frame + ["avatar=mask"])
    try service.folder.write(
      [
        "boundary = b'XX'", "import gzip, zlib, sys", "body = b''",
        "for name, value in [('picture', open('in.png', 'rb').read()),",
        "    ('tracking', open('one.jsonl', 'rb').read()), ('avatar', b'mask')]:",
        "  body += b'--XX\\r\\nContent-Disposition: form-data; name=' + name.encode()",
        "  body += b'\\r\\n\\r\\n' + value + b'\\r\\n'",
        "body += b'--XX--\\r\\n'", "open('form', 'wb').write(body)",
        "open('gzip', 'wb').write(gzip.compress(body))",
        "open('deflate', 'wb').write(zlib.compress(body))",
      ].joined(separator: "\n"), to: "pack.py")
    try Program(named: "python3").succeed(["pack.py"], in: service.folder)
    try Program(named: "zstd").succeed(["-q", "form", "-o", "zstd"], in: service.folder)
    for coding in ["gzip", "deflate", "zstd"] {
      let answer = try service.send(
        "/v1/frames",
        [
          "-H", "Content-Type: multipart/form-data; boundary=XX", "-H",
          "Content-Encoding: \(coding)", "--data-binary", "@\(coding)",
        ])
      #expect(answer.status == 200 && answer.body == plain.body, "\(coding): \(answer.text)")
    }
  }

  /// Parts of a form, and the problem that they are.
  static let faults: [(parts: [String], status: Int, code: String, pointer: String?)] = [
    (["options={\"avatra\": \"mask\"};type=application/json"], 422, "invalid_options", "/avatra"),
    (["options={\"avatar\": 7};type=application/json"], 422, "invalid_options", "/avatar"),
    (["options=[];type=application/json"], 422, "invalid_options", ""),
    (["options={;type=application/json"], 422, "invalid_options", ""),
    (
      [
        "options={\"avatar\": \"mask\", \"overlayOnly\": true, \"format\": \"jpeg\"};type=application/json"
      ],
      422, "invalid_options", "/format"
    ),
    (["avatar=../../etc/passwd"], 422, "invalid_options", "avatar"),
    (["avatar=msak"], 422, "unknown_avatar", nil),
    ([], 422, "missing_part", "/avatar"),
    (["avatar=mask", "picure=x"], 422, "unknown_part", "picure"),
  ]

  @Test(arguments: faults)
  func `a fault is a problem with its place`(
    parts: [String], status: Int, code: String, pointer: String?
  ) throws {
    let stage = try ServiceStage()
    let service = try RunningService(stage)
    let answer = try service.post("/v1/frames", ServiceStage.frame + parts)
    #expect(answer.status == status, "\(answer.text)")
    #expect(answer.code == code, "\(answer.text)")
    #expect(answer.headers["content-type"] == "application/problem+json")
    let errors = answer.json["errors"] as? [[String: Any]]
    if let pointer { #expect(errors?.first?["pointer"] as? String == pointer, "\(answer.text)") }
    #expect(!answer.text.contains(stage.folder.url.path))
  }

  @Test func `pictures and bodies are taken up to their limits and not beyond`() throws {
    let stage = try ServiceStage()
    let pixels = ServiceStage.width * ServiceStage.height
    let parts = ServiceStage.frame + ["avatar=mask"]
    let fits = try RunningService(stage, ["--max-picture-pixels", "\(pixels)"])
    #expect(try fits.post("/v1/frames", parts).status == 200)
    try fits.end(SIGTERM)
    let tight = try RunningService(
      stage, ["--max-picture-pixels", "\(pixels - 1)", "--max-frame-bytes", "40000"])
    let large = try tight.post("/v1/frames", parts)
    #expect((large.status, large.code) == (422, "picture_too_large"), "\(large.text)")
    try stage.folder.write(Array(repeating: 0, count: 41_000), to: "large.png")
    let heavy = try tight.post("/v1/frames", ["picture=@large.png", "avatar=mask"])
    #expect((heavy.status, heavy.code) == (413, "body_too_large"), "\(heavy.text)")
  }

  @Test func `what is no request for a frame is refused by its own status`() throws {
    let service = try RunningService(try ServiceStage())
    let get = try service.send("/v1/frames")
    #expect(get.status == 405)
    #expect(get.headers["allow"]?.contains("POST") == true)
    let json = try service.send(
      "/v1/frames", ["-H", "Content-Type: application/json", "-d", "{}"])
    #expect((json.status, json.code) == (415, "unsupported_media_type"))
    let query = try service.post("/v1/frames?avatar=mask", ServiceStage.frame)
    #expect((query.status, query.code) == (400, "invalid_query"))
    #expect(try service.send("/v2").code == "not_found")
    let text = try service.post("/v1/frames", ["picture=hello", "avatar=mask"])
    #expect((text.status, text.code) == (422, "bad_picture"), "\(text.text)")
    let tracking = try service.post(
      "/v1/frames", ["picture=@in.png", "tracking=hello", "avatar=mask"])
    #expect((tracking.status, tracking.code) == (422, "bad_tracking"), "\(tracking.text)")
  }
}
