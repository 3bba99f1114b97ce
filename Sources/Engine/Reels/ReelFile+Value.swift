import Geometry
package import JSON
import Requests

extension Reel {
  /// The reel as the value that its file holds: reading it gives the same, where paths begin in the same folder.
  package var value: JSONValue {
    var members = [JSONValue.Member(name: "format", value: .string(Self.format))]
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(name: name, value: value)) }
    }
    add("size", size.map { .string("\($0.width)x\($0.height)") })
    add("fps", framesPerSecond.map { .number($0) })
    add("music", music.map { .string($0) })
    if endsOnBeats { add("onBeats", .bool(true)) }
    if transition != .cut { add("transition", .string(transition.text)) }
    add("segments", .array(segments.map(\.value)))
    return .members(members)
  }
}

extension Reel.Transition {
  /// What `init(_:)` reads.
  fileprivate var text: String {
    kind == .cut ? kind.rawValue : "\(kind.rawValue):\(milliseconds)"
  }
}

extension Reel.Segment {
  fileprivate var value: JSONValue {
    var members: [JSONValue.Member] = []
    if cells.count == 1 {
      members = cells[0].members
    } else {
      members = [
        JSONValue.Member(name: "cells", value: .array(cells.map { .members($0.members) })),
        JSONValue.Member(name: "layout", value: .string(layout.rawValue)),
      ]
    }
    if let title {
      members.append(
        JSONValue.Member(
          name: "title",
          value: .object([
            ("text", .string(title.text)), ("place", .string(title.place.rawValue)),
          ])))
    }
    if let transition {
      members.append(JSONValue.Member(name: "transition", value: .string(transition.text)))
    }
    if let seconds { members.append(JSONValue.Member(name: "seconds", value: .number(seconds))) }
    return .members(members)
  }
}

extension Reel.Cell {
  /// The members of the request that a file may have, and those beside it.
  fileprivate var members: [JSONValue.Member] {
    let keys = Set(ReelFile.requestKeys(RequestReader(isPicture ? .snapshot : .render)))
    var members: [JSONValue.Member] = []
    if case .members(let all) = request.value { members = all.filter { keys.contains($0.name) } }
    if isPicture { members.append(JSONValue.Member(name: "picture", value: .bool(true))) }
    if let bestSeconds {
      members.append(JSONValue.Member(name: "best", value: .number(bestSeconds)))
    }
    return members
  }
}
