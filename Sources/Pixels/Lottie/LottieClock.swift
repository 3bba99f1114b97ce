/// How the times of a list of layers are written.
///
/// The library shows a precomposition at whole frames of its own alone. Where time is remapped or stretched, or
/// begins between two frames, its times are written in finer steps, by which it is shown more nearly.
enum LottieClock: Hashable {
  /// In frames, as they are.
  case frames
  /// In steps of 1/32 of a frame, from 4096 frames before the first one: there is no time below 0.
  case fine

  /// A step after all times.
  static let end = 40_000_000.0

  /// The steps of a frame.
  var scale: Double { self == .fine ? 32 : 1 }
  /// The step of the frame 0.
  var shift: Double { self == .fine ? 4096 * scale : 0 }

  /// The clock by which a precomposition is written for a layer that shows it.
  init(of layer: LottieValue, shownIn clock: LottieClock) {
    let range = -LottieLimits.time...LottieLimits.time
    let start = (try? layer["st"]?.number(in: range)) ?? 0
    let stretch = (try? layer["sr"]?.number(in: range)) ?? 1
    let isWhole = layer["tm"] == nil && stretch == 1 && start == start.rounded()
    self = isWhole ? clock : .fine
  }

  func time(_ frame: Double) -> Double { frame * scale + shift }
}

/// A precomposition as it is shown: by its name, in times of a clock.
struct LottieShown: Hashable {
  var name: String
  var clock: LottieClock
}
