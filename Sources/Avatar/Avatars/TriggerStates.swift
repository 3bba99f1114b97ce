/// Which conditions hold, for every face that was seen: the memory that hysteresis needs.
///
/// It moves on with every sample that passes, not with every video frame, so that what a frame
/// shows does not depend on the video's frame rate.
public struct TriggerStates: Sendable {
  /// By face, then by layer: whether each of the layer's conditions holds.
  private var holding: [Int: [[Bool]]] = [:]
  /// By face, then by layer: since when all of its conditions hold; nil where they do not.
  private var shownMs: [Int: [Double?]] = [:]

  /// Makes the states before the first sample: nothing holds.
  public init() {}

  /// Takes the signals of a face's next sample into account.
  ///
  /// A face is to be observed with the layers of one and the same avatar.
  ///
  /// - Parameter timeMs: when the sample was seen, on the clip's timeline.
  public mutating func observe(
    face: Int, layers: [Layer], state: some SignalState, atMs timeMs: Double = 0
  ) {
    let before = holding[face] ?? layers.map { $0.when.map { _ in false } }
    holding[face] = zip(layers, before).map { layer, before in
      zip(layer.when, before).map { trigger, held in
        trigger.holds(at: trigger.signal.strength(in: state), before: held)
      }
    }
    let shown = shownMs[face] ?? layers.map { _ in nil }
    shownMs[face] = layers.indices.map { index in
      shows(layer: index, of: layers, face: face) ? shown[index] ?? timeMs : nil
    }
  }

  /// Since when a face's layer is shown, on the clip's timeline; nil for one that is not, or not known.
  public func shownMs(layer index: Int, face: Int) -> Double? {
    guard let times = shownMs[face], times.indices.contains(index) else { return nil }
    return times[index]
  }

  /// Whether a face's layer is shown: all of its conditions hold, or it has none.
  public func shows(layer index: Int, of layers: [Layer], face: Int) -> Bool {
    guard layers.indices.contains(index) else { return false }
    guard !layers[index].when.isEmpty else { return true }
    guard let states = holding[face], states.indices.contains(index) else { return false }
    return states[index].allSatisfy(\.self)
  }
}
