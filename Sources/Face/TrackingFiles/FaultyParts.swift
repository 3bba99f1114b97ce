internal import Tracking

/// The parts of a sample that have a fault.
struct FaultyParts {
  private var faces: Set<Int> = []
  private var blendshapes: Set<Int> = []
  private var hands: Set<Int> = []
  private var worldPoints: Set<Int> = []
  private var images: Set<Int> = []
  /// Whether the whole sample is faulty.
  private(set) var holdSample = false

  init(_ findings: [Finding]) {
    for finding in findings {
      switch finding.part {
      case .sample, .matrix: holdSample = true
      case .face(let place): faces.insert(place)
      case .blendshapes(let face): blendshapes.insert(face)
      case .hand(let place): hands.insert(place)
      case .worldPoints(let hand): worldPoints.insert(hand)
      case .image(let place): images.insert(place)
      }
    }
    blendshapes.subtract(faces)
    worldPoints.subtract(hands)
  }

  /// Whether an image has a fault of its own.
  func hold(image place: Int) -> Bool { images.contains(place) }

  /// Leaves the parts out of a sample, and counts them.
  ///
  /// - Parameter badBlendshapes: how many scores of each face are none, for the count; they are 0
  ///   already.
  func leave(_ sample: inout TrackingSample, badBlendshapes: [Int], counting leftOut: inout LeftOut)
  {
    for face in blendshapes {
      let known = badBlendshapes.indices.contains(face) ? badBlendshapes[face] : 0
      leftOut.blendshapes += max(known, 1)
    }
    for hand in worldPoints where sample.hands.indices.contains(hand) {
      sample.hands[hand].worldLandmarks = []
    }
    leftOut.worldPoints += worldPoints.count
    leftOut.hands += hands.count
    leftOut.faces += faces.count
    leftOut.images += images.count
    sample.faces = Self.rest(of: sample.faces, without: faces)
    sample.hands = Self.rest(of: sample.hands, without: hands)
    sample.images = Self.rest(of: sample.images, without: images)
    sample.leftOutFaces = faces.count
  }

  private static func rest<Element>(of list: [Element], without places: Set<Int>) -> [Element] {
    places.isEmpty ? list : list.indices.filter { !places.contains($0) }.map { list[$0] }
  }
}
