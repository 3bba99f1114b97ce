import Geometry
import Passes
import TestSupport
import Testing

/// Labels in a picture: none over another, all inside.
@Suite struct LabelPlacementTests {
  private typealias Box = Rectangle<OutputSpace>
  private static let picture = Box(PixelSize<OutputSpace>(clamping: 480, 270))

  private func overlap(_ a: Box, _ b: Box) -> Bool {
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  }

  private func isInside(_ box: Box) -> Bool {
    box.left >= 0 && box.top >= 0 && box.right <= Self.picture.right
      && box.bottom <= Self.picture.bottom
  }

  /// Places boxes of random sizes at random places, many of them at the same one.
  private func placed(seed: UInt64, count: Int) -> (boxes: [Box], refused: Int) {
    var random = SplitMix64(state: seed)
    var placement = LabelPlacement(in: Self.picture, step: 16)
    let area = Box(Point2(300, -20), Point2(500, 60))
    placement.take(area)
    var (boxes, refused) = ([area], 0)
    for number in 0..<count {
      let isList = number.isMultiple(of: 7)
      let width = Double(Int.random(in: 20...180, using: &random))
      let corner = Point2<OutputSpace>(
        number.isMultiple(of: 2) ? 200 : Double.random(in: -100...600, using: &random),
        number.isMultiple(of: 2) ? 100 : Double.random(in: -100...400, using: &random))
      let box = placement.place(width: width, height: isList ? 96 : 16, at: corner)
      if let box { boxes.append(box) } else { refused += 1 }
    }
    return (boxes, refused)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `no two lie over each other, and all lie in the picture`(seed: UInt64) {
    let (boxes, refused) = placed(seed: seed, count: 25)
    #expect(boxes.count + refused == 26)
    for (number, box) in boxes.enumerated() {
      #expect(number == 0 || isInside(box), "\(box)")
      for other in boxes[..<number] { #expect(!overlap(box, other), "\(box) \(other)") }
    }
    // The picture has room for 510 pieces of 16 pixels by 16; a few labels take few of them.
    #expect(placed(seed: seed, count: 6).refused == 0)
    #expect(placed(seed: seed, count: 25).boxes == boxes)
  }

  @Test func `one lies where it is wanted, on an even column, when that is free`() {
    var placement = LabelPlacement(in: Self.picture, step: 16)
    let first = placement.place(width: 60, height: 16, at: Point2(101.2, 50.4))
    #expect(first == Box(Point2(100, 50), Point2(160, 66)))
    // Straight below, then above, before anything to the side.
    let below = placement.place(width: 60, height: 16, at: Point2(100, 50))
    #expect(below == Box(Point2(100, 66), Point2(160, 82)))
    let above = placement.place(width: 60, height: 16, at: Point2(100, 50))
    #expect(above == Box(Point2(100, 34), Point2(160, 50)))
  }

  @Test func `one that is wanted beyond the picture lies at its edge`() {
    var placement = LabelPlacement(in: Self.picture, step: 16)
    let corner = placement.place(width: 60, height: 16, at: Point2(900, -900))
    #expect(corner == Box(Point2(420, 0), Point2(480, 16)))
  }

  @Test func `a full picture takes no more, and neither what is larger than it`() {
    var placement = LabelPlacement(in: Self.picture, step: 16)
    #expect(placement.place(width: 481, height: 16, at: Point2(0, 0)) == nil)
    #expect(placement.place(width: 10, height: 271, at: Point2(0, 0)) == nil)
    #expect(placement.place(width: .nan, height: 16, at: Point2(0, 0)) == nil)
    #expect(placement.place(width: 10, height: 16, at: Point2(.infinity, 0)) == nil)
    #expect(placement.place(width: 480, height: 270, at: Point2(0, 0)) == Self.picture)
    #expect(placement.place(width: 1, height: 1, at: Point2(9, 9)) == nil)
  }

  @Test func `a list stands beside what it should not cover, or else over it`() {
    let face = Box(Point2(100, 0), Point2(300, 270))
    var placement = LabelPlacement(in: Self.picture, step: 16)
    let beside = placement.place(width: 150, height: 96, at: Point2(200, 80), beside: [face])
    #expect(beside.map { overlap($0, face) } == false)
    placement = LabelPlacement(in: Self.picture, step: 16)
    let over = placement.place(
      width: 150, height: 96, at: Point2(200, 80), beside: [Self.picture])
    #expect(over == Box(Point2(200, 80), Point2(350, 176)))
  }
}
