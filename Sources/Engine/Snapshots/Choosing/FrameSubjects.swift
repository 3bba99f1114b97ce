import Foundation

/// What is judged of a moment: its faces, and the cards that come alive.
struct FrameSubjects {
  var faces: [FaceScore] = []
  var cards: [SceneScore] = []

  /// What a frame's score follows from.
  var summary: Summary {
    Summary(
      counts: Counts(faces: faces.count, cards: cards.count),
      worstFace: faces.map(\.total).min() ?? 0, worstCard: cards.map(\.total).min() ?? 0)
  }

  /// Numbers of faces and cards.
  struct Counts {
    var faces = 0
    var cards = 0

    /// Whether there is neither.
    var areNone: Bool { faces == 0 && cards == 0 }

    /// The numbers that a tenth of the moments with a face, or with a card, reach: one sample with a face on
    /// the wall makes no group.
    static func usual(_ moments: [Counts]) -> Counts {
      func usual(_ counts: [Int]) -> Int {
        let seen = counts.filter { $0 > 0 }.sorted()
        return seen.isEmpty ? 0 : seen[(seen.count - 1) * 9 / 10]
      }
      return Counts(faces: usual(moments.map(\.faces)), cards: usual(moments.map(\.cards)))
    }

    /// The part of usual numbers that is seen, at most 1; nil where none is usual.
    func part(of usual: Counts) -> (faces: Double?, cards: Double?) {
      func part(_ count: Int, _ usual: Int) -> Double? {
        usual > 0 ? min(1, Double(count) / Double(usual)) : nil
      }
      return (part(faces, usual.faces), part(cards, usual.cards))
    }
  }

  /// What is kept of each moment of a recording, of which there may be many.
  struct Summary {
    var counts: Counts
    /// The scores of the worst face and of the worst card; 0 where there is none.
    var worstFace, worstCard: Double

    /// The weight of the cards in a frame's score, to 1 for all.
    private static let cardWeight = 1.0 / 3

    /// A frame's score: of the worst face and the worst card, times the parts of their usual numbers.
    func total(usual: Counts) -> Double {
      let part = counts.part(of: usual)
      let faces = part.faces.map { $0 * worstFace }
      let cards = part.cards.map { $0 * worstCard }
      guard let faces else { return cards ?? 0 }
      guard let cards else { return faces }
      // A frame without its card is worse, and still differs from another one.
      return pow(faces, 1 - Self.cardWeight)
        * pow(max(cards, FaceScore.Parts.floor), Self.cardWeight)
    }
  }
}
