internal import FaceModel

/// What is known of one face of a sample.
struct FaceEvidence {
  /// How long after the start of its run it is, in milliseconds.
  var ageMs: Double
  /// How it departs from the samples around it; nil before it was asked for.
  var departure: Departure??
  var residuals: FitResiduals?
}

extension OfflineSmoother {
  /// Takes the faces of a new sample into their runs.
  mutating func begin(_ sample: IdentifiedSample) -> [Int: FaceEvidence] {
    runs = runs.filter { sample.timeMs - $0.value.lastMs <= maxGapMs }
    var result: [Int: FaceEvidence] = [:]
    for face in sample.faces {
      let start = runs[face.identity]?.startMs ?? sample.timeMs
      runs[face.identity] = (start, sample.timeMs)
      result[face.identity] = FaceEvidence(ageMs: sample.timeMs - start)
    }
    return result
  }

  /// How far smoothing is trusted with a face of a sample; nil where nothing tells.
  mutating func trust(in identity: Int, at index: Int) -> SmoothingTrust? {
    let places = run(of: identity, around: index, reachMs: SmoothingTrust.reachMs)
    for place in places where evidence[place][identity]?.departure == nil {
      let departure = departure(of: identity, at: place)
      evidence[place][identity]?.departure = .some(departure)
      let residuals = samples(of: identity, around: place).residuals(strength: strength)
      evidence[place][identity]?.residuals = residuals
    }
    var middle: Int?
    var known: [SmoothingTrust.Evidence] = []
    for place in places {
      guard let face = evidence[place][identity], let departure = face.departure ?? nil else {
        continue
      }
      if place == index { middle = known.count }
      known.append(
        SmoothingTrust.Evidence(
          timeMs: window[place].timeMs, ageMs: face.ageMs, departure: departure,
          residuals: face.residuals))
    }
    guard let middle, let face = window[index].face(identity) else { return nil }
    return SmoothingTrust(
      known, at: middle, eyeDistance: OfflineWindow.eyeDistance(face.landmarks))
  }

  /// The samples of a face that fits at one of them take.
  func samples(of identity: Int, around index: Int) -> OfflineWindow {
    OfflineWindow(
      of: identity, around: index, in: window, maxGapMs: maxGapMs, aside: Self.fitAside,
      reachMs: fitReachMs)
  }

  private func departure(of identity: Int, at index: Int) -> Departure? {
    guard let face = window[index].face(identity) else { return nil }
    let time = window[index].timeMs
    let near = run(
      of: identity, around: index, reachMs: .infinity, aside: Departure.aside)
    let others = near.filter { $0 != index }.compactMap { place in
      window[place].face(identity).map { ($0, timeMs: window[place].timeMs - time) }
    }
    return Departure(of: face, among: others)
  }

  /// The samples of a face around one of them, without a gap; `aside` of them on either side.
  private func run(
    of identity: Int, around index: Int, reachMs: Double, aside: Int = Self.evidenceAside
  ) -> [Int] {
    var places = [index]
    for step in [-1, 1] {
      var (last, found) = (window[index].timeMs, 0)
      var place = index + step
      while window.indices.contains(place), found < aside,
        abs(window[place].timeMs - last) <= maxGapMs,
        abs(window[place].timeMs - window[index].timeMs) <= reachMs
      {
        if evidence[place][identity] != nil {
          (last, found) = (window[place].timeMs, found + 1)
          places.append(place)
        }
        place += step
      }
    }
    return places.sorted()
  }
}
