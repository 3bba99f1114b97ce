import Recipe
import Tracking

extension RequestTable {
  /// What the player saw while the recording was made.
  static let live: [RequestMember] = [
    RequestMember(
      "replay", "--replay", .live, in: [.verbs, .suite], \.replay, .choice("replay"),
      "ideal: where faces are, as is known afterwards; live: where the app saw them; both: side by side"
    ),
    RequestMember(
      "live.inferenceFps", "--inference-fps", .live, in: [.verbs, .suite], \.live.inferenceFPS,
      .number(LiveOptions.rates), "how often the app asked its tracker at most, 1 to 240 a second"),
    RequestMember(
      "live.latencyMs", "--latency-ms", .live, in: [.verbs, .suite], \.live.latencyMs,
      .number(LiveOptions.latencies), "how long an answer took, 0 to 5000 milliseconds"),
    RequestMember(
      "live.drop", "--drop", .live, in: [.verbs, .suite], \.live.drop,
      .choice("policy for late pictures"),
      "a picture that came while the tracker was busy: dropped as late, or none is"),
    RequestMember(
      "live.displayFps", "--display-fps", .live, in: [.verbs, .suite], \.live.displayFPS,
      .number(LiveOptions.rates), "how often the screen was drawn, 1 to 240 a second"),
    RequestMember(
      "live.between", "--between", .live, in: [.verbs, .suite], \.live.between,
      .choice("interpolation"),
      "what was shown until the next answer: the last one held, or two of them extrapolated"),
  ]
}
