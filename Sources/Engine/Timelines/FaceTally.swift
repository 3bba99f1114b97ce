package import Tracking

/// Which faces were seen while frames were made; the maker of a recording's timelines and the render's notes share it.
package final class FaceTally {
  package private(set) var identities: Set<Int> = []

  /// Whether a face had no landmarks.
  package private(set) var sawBareFace = false

  /// Beyond this many, a face of a profile is taken for seen.
  private static let most = 4096

  /// Makes a tally of no face.
  package init() {}

  /// Notes the faces of a frame.
  package func note(_ faces: [TimedFace]) {
    sawBareFace = sawBareFace || faces.contains { $0.face.landmarks.isEmpty }
    for face in faces where identities.count < Self.most { identities.insert(face.identity) }
  }

  /// Those of some faces that were not seen, ascending.
  package func missing(of faces: some Sequence<Int>) -> [Int] {
    identities.count < Self.most ? faces.filter { !identities.contains($0) }.sorted() : []
  }
}
