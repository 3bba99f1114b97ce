internal import Features
internal import Foundation
internal import Geometry

/// How well a picture can be found, measured on simulated views of it.
public struct CardScore: Sendable {
  /// The picture's name.
  public let name: String
  /// The least width in pixels at which it is found, of those that were tried; nil for none.
  public let width: Double?
  /// The largest tilt in degrees.
  public let tilt: Double?
  /// The largest part that may be covered.
  public let cover: Double?
  /// The longest blur in pixels, of a print 160 pixels wide.
  public let blur: Double?
  /// The other picture that it is most like, and the part of its blocks that agree with that one.
  public let nearest: (name: String, agreement: Double)?
  /// The part of its blocks that agree with itself turned or flipped.
  public let ownAgreement: Double
  /// Corners at 320 pixels, and cells of 4 x 6 that have one.
  public let detail: CardDetail

  /// 0 to 100: the width counts 35, the tilt 25, the cover 15, the blur 10, how far it is from the picture most
  /// like it 15; at most 20 where another one, or itself turned or flipped, agrees by 80 %.
  public var score: Int {
    func part(_ value: Double?, from worst: Double, to best: Double) -> Double {
      value.map { min(max(($0 - worst) / (best - worst), 0), 1) } ?? 0
    }
    let alike = max(nearest?.agreement ?? 0, ownAgreement)
    let sum =
      35 * part(width, from: 200, to: 48) + 25 * part(tilt, from: 20, to: 75)
      + 15 * part(cover, from: 0, to: 0.6) + 10 * part(blur, from: 0, to: 16)
      + 15 * part(alike, from: Self.confused, to: 0.1)
    let score = width == nil ? 0 : Int(sum.rounded())
    return alike >= Self.confused ? min(score, Self.mostOfConfused) : score
  }

  /// From this part of agreeing blocks on, pictures pass for each other.
  public static let confused = 0.8
  private static let mostOfConfused = 20

  /// In words, such as `found down to 74 px wide and 66 degrees; most like rain-water`.
  public var words: String {
    guard let width else { return "not found in any simulated view; give it more detail" }
    var words = "found down to \(Int(width)) px wide"
    if let tilt { words += " and \(Int(tilt)) degrees" }
    if let cover { words += ", \(Int((cover * 100).rounded())) % covered" }
    if let blur { words += ", \(Int(blur)) px blurred" }
    if ownAgreement >= Self.confused { words += "; it passes for itself turned or flipped" }
    if let nearest {
      words +=
        nearest.agreement >= Self.confused
        ? "; it passes for \(nearest.name)" : "; most like \(nearest.name)"
    }
    return words
  }
}

/// Scores pictures against each other.
public struct CardScoring {
  private let cards: [CardReference]
  private static let widths = [200.0, 160, 128, 112, 96, 84, 74, 64, 56, 48, 42]
  private static let tilts = [20.0, 35, 45, 52, 58, 62, 66, 70, 73, 76]
  private static let covers = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
  private static let blurs = [2.0, 4, 6, 8, 10, 12, 14, 16]
  /// How far a corner may be off, in pixels.
  private static let tolerance = 3.0

  /// Takes the pictures.
  public init(_ pictures: CardPictures) {
    cards = pictures.pictures.map(\.reference)
  }

  /// The names, in the order of the scores.
  public var names: [String] { cards.map(\.name) }

  /// The part of each picture's blocks that agree with another, for all pairs; itself turned or flipped in its
  /// own place.
  public func agreements() -> [[Double]] {
    cards.indices.map { one in
      cards.indices.map { other in
        one == other
          ? Self.ownAgreement(cards[one]) : Self.agreement(cards[one], with: cards[other])
      }
    }
  }

  /// The score of a picture, by its place.
  ///
  /// - Parameter agreements: those of this picture with all.
  public func score(_ place: Int, agreements: [Double]) -> CardScore {
    let card = cards[place]
    func last(_ values: [Double], _ change: (inout SimulatedView, Double) -> Void) -> Double? {
      // The values become harder from one to the next, so that half of those in doubt are settled by each view.
      var (found, lost) = (-1, values.count)
      while lost - found > 1 {
        let middle = (found + lost) / 2
        var view = SimulatedView()
        change(&view, values[middle])
        if isFound(card, view) { found = middle } else { lost = middle }
      }
      return found < 0 ? nil : values[found]
    }
    let others = cards.indices.filter { $0 != place }
    let nearest = others.max { (agreements[$0], $1) < (agreements[$1], $0) }
    return CardScore(
      name: card.name, width: last(Self.widths) { $0.width = $1 },
      tilt: last(Self.tilts) { $0.tilt = $1 }, cover: last(Self.covers) { $0.cover = $1 },
      blur: last(Self.blurs) { $0.blur = $1 },
      nearest: nearest.map { (cards[$0].name, agreements[$0]) }, ownAgreement: agreements[place],
      detail: CardDetail(card.picture))
  }

  /// Whether it is found where it is.
  private func isFound(_ card: CardReference, _ view: SimulatedView) -> Bool {
    let picture = view.picture(of: card, seed: 1)
    guard let truth = card.corners(view.map(of: card)) else { return false }
    let pyramid = GreyPyramid(picture)
    for factor in [1, 1.5] {
      let size = (
        Int(Double(picture.width) * factor), Int(Double(picture.height) * factor)
      )
      let looked = factor == 1 ? picture : picture.stretched(width: size.0, height: size.1)
      var search = card.search(
        in: PictureFeatures(looked, most: 1000, scale: 1 / factor), flipped: false)
      guard let found = search.best(where: { _ in true }),
        let seen = CardAligner(card, in: pyramid).aligned(from: found.map),
        seen.score * (1 / max(1 - view.cover, 0.1)) >= 0.5
      else { continue }
      if zip(seen.corners.corners, truth.corners).allSatisfy({
        $0.distance(to: $1) <= Self.tolerance
      }) {
        return true
      }
    }
    return false
  }

  /// The part of a picture's blocks that agree with another, laid on it as well as it can be.
  private static func agreement(_ card: CardReference, with other: CardReference) -> Double {
    let view = SimulatedView(width: 200)
    let picture = view.picture(of: other, seed: 2)
    let aligner = CardAligner(card, in: GreyPyramid(picture))
    var best = 0.0
    if let corners = other.corners(view.map(of: other)), let map = card.map(to: corners),
      let seen = aligner.aligned(from: map)
    {
      best = seen.score
    }
    var search = card.search(in: PictureFeatures(picture, most: 1000), flipped: false)
    if let found = search.best(where: { _ in true }), let seen = aligner.aligned(from: found.map) {
      best = max(best, seen.score)
    }
    return best
  }

  /// The part of a picture's blocks that agree with itself turned by half a turn, or flipped.
  private static func ownAgreement(_ card: CardReference) -> Double {
    let view = SimulatedView(width: 200)
    let aligner = CardAligner(card, in: GreyPyramid(view.picture(of: card, seed: 3)))
    guard let corners = card.corners(view.map(of: card)) else { return 0 }
    let c = corners.corners
    let others = [
      Quad(c[2], c[3], c[0], c[1]), Quad(c[1], c[0], c[3], c[2]), Quad(c[3], c[2], c[1], c[0]),
    ]
    return others.compactMap { quad in
      card.map(to: quad).flatMap { aligner.aligned(from: $0)?.score }
    }.max() ?? 0
  }
}
