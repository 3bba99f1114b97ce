internal import JSON
internal import Reels
internal import Requests

/// Ticks, bytes and places that a plan may name.
private let wholeNumbers = -(1 << 52)...(1 << 52)

extension JSONField<PlanFault> {
  /// Two whole numbers, the lower first.
  fileprivate func range() -> ClosedRange<Int>? {
    guard let elements = list() else { return nil }
    let numbers = elements.compactMap { $0.integer(in: 0...(1 << 40)) }
    guard elements.count == 2, numbers.count == 2, numbers[0] <= numbers[1] else {
      if numbers.count == elements.count {
        report(PlanFault(reason: "expected two numbers, the lower first"))
      }
      return nil
    }
    return numbers[0]...numbers[1]
  }

  fileprivate func milliseconds() -> Double? { number(in: -1e14...1e14) }
}

extension ClosedRange<Int> {
  fileprivate var value: JSONValue { .array([.integer(lowerBound), .integer(upperBound)]) }
}

extension RenderPlan.Input {
  var value: JSONValue {
    .object([
      ("role", .string(role.rawValue)), ("path", .string(path)), ("files", .integer(files)),
      ("bytes", .integer(bytes)), ("sha256", .string(sha256)), ("sample", .string(sample)),
    ])
  }

  init?(_ field: JSONField<PlanFault>) {
    guard
      let object = field.object(keys: ["role", "path", "files", "bytes", "sha256", "sample"]),
      let role: Role = object.required("role")?.choice(of: "role"),
      let path = object.required("path")?.text(),
      let files = object.required("files")?.integer(in: 1...(1 << 40)),
      let bytes = object.required("bytes")?.integer(in: 0...(1 << 52)),
      let sha256 = RenderPlan.digest(object.required("sha256")),
      let sample = RenderPlan.digest(object.required("sample"))
    else { return nil }
    self.init(
      role: role, path: path, files: files, bytes: bytes, sha256: sha256, sample: sample)
  }
}

extension RenderPlan.PlannedReel {
  var value: JSONValue {
    .object([
      ("file", reel.value),
      (
        "segments",
        .array(
          schedule.segments.map { segment in
            .object([
              ("frames", segment.frames.value), ("lead", .integer(segment.lead)),
              ("recordings", .array(segment.cells.map { $0?.value ?? .null })),
            ])
          })
      ),
    ])
  }

  init?(_ field: JSONField<PlanFault>) {
    guard let object = field.object(keys: ["file", "segments"]),
      let file = object.required("file"), let segments = object.required("segments")?.list()
    else { return nil }
    do throws(RequestError) {
      reel = try ReelFile.read(file.node.jsonValue.bytes, named: "reel", in: "")
    } catch {
      file.report(PlanFault(reason: "\(error)"))
      return nil
    }
    schedule = ReelSchedule(segments.compactMap(Self.segment))
    guard schedule.segments.count == segments.count else { return nil }
    guard schedule.isSound, schedule.segments.count == reel.segments.count else {
      field.report(PlanFault(reason: "its segments are not those of its file in a row"))
      return nil
    }
  }

  private static func segment(_ field: JSONField<PlanFault>) -> ReelSchedule.Segment? {
    guard let object = field.object(keys: ["frames", "lead", "recordings"]),
      let frames = object.required("frames")?.range(),
      let lead = object.required("lead")?.integer(in: wholeNumbers),
      let recordings = object.required("recordings")?.list()
    else { return nil }
    var cells: [ClosedRange<Int>?] = []
    for recording in recordings {
      if case .null = recording.node.value {
        cells.append(nil)
      } else {
        guard let numbers = recording.range() else { return nil }
        cells.append(numbers)
      }
    }
    return ReelSchedule.Segment(
      start: frames.lowerBound, count: frames.count, lead: lead, cells: cells)
  }
}

extension RenderPlan.Output {
  var value: JSONValue {
    .object([
      ("container", .optional(container)), ("timeBase", .array(timeBase.map { .integer($0) })),
      ("origin", .integer(origin)), ("isPart", .bool(isPart)), ("frames", frames.value),
      ("startMs", .number(startMs)), ("endMs", .number(endMs)), ("times", .string(times)),
    ])
  }

  init?(_ field: JSONField<PlanFault>) {
    guard
      let object = field.object(keys: [
        "container", "timeBase", "origin", "isPart", "frames", "startMs", "endMs", "times",
      ]),
      let container = object.required("container"),
      let timeBase = object.required("timeBase")?.list()?.compactMap({
        $0.integer(in: 1...Int(Int32.max))
      }),
      let origin = object.required("origin")?.integer(in: wholeNumbers),
      let isPart = object.required("isPart")?.truth(),
      let frames = object.required("frames")?.range(),
      let startMs = object.required("startMs")?.milliseconds(),
      let endMs = object.required("endMs")?.milliseconds(),
      let times = RenderPlan.digest(object.required("times"))
    else { return nil }
    var name: String?
    if case .null = container.node.value {
      name = nil
    } else {
      guard let text = container.text() else { return nil }
      name = text
    }
    guard timeBase.count == 2 else {
      field.report(PlanFault(reason: "timeBase: expected two whole numbers above 0"))
      return nil
    }
    self.init(
      container: name, timeBase: timeBase, origin: origin, isPart: isPart, frames: frames,
      startMs: startMs, endMs: endMs, times: times)
  }
}

extension RenderPlan.Part {
  var value: JSONValue {
    .object(
      [
        ("frames", frames.value), ("source", source.value), ("startMs", .number(startMs)),
        ("endMs", .number(endMs)), ("cost", .integer(cost)), ("times", .string(times)),
      ] + (lastFollowed.map { [("lastFollowed", .integer($0))] } ?? []))
  }

  init?(_ field: JSONField<PlanFault>) {
    guard
      let object = field.object(keys: [
        "frames", "source", "startMs", "endMs", "cost", "times", "lastFollowed",
      ]),
      let frames = object.required("frames")?.range(),
      let source = object.required("source")?.range(),
      let startMs = object.required("startMs")?.milliseconds(),
      let endMs = object.required("endMs")?.milliseconds(),
      let cost = object.required("cost")?.integer(in: 0...(1 << 52)),
      let times = RenderPlan.digest(object.required("times"))
    else { return nil }
    var lastFollowed: Int?
    if let last = object["lastFollowed"] {
      guard let tick = last.integer(in: wholeNumbers) else { return nil }
      lastFollowed = tick
    }
    self.init(
      frames: frames, source: source, lastFollowed: lastFollowed, startMs: startMs,
      endMs: endMs, cost: cost, times: times)
  }
}
