/// What is said against the pictures that are looked for, apart from what keeps them from being read.
public enum CardLint {
  /// A remark about a picture.
  public struct Remark: Hashable, Sendable, CustomStringConvertible {
    /// The picture's file.
    public let file: String
    /// What is wrong, and what to do.
    public let text: String

    /// One line.
    public var description: String { "\(file): \(text)" }
  }

  /// Pictures that lack detail, and pictures that pass for each other.
  public static func remarks(_ pictures: CardPictures) -> [Remark] {
    let scoring = CardScoring(pictures)
    let agreements = scoring.agreements()
    var remarks: [Remark] = []
    for (place, picture) in pictures.pictures.enumerated() {
      let detail = CardDetail(picture.grey)
      if !detail.isEnough {
        remarks.append(
          Remark(
            file: picture.file,
            text:
              "found \(detail.corners) corners in \(detail.cells) of 24 cells at 320 px, expected at"
              + " least \(CardDetail.fewestCorners) in \(CardDetail.fewestCells); add detail with"
              + " contrast all over the picture"))
      }
      if agreements[place][place] >= CardScore.confused {
        remarks.append(
          Remark(
            file: picture.file,
            text: "passes for itself turned or flipped; make it less symmetric"))
      }
      for other in pictures.pictures.indices where other > place {
        let agreement = max(agreements[place][other], agreements[other][place])
        guard agreement >= CardScore.confused else { continue }
        remarks.append(
          Remark(
            file: picture.file,
            text:
              "passes for \(pictures.pictures[other].file): \(Int((agreement * 100).rounded())) %"
              + " of its blocks agree, expected under \(Int(CardScore.confused * 100)) %; change one"
          ))
      }
    }
    return remarks
  }
}
