package import Tracking

/// Looks again where a face is missing, and holds samples back until that is done: for two seconds.
package struct SecondLook {
  /// What looks: for a face that is missing, a function that gives the faces about it at each time of
  /// `MissingFace.shown`, asked one after the other as far as is of use.
  package typealias Look = (MissingFace) throws -> (_ timeMs: Double) throws -> [FaceSample]

  private var finder: GapFinder
  private let mostFaces: Int
  private let look: Look
  private var held: [TrackingSample] = []
  /// The times of those that are held in which a face was found.
  private var filled: Set<Double> = []
  private let settledMs: Double
  /// Samples in which a face was found, but for those that were settled before.
  package private(set) var found = 0

  /// Makes one that holds nothing.
  ///
  /// - Parameter settledMs: up to when an earlier run has settled the samples.
  package init(
    _ finder: GapFinder, mostFaces: Int, settledMs: Double = -.infinity, look: @escaping Look
  ) {
    (self.finder, self.mostFaces, self.settledMs) = (finder, mostFaces, settledMs)
    self.look = look
  }

  /// Takes a sample, and gives those that are done, in order.
  package mutating func add(_ sample: TrackingSample) throws -> [TrackingSample] {
    held.append(sample)
    for missing in finder.add(sample) { try fill(missing) }
    return release(held.firstIndex { sample.timestampMs - $0.timestampMs <= GapFinder.memoryMs })
  }

  /// Gives the rest.
  package mutating func finish() throws -> [TrackingSample] {
    for missing in finder.finish() { try fill(missing) }
    return release(nil)
  }

  private mutating func release(_ end: Int?) -> [TrackingSample] {
    let done = Array(held[..<(end ?? held.count)])
    held.removeFirst(done.count)
    for sample in done { filled.remove(sample.timestampMs) }
    return done
  }

  /// Adds the face where it is found: all through a gap, or from the sighting on as far as it goes.
  private mutating func fill(_ missing: MissingFace) throws {
    let faces = try look(missing)
    var last = missing.sighting.box
    for timeMs in missing.shown {
      guard let index = held.firstIndex(where: { $0.timestampMs == timeMs }) else { continue }
      if let sighting = missing.sightings.first(where: { $0.timeMs == timeMs }) {
        last = refine(sighting, of: index, by: try faces(timeMs)) ?? last
        continue
      }
      let expected = missing.expected(atMs: timeMs) ?? last
      let fit = missing.isGap ? FaceFit.within : FaceFit.next
      guard held[index].faces.count < mostFaces,
        let best = fit.best(of: try faces(timeMs), near: expected, besides: held[index].boxes)
      else {
        if missing.isGap { continue } else { break }
      }
      held[index].faces.append(best.face)
      last = best.box
      if filled.insert(timeMs).inserted, timeMs > settledMs { found += 1 }
    }
  }

  /// Puts what a close-up shows in the place of the face that was seen: the tracker's first and last
  /// glimpse of a face are its least sure.
  private mutating func refine(
    _ sighting: MissingFace.Sighting, of index: Int, by faces: [FaceSample]
  ) -> FaceBox? {
    let boxes = held[index].boxes
    guard boxes.count == held[index].faces.count,
      let place = boxes.indices.max(by: {
        boxes[$0].overlap(sighting.box) < boxes[$1].overlap(sighting.box)
      })
    else { return nil }
    var others = boxes
    others.remove(at: place)
    guard let best = FaceFit.within.best(of: faces, near: sighting.box, besides: others) else {
      return nil
    }
    held[index].faces[place] = best.face
    return best.box
  }
}
