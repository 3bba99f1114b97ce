import Drawing
import Geometry
import Imaging

extension ShareCard {
  /// The smallest share of the card that the picture may have, with every field filled.
  static let smallestPicture = 0.2

  /// What does not fit: every ratio is laid out with long texts in every field, with short ones,
  /// and with none.
  func crowding() throws(CardError) -> [CardFault] {
    var faults: [CardFault] = []
    for ratio in CardRatio.allCases {
      let path = "layouts.\(ratio.rawValue)"
      var found: [CardFault.Kind] = []
      for fields in CardFields.trials {
        let contents = try layout.contents(fields, artwork: artwork)
        do throws(DrawingError) {
          let plan = try plan(ratio, contents)
          for kind in try plan.crowding(ratio, contents) where !found.contains(kind) {
            found.append(kind)
          }
        } catch {
          throw .drawing(error)
        }
      }
      faults += found.map { CardFault($0, file: CardLayout.fileName, path: path) }
    }
    return faults
  }
}
