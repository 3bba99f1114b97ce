/// Which face wears which of several avatars.
///
/// A face is given its avatar when it first appears, or is known to come, and keeps it however the faces
/// move: an avatar never jumps from one head to another.
struct AvatarAssignment: Sendable {
  private let count: Int
  private var given: [Int: Int] = [:]

  init(count: Int) {
    self.count = count
  }

  /// The place of a face's avatar in the list; nil for a face that none was given.
  subscript(face: Int) -> Int? { given[face] }

  /// Gives the new ones among the faces of one moment, listed from left to right, their avatars.
  ///
  /// Each gets the avatar that the fewest of these faces wear, the first of the list among equals:
  /// so two faces that appear together get the first and the second avatar from left to right, and
  /// one that comes in for another gets the avatar that has become free.
  mutating func meet(_ facesLeftToRight: [Int]) {
    guard count > 0 else { return }
    var wearers = [Int](repeating: 0, count: count)
    for face in facesLeftToRight {
      if let avatar = given[face] {
        wearers[avatar] += 1
      }
    }
    for face in facesLeftToRight where given[face] == nil {
      let avatar = wearers.indices.min { wearers[$0] < wearers[$1] } ?? 0
      given[face] = avatar
      wearers[avatar] += 1
    }
  }
}
