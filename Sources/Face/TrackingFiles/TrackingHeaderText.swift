internal import Geometry
internal import Tracking

/// Writes the first line of `avatar-tracking/1`.
enum TrackingHeaderText {
  static func line(
    _ header: TrackingHeader, video: String?, tracker: TrackerNote?
  ) -> [UInt8] {
    var text = JSONText()
    text.raw("{")
    text.key("format")
    text.string(TrackingDialect.own.rawValue)
    text.key("width")
    text.integer(header.size.width)
    text.key("height")
    text.integer(header.size.height)
    text.key("rotationDegrees")
    text.integer(header.rotation.rawValue)
    text.key("mirrored")
    text.raw(header.mirrored ? "true" : "false")
    text.key("timeOffsetMs")
    text.exact(header.timeOffsetMs)
    if let degrees = header.verticalFieldOfViewDegrees {
      text.key("verticalFieldOfViewDegrees")
      text.rounded(degrees)
    }
    if let intrinsics = header.intrinsics {
      text.key("intrinsics")
      text.intrinsics(intrinsics)
    }
    if video != nil || header.clipSHA256 != nil {
      text.key("source")
      text.raw("{")
      if let video {
        text.key("video")
        text.string(video)
      }
      if let sha256 = header.clipSHA256 {
        text.key("sha256")
        text.string(sha256)
      }
      text.raw("}")
    }
    if let tracker { write(tracker, &text) }
    text.raw("}\n")
    return text.bytes
  }

  private static func write(_ tracker: TrackerNote, _ text: inout JSONText) {
    text.key("tracker")
    text.raw("{")
    text.key("name")
    text.string(tracker.name)
    text.key("version")
    text.string(tracker.version)
    if !tracker.options.isEmpty {
      text.key("options")
      text.raw("{")
      for option in tracker.options {
        text.key(named: option.name)
        write(option.value, &text)
      }
      text.raw("}")
    }
    if !tracker.models.isEmpty {
      text.key("models")
      text.raw("{")
      for model in tracker.models {
        text.key(named: model.task)
        text.string("sha256 \(model.sha256)")
      }
      text.raw("}")
    }
    if let isSmoothed = tracker.isSmoothed {
      text.key("smoothed")
      text.raw(isSmoothed ? "true" : "false")
    }
    text.raw("}")
  }

  private static func write(_ value: TrackerNote.Value, _ text: inout JSONText) {
    switch value {
    case .whole(let number): text.integer(number)
    case .number(let number): text.exact(number)
    case .flag(let flag): text.raw(flag ? "true" : "false")
    case .text(let word): text.string(word)
    case .texts(let words): text.list(words) { $0.string($1) }
    }
  }
}

extension JSONText {
  /// Adds a projection as its four numbers.
  mutating func intrinsics(_ camera: CameraIntrinsics) {
    list([camera.fx, camera.fy, camera.cx, camera.cy]) { $0.exact($1) }
  }
}
