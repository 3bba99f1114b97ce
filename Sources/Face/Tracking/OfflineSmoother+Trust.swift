/// What is known of one face of a sample.
struct FaceEvidence {
  /// How long after the start of its run it is, in milliseconds.
  var ageMs: Double
  /// How it departs from the samples around it; nil before it was asked for.
  var departure: Departure??
  var residuals: FitResiduals?
}

extension OfflineSmoother {
  /// A face of a sample: their numbers in the window and in the sample.
  private typealias Place = (sample: Int, face: Int)

  /// Takes the faces of a new sample into their runs, and gives what is known of each, in their order.
  mutating func begin(_ sample: IdentifiedSample) -> [FaceEvidence] {
    runs = runs.filter { sample.timeMs - $0.value.lastMs <= maxGapMs }
    return sample.faces.map { face in
      let start = runs[face.identity]?.startMs ?? sample.timeMs
      runs[face.identity] = (start, sample.timeMs)
      return FaceEvidence(ageMs: sample.timeMs - start)
    }
  }

  /// How far smoothing is trusted with a face of a sample; nil where nothing tells.
  mutating func trust(in identity: Int, at index: Int) -> SmoothingTrust? {
    let places = run(of: identity, around: index, reachMs: SmoothingTrust.reachMs)
    for place in places where evidence[place.sample][place.face].departure == nil {
      let departure = departure(of: identity, at: place)
      let residuals = samples(of: identity, around: place.sample).residuals(strength: strength)
      evidence[place.sample][place.face].departure = .some(departure)
      evidence[place.sample][place.face].residuals = residuals
    }
    var middle: (number: Int, face: Int)?
    var known: [SmoothingTrust.Evidence] = []
    known.reserveCapacity(places.count)
    for place in places {
      let face = evidence[place.sample][place.face]
      guard let departure = face.departure ?? nil else { continue }
      if place.sample == index { middle = (known.count, place.face) }
      known.append(
        SmoothingTrust.Evidence(
          timeMs: window[place.sample].timeMs, ageMs: face.ageMs, departure: departure,
          residuals: face.residuals))
    }
    guard let middle else { return nil }
    return SmoothingTrust(
      known, at: middle.number,
      eyeDistance: OfflineWindow.eyeDistance(window[index].faces[middle.face].face.landmarks))
  }

  /// The samples of a face that fits at one of them take.
  func samples(of identity: Int, around index: Int) -> OfflineWindow {
    OfflineWindow(
      of: identity, around: index, in: window, maxGapMs: maxGapMs, aside: Self.fitAside,
      reachMs: fitReachMs)
  }

  private func departure(of identity: Int, at place: Place) -> Departure? {
    let time = window[place.sample].timeMs
    let near = run(
      of: identity, around: place.sample, reachMs: .infinity, aside: Departure.aside)
    let others = near.filter { $0.sample != place.sample }.map { other in
      (window[other.sample].faces[other.face].face, timeMs: window[other.sample].timeMs - time)
    }
    return Departure(of: window[place.sample].faces[place.face].face, among: others)
  }

  /// The samples of a face around one of them, in order and without a gap; `aside` of them on either side.
  private func run(
    of identity: Int, around index: Int, reachMs: Double, aside: Int = Self.evidenceAside
  ) -> [Place] {
    func face(_ sample: Int) -> Int? {
      window[sample].faces.firstIndex { $0.identity == identity }
    }
    func side(_ step: Int) -> [Place] {
      var places: [Place] = []
      var last = window[index].timeMs
      var sample = index + step
      while window.indices.contains(sample), places.count < aside,
        abs(window[sample].timeMs - last) <= maxGapMs,
        abs(window[sample].timeMs - window[index].timeMs) <= reachMs
      {
        if let face = face(sample) {
          last = window[sample].timeMs
          places.append((sample, face))
        }
        sample += step
      }
      return places
    }
    guard let own = face(index) else { return [] }
    return side(-1).reversed() + [(index, own)] + side(1)
  }
}
