import Geometry
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import Requests
import Testing
import TrackingFiles

@Suite struct LayerTests {
  private func layer(_ json: String, _ context: RequestContext = .verbs) throws -> RequestLayer {
    try RequestLayer(json: Array(json.utf8), in: context, named: "request")
  }

  private func laid(_ layers: String...) throws -> RenderRequest {
    var request = RenderRequest()
    for text in layers { request.apply(try layer(text)) }
    return request
  }

  @Test func `layers of a request let the later one win, member by member`() throws {
    let request = try laid(
      "{\"mirror\": true, \"crf\": 18, \"avatars\": [\"a\", \"b\"]}",
      "{\"mirror\": false, \"avatars\": [\"c\"]}")
    #expect(!request.passes.mirrored && request.output.crf == 18 && request.avatars == ["c"])
  }

  @Test func `layers of a request let a choice replace the ones that it excludes`() throws {
    let part = try laid("{\"start\": 1, \"end\": 2}", "{\"frames\": \"3-4\"}")
    #expect(part.start == nil && part.end == nil && part.frames == 3...4)
    let frame = try laid("{\"best\": true}", "{\"at\": 2}")
    #expect(!frame.best.areWanted && frame.at == .second(2))
  }

  @Test func `layers of a request give another recording a tracking file of its own`() throws {
    let other = try laid(
      "{\"recording\": \"a\", \"tracking\": \"a.jsonl\"}", "{\"recording\": \"b\"}")
    #expect(other.recording == "b" && other.trackingFile == nil)
    let both = try laid(
      "{\"recording\": \"a\", \"tracking\": \"a.jsonl\"}",
      "{\"recording\": \"b\", \"tracking\": {\"file\": \"c.jsonl\"}}")
    #expect(both.trackingFile == "c.jsonl")
  }

  @Test func `layers of a request take the older spellings of suites`() throws {
    let old = try laid(
      """
      {"recording": "a", "tracking": "a.jsonl", "trackingSize": "4x3", "trackingRotation": 90,
       "trackingMirrored": true, "skipBadSamples": true, "avatar": "ox", "noSnap": true}
      """)
    let new = try laid(
      """
      {"version": 1, "recording": "a",
       "tracking": {"file": "a.jsonl", "size": "4x3", "rotationDegrees": 90, "mirrored": true,
                    "skipBadSamples": true}, "avatars": ["ox"], "snap": false}
      """)
    #expect(old == new)
    #expect(!new.placement.snap && new.tracking.size == PixelSize(width: 4, height: 3))
  }

  @Test func `layers of a request print in the order of the table, without what is the default`()
    throws
  {
    let request = try laid(
      """
      {"overwrite": true, "avatars": ["dragon"], "mirror": false, "smoothing": "offline",
       "tracking": {"skipBadSamples": false, "size": "640x480"}, "end": 2.5, "recording": "demo"}
      """)
    #expect(
      request.json == """
        {
          "version": 1,
          "recording": "demo",
          "tracking": {
            "size": "640x480"
          },
          "avatars": ["dragon"],
          "end": 2.5,
          "overwrite": true
        }

        """)
  }
}
