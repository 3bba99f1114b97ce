import ClipReading
import ClipWriting
import Foundation
import Frames
import Geometry
import JSON
import Recordings
import Snapshots
import Sound

/// A reel as a timeline that editing programs read: the recordings' own clips, where each is cut and how one takes the
/// place of the other.
///
/// The file is JSON by the schemas of OpenTimelineIO 0.17 (`Timeline.1`, `Track.1`, `Clip.2`, `Transition.1`). Avatars
/// and titles are in its metadata; a program shows the clips without them.
struct OpenTimelineIO {
  private let plan: ReelPlan
  private let name: String
  /// The file of the music; nil for none.
  private let music: String?

  init(_ plan: ReelPlan, named name: String, music: String?) {
    (self.plan, self.name, self.music) = (plan, name, music)
  }

  /// The text of the file.
  var text: String {
    let layers = plan.segments.map(\.cells.count).max() ?? 1
    var tracks = (0..<layers).map { track("Pictures \($0 + 1)", "Video", layer: $0) }
    tracks += (0..<layers).map { track("Sound \($0 + 1)", "Audio", layer: $0) }
    if let music { tracks.append(track(ofMusic: music)) }
    let stack = JSONValue.members(
      [
        schema("Stack.1"), JSONValue.Member(name: "name", value: .string("tracks")),
        JSONValue.Member(name: "children", value: .array(tracks)),
      ] + empty)
    return JSONValue.members(
      [
        schema("Timeline.1"), JSONValue.Member(name: "name", value: .string(name)),
        JSONValue.Member(name: "global_start_time", value: time(0)),
        JSONValue.Member(
          name: "metadata",
          value: .members([
            JSONValue.Member(
              name: "avatar-overlay",
              value: .members([
                JSONValue.Member(
                  name: "size", value: .string("\(plan.size.width)x\(plan.size.height)"))
              ]))
          ])),
        JSONValue.Member(name: "tracks", value: stack),
      ]
    ).lines + "\n"
  }

  private func schema(_ name: String) -> JSONValue.Member {
    JSONValue.Member(name: "OTIO_SCHEMA", value: .string(name))
  }

  private func time(_ frames: Double) -> JSONValue {
    .members([
      schema("RationalTime.1"), JSONValue.Member(name: "rate", value: .number(plan.rate.value)),
      JSONValue.Member(
        name: "value", value: .number((frames * 1000).rounded() / 1000)),
    ])
  }

  private func range(_ start: Double, _ count: Double) -> JSONValue {
    .members([
      schema("TimeRange.1"), JSONValue.Member(name: "start_time", value: time(start)),
      JSONValue.Member(name: "duration", value: time(count)),
    ])
  }

  /// What every item has, though there is none of it.
  private var empty: [JSONValue.Member] {
    [
      JSONValue.Member(name: "effects", value: .array([])),
      JSONValue.Member(name: "markers", value: .array([])),
    ]
  }

  private func track(_ name: String, _ kind: String, layer: Int) -> JSONValue {
    var children: [JSONValue] = []
    for (index, segment) in plan.segments.enumerated() {
      let next = index + 1 < plan.segments.count ? plan.segments[index + 1] : nil
      // A transition lies about the middle of what two segments share; there is none at a gap.
      let before = Double(segment.lead) / 2
      let after = Double(next?.lead ?? 0) / 2
      let isSeen = segment.has(layer, heard: kind == "Audio")
      if index > 0, segment.lead > 0, isSeen,
        plan.segments[index - 1].has(layer, heard: kind == "Audio")
      {
        children.append(transition(segment.transition.kind, half: before))
      }
      let count = Double(segment.count) - before - after
      children.append(
        isSeen
          ? clip(segment, segment.cells[layer], from: before, count)
          : .members(
            [
              schema("Gap.1"), JSONValue.Member(name: "name", value: .string("")),
              JSONValue.Member(name: "source_range", value: range(0, count)),
            ] + empty))
    }
    return .members(
      [
        schema("Track.1"), JSONValue.Member(name: "name", value: .string(name)),
        JSONValue.Member(name: "kind", value: .string(kind)),
        JSONValue.Member(name: "children", value: .array(children)),
      ] + empty)
  }

