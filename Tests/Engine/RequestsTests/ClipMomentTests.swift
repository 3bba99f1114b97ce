import JSON
import Recordings
import Requests
import Testing

/// Events of a session in the place of seconds, as requests write them.
@Suite struct ClipMomentTests {
  @Test(
    arguments: [
      "gatePassed", "gatePassed:teeth-2s", "state:completed", "quadrant:upper-left 2#3+1.5s",
      "hint:openMouth#last", "faceLost+200ms", "outcome#1000000-10000000s", "quadrant:a#b",
      "quadrant:a-b",
    ])
  func `a moment reads back as it was written`(text: String) throws {
    #expect(try EventMoment(parsing: text).description == text)
    let request = try RenderRequest(json: Array("{\"start\": \"\(text)\"}".utf8), in: .render)
    #expect(request.eventMoments.map(\.description) == [text])
    #expect(request.json.contains("\"start\": \"\(text)\""))
    #expect(!request.isWhole && request.needsTracking)
    // An event is no time before it was found.
    #expect(throws: RequestError.self) { try request.clipPart }
  }

  @Test(
    arguments: [
      ("gatePased", "did you mean \"gatePassed\"?"),
      ("xyzzyxyz", "expected seconds, or one of state, "),
      ("gatePassed:teth", "did you mean \"teeth\"?"),
      ("state:done", "expected one of selectAvatar, "),
      ("faceFound:left", "has no details"), ("quadrant:", "a quadrant's name"),
      ("gatePassed-2", "\"-2\" found"), ("gatePassed+2m", "an offset such as"),
      ("gatePassed-10000000.5s", "of at most 10000000 s"), ("gatePassed+.5s", "\"+.5s\" found"),
      ("quadrant#0", "#1 to #1000000 or #last"), ("quadrant#1000001", "#1 to #1000000"),
      ("quadrant#first", "#1 to #1000000"), ("", "is not a known event"),
    ])
  func `what is wrong with a moment is told`(text: String, words: String) {
    let error = #expect(throws: EventMoment.Fault.self) { try EventMoment(parsing: text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "none")")
  }

  @Test func `a member takes a number or an event, and nothing else`() throws {
    func faults(_ value: String) -> String {
      do {
        _ = try RenderRequest(json: Array("{\"end\": \(value)}".utf8), in: .renders)
        return ""
      } catch { return "\(error)" }
    }
    #expect(faults("7.25") == "" && faults("\"outcome+1s\"") == "")
    #expect(faults("\"outcme\"").contains("did you mean \"outcome\"?"))
    #expect(faults("-1").contains("a number from 0 to 10000000"))
    #expect(faults("true") != "" && faults("[\"outcome\"]") != "")
  }
}
