import Drawing

extension ShareCard {
  /// The smallest share of the card that the picture may have, with every field filled.
  static let smallestPicture = 0.2

  /// What does not fit: every ratio is laid out with long texts in every field, with short ones,
  /// and with none.
  func crowding() throws(ShareCardError) -> [ShareCardFault] {
    var faults: [ShareCardFault] = []
    for ratio in ShareCardRatio.allCases {
      let path = "layouts.\(ratio.rawValue)"
      var found: [ShareCardFault.Kind] = []
      for fields in ShareCardFields.trials {
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
      faults += found.map { ShareCardFault($0, file: ShareCardLayout.fileName, path: path) }
    }
    return faults
  }
}