  private func transition(_ kind: Reel.Transition.Kind, half: Double) -> JSONValue {
    .members([
      schema("Transition.1"), JSONValue.Member(name: "name", value: .string(kind.rawValue)),
      JSONValue.Member(
        name: "transition_type",
        value: .string(kind == .dissolve ? "SMPTE_Dissolve" : "Custom_Transition")),
      JSONValue.Member(name: "in_offset", value: time(half)),
      JSONValue.Member(name: "out_offset", value: time(half)),
    ])
  }

  private func clip(
    _ segment: ReelPlan.Segment, _ cell: ReelPlan.Cell, from skipped: Double, _ count: Double
  ) -> JSONValue {
    let start: Double
    let media: String
    var said: [JSONValue.Member] = []
    var isStill = false
    switch cell.source {
    case .clip(let settings, _):
      start = cell.startMs / plan.rate.periodMs
      media = settings.recording.media
      said.append(avatars(settings))
    case .picture(let settings):
      // The frame that the picture is of stands still.
      start = cell.startMs / plan.rate.periodMs
      isStill = true
      media = settings.render.recording.media
      said.append(avatars(settings.render))
    }
    if let title = segment.title {
      said.append(JSONValue.Member(name: "title", value: .string(title.text)))
    }
    return clip(named: media, range(start + skipped, count), said: said, isStill: isStill)
  }

  private func clip(
    named media: String, _ range: JSONValue, said: [JSONValue.Member], isStill: Bool
  ) -> JSONValue {
    let reference = JSONValue.members([
      schema("ExternalReference.1"),
      JSONValue.Member(
        name: "target_url", value: .string(URL(filePath: media).absoluteURL.absoluteString)),
    ])
    return .members(
      [
        schema("Clip.2"),
        JSONValue.Member(
          name: "name", value: .string(URL(filePath: media).lastPathComponent)),
        JSONValue.Member(name: "source_range", value: range),
        JSONValue.Member(
          name: "metadata",
          value: .members([JSONValue.Member(name: "avatar-overlay", value: .members(said))])),
        JSONValue.Member(
          name: "media_references",
          value: .members([JSONValue.Member(name: "DEFAULT_MEDIA", value: reference)])),
        JSONValue.Member(name: "active_media_reference_key", value: .string("DEFAULT_MEDIA")),
      ] + (isStill ? still : empty))
  }

  /// The effect of a picture that stands still, in the place of none.
  private var still: [JSONValue.Member] {
    [
      JSONValue.Member(
        name: "effects",
        value: .array([
          .members([
            schema("FreezeFrame.1"), JSONValue.Member(name: "name", value: .string("still")),
            JSONValue.Member(name: "effect_name", value: .string("FreezeFrame")),
            JSONValue.Member(name: "time_scalar", value: .number(0)),
          ])
        ])), JSONValue.Member(name: "markers", value: .array([])),
    ]
  }

  /// The music, from the first frame to the last, again and again.
  private func track(ofMusic path: String) -> JSONValue {
    let length = (plan.music?.milliseconds ?? 0) / plan.rate.periodMs
    var (children, place): ([JSONValue], Double) = ([], 0)
    while length >= 1, place < Double(plan.frameCount) {
      let count = min(length, Double(plan.frameCount) - place)
      children.append(
        clip(
          named: path, range(0, count), said: [], isStill: false))
      place += count
    }
    return .members(
      [
        schema("Track.1"), JSONValue.Member(name: "name", value: .string("Music")),
        JSONValue.Member(name: "kind", value: .string("Audio")),
        JSONValue.Member(name: "children", value: .array(children)),
      ] + empty)
  }

  private func avatars(_ settings: RenderSettings) -> JSONValue.Member {
    JSONValue.Member(
      name: "avatars", value: .array(settings.avatars.names.map { .string($0) }))
  }
}

extension ReelPlan.Segment {
  /// Whether it shows something in a layer, or is heard there.
  fileprivate func has(_ layer: Int, heard: Bool) -> Bool {
    guard cells.indices.contains(layer) else { return false }
    guard heard else { return true }
    if case .none = cells[layer].sound { return false }
    return true
  }
}
