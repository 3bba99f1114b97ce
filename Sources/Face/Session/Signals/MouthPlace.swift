internal import Geometry
internal import Tracking

/// Where the player's mouth is in the tracker's picture, and how large the face is.
struct MouthPlace: Sendable {
  var middle: Point2<TrackerSpace>
  /// The mean of the face's width and height, in pixels.
  var size: Double

  /// The middles of the inner lips.
  private static let lips = [13, 14]

  /// The mouth of a face whose box is known: between its lips, or the middle of a face that has no
  /// landmarks now.
  init(_ face: FaceSample?, in box: FaceBox) {
    let seen = face.map(\.landmarks) ?? []
    middle =
      Point2.mean(of: Self.lips.filter(seen.indices.contains).map { seen[$0].xy }) ?? box.center
    size = box.size
  }

  /// 1 within half a face's size, 0 from one and a half on, evenly between.
  func nearness(of palm: Point2<TrackerSpace>) -> Double {
    guard size > 0 else { return 0 }
    return min(max(1.5 - palm.distance(to: middle) / size, 0), 1)
  }
}

extension PlayerFollower {
  /// The player's mouth; nil where the face was not seen of late.
  ///
  /// - Parameter place: the player's place among the faces; nil where a hand may hide the face, whose
  ///   box is kept as long as the face counts as tracked.
  func mouth(
    _ faces: [FaceSample], _ place: Int?, atMs timeMs: Double,
    _ gaps: SessionSettings.GapSettings
  ) -> MouthPlace? {
    guard let player, timeMs - player.lastMs <= gaps.faceLostMs + Tolerance.ms else { return nil }
    return MouthPlace(place.map { faces[$0] }, in: player.box)
  }
}
