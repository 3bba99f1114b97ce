import Requests
import Testing

@Suite struct RequestFaultTests {
  private func faults(_ json: String, _ context: RequestContext = .render) -> [String] {
    do {
      _ = try RenderRequest(json: Array(json.utf8), in: context)
      return []
    } catch {
      guard case .faulty(_, let faults) = error else { return ["\(error)"] }
      return faults.map(\.description)
    }
  }

  @Test func `a faulty request tells all that is wrong, each with its line, column and member`() {
    let json = """
      {"version": 2,
       "mirrro": true,
       "crf": 99, "codec": "h265",
       "tracking": {"size": "big", "rotationDegrees": 45},
       "size": "0x10", "size": "2x2",
       "avatars": []}
      """
    #expect(
      faults(json) == [
        "1:13: version: version 2 found; this program reads requests of version 1",
        "2:2: unknown key \"mirrro\"; did you mean \"mirror\"?",
        "3:9: crf: 99 found, a whole number from 0 to 63 expected",
        "3:22: codec: \"h265\" is not a known codec; did you mean \"h264\"?",
        "4:23: tracking.size: expected a size such as 1280x720, at most 32768 a side, found \"big\"",
        "4:49: tracking.rotationDegrees: 45 found, 0, 90, 180 or 270 expected",
        "5:10: size: expected a size such as 1280x720, or a side such as 1280x or x720, at most 8192 a side, found \"0x10\"",
        "5:18: duplicate key \"size\"",
        "6:13: avatars: 0 found, 1 to 64 expected",
      ])
  }

  @Test(
    arguments: [
      ("{\"frames\": \"0-9\", \"start\": 1}", RequestContext.render, "frames"),
      ("{\"start\": 3, \"end\": 1}", .render, "swap"),
      ("{\"filter\": \"snow\", \"overlayOnly\": true}", .render, "filter"),
      ("{\"stick\": \"on\", \"replay\": \"live\"}", .render, "stick"),
      ("{\"tracking\": {\"blendshapesOffsetMs\": 40}}", .render, "tracking.blendshapesFrom"),
      ("{\"recording\": \"a\", \"video\": \"b\"}", .render, "two inputs"),
      ("{\"at\": 3, \"best\": true}", .snapshot, "choose the frame"),
      ("{\"score\": \"a.json\"}", .snapshot, "best"),
      ("{\"card\": {\"title\": \"x\"}}", .snapshot, "card"),
      ("{\"card\": {\"title\": \"x\"}}", .snapshots, "\"name\" is missing"),
      ("{\"format\": \"jpeg\", \"overlayOnly\": true}", .frames, "transparency"),
      ("{\"avatar\": \"a\", \"avatars\": [\"b\"]}", .frames, "mean the same"),
      ("{\"noSnap\": true, \"snap\": true}", .suite, "mean the same"),
      ("{\"placements\": \"-\"}", .render, "beside the output"),
      ("{\"output\": \"a.gif\", \"codec\": \"h264\"}", .render, "is for a clip"),
      ("{\"output\": \"a.webp\", \"crf\": 20}", .render, "is for a clip"),
      ("{\"output\": \"a.mp4\", \"quality\": 60}", .render, "is for a .gif or .webp"),
      ("{\"output\": \"a.gif\", \"music\": \"a.wav\"}", .render, "clip with sound"),
    ])
  func `a faulty request tells members that do not go together`(
    json: String, context: RequestContext, words: String
  ) {
    let found = faults(json, context)
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
    #expect(found.allSatisfy { $0.hasPrefix("1:") }, "\(found)")
  }

  @Test(
    arguments: [
      ("{\"output\": \"/etc/x.mp4\"}", RequestContext.renders),
      ("{\"video\": \"/etc/passwd\"}", .renders), ("{\"tracking\": \"/etc/passwd\"}", .frames),
      ("{\"tracking\": {\"file\": \"x\"}}", .frames), ("{\"avatar\": \"../x\"}", .frames),
      ("{\"avatars\": [\"/x\"]}", .frames), ("{\"card\": {\"name\": \"../x\"}}", .snapshots),
      ("{\"card\": {\"name\": \"a\", \"logo\": \"x\"}}", .snapshots),
      ("{\"threads\": 3}", .renders), ("{\"overwrite\": true}", .renders),
    ])
  func `a faulty untrusted request names no path and no output`(
    json: String, context: RequestContext
  ) {
    #expect(faults(json, context).count == 1, "\(json)")
  }

  @Test func `a faulty request never crashes, however it is cut off or spoilt`() {
    let whole = Array(
      """
      {"version": 1, "recording": "demo/sample", "tracking": {"size": "640x480"},
       "avatars": ["dragon", "ox"], "frames": "0-9", "filter": "snow:seed=7", "crf": 2.5e1}
      """.utf8)
    #expect((try? RenderRequest(json: whole, in: .render)) != nil)
    for length in 1..<whole.count {
      #expect((try? RenderRequest(json: whole.prefix(length), in: .render)) == nil)
    }
    for index in whole.indices {
      for byte: UInt8 in [0, 0x22, 0x2C, 0x30, 0x5B, 0x7B, 0x80, 0xFF] {
        var spoilt = whole
        spoilt[index] = byte
        do {
          let request = try RenderRequest(json: spoilt, in: .render)
          #expect((try? RenderRequest(json: Array(request.json.utf8), in: .render)) == request)
        } catch {
          #expect(!"\(error)".isEmpty && !"\(error)".contains("\n"))
        }
      }
    }
  }

  @Test(
    arguments: [
      String(repeating: "[", count: 100_000), "{\"a\":" + String(repeating: "{\"a\":", count: 5000),
      "{\"crf\": 1e999}", "{\"crf\": -0}",
      "{\"size\": \"\(String(repeating: "9", count: 9000))x1\"}",
      "\u{FEFF}[]", "{\"crf\": 1}{", "nul",
      "{\"filter\": \"snow:seed=\(String(repeating: "9", count: 400))\"}",
    ])
  func `a faulty request of hostile text is told in one line`(text: String) {
    let found = faults(text)
    #expect(found.count <= 1)
    #expect(found.allSatisfy { !$0.contains("\n") && $0.count < 400 })
  }

  @Test func `a faulty request of too many bytes is refused before it is read`() {
    let text = "{\"recording\": \"\(String(repeating: "x", count: 300_000))\"}"
    #expect(
      faults(text) == [
        "request: the request has more than the 262144 bytes that a request may have"
      ])
  }
}
