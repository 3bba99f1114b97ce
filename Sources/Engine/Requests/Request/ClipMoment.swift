public import Recordings
import Text

/// Where a part of a clip begins or ends, or which frame is meant.
public enum ClipMoment: Hashable, Sendable {
  /// Seconds on the clip's timeline.
  case second(Double)
  /// A time beside an event of the recording's session.
  case event(EventMoment)

  /// The event; nil for seconds.
  var event: EventMoment? { if case .event(let moment) = self { moment } else { nil } }

  /// The seconds; nil where they follow from an event.
  var seconds: Double? { if case .second(let seconds) = self { seconds } else { nil } }
}

/// Moments of a request that are named by events of the recording's session.
extension RenderRequest {
  /// The events that are asked for; they are found by a replay of the session.
  public var eventMoments: [EventMoment] { [start, end, at, posterAt].compactMap { $0?.event } }

  /// Puts seconds in the place of events.
  ///
  /// A time before the clip's 0 is that of its first frame.
  ///
  /// - Parameter found: what the replay found of `eventMoments`.
  /// - Throws: `SessionError.noSuchEvent`, and `RequestError.unfit` where the part ends before it begins.
  public mutating func place(_ found: EventMoments) throws {
    let asked = (start: start?.event, end: end?.event)
    func placed(_ moment: ClipMoment?) throws -> ClipMoment? {
      guard let event = moment?.event else { return moment }
      return .second(max(try found.seconds(of: event), 0))
    }
    (start, end, at) = (try placed(start), try placed(end), try placed(at))
    posterAt = try placed(posterAt)
    guard let start = start?.seconds, let end = end?.seconds, start >= end,
      asked.start != nil || asked.end != nil
    else { return }
    func words(_ name: String, _ event: EventMoment?, _ seconds: Double) -> String {
      "--\(name)" + (event.map { " \($0), which is" } ?? "")
        + " second \(Shown.number(seconds))"
    }
    throw RequestError.unfit(
      "\(words("start", asked.start, start)), is not before \(words("end", asked.end, end)); give a"
        + " start that is before the end")
  }

  /// The second of the poster's frame; nil where the best one is taken.
  ///
  /// - Throws: as `clipPart`.
  public var posterSecond: Double? { get throws(RequestError) { try seconds(posterAt) } }

  /// The seconds of a moment.
  ///
  /// - Throws: `RequestError.unfit` for an event that was not put in its place.
  func seconds(_ moment: ClipMoment?) throws(RequestError) -> Double? {
    guard let event = moment?.event else { return moment?.seconds }
    throw .unfit("\(event): the session has to be replayed before its events are times")
  }
}
