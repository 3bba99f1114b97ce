internal import Synchronization

/// A level of a pyramid, and where it is transparent and where opaque.
final class CoveredLevel: Sendable {
  let level: Pyramid.Level
  let coverage: CoverageMap

  init(_ level: Pyramid.Level, channels: Int) {
    self.level = level
    coverage = CoverageMap(of: level, channels: channels)
  }
}

/// A level that is made when it is first drawn from.
///
/// A layer is drawn from few of its levels: with all of them made at once the dragon's textures took 8 MB more
/// in a render of a large face and 11 MB more in one of small faces.
final class DeferredLevel: Sendable {
  private enum State {
    case waiting(@Sendable () -> CoveredLevel)
    case made(CoveredLevel)
  }

  private let state: Mutex<State>
  /// What the state has, for readers, which come for every tile.
  private let ready = AtomicLazyReference<CoveredLevel>()

  /// Takes a level that is there.
  init(_ level: CoveredLevel) {
    state = Mutex(.made(level))
    _ = ready.storeIfNil(level)
  }

  /// Waits with a level; what makes it is let go once it has.
  init(_ make: @escaping @Sendable () -> CoveredLevel) {
    state = Mutex(.waiting(make))
  }

  /// The level, if it has been made.
  var madeBefore: CoveredLevel? { ready.load() }

  var made: CoveredLevel {
    if let level = ready.load() { return level }
    return state.withLock { state in
      switch state {
      case .made(let level): return level
      case .waiting(let make):
        let level = ready.storeIfNil(make())
        state = .made(level)
        return level
      }
    }
  }
}
