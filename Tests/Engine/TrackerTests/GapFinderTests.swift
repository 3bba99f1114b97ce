import Geometry
import Testing
import Tracker
import Tracking

/// Where a face is missing.
@Suite struct GapFinderTests {
  /// What is missing in samples of which each letter is one: a face that is there, or not, or no answer.
  private func missing(_ samples: String, stepMs: Double = 100) -> [MissingFace] {
    var finder = GapFinder(size: BoxFaces.size)
    var found: [MissingFace] = []
    for (index, letter) in samples.enumerated() {
      var sample = TrackingSample(timestampMs: Double(index) * stepMs)
      if letter == "x" { sample.faces = [BoxFaces.face(x: 300)] }
      if letter == "!" { sample.failure = "no answer" }
      found += finder.add(sample)
    }
    return found + finder.finish()
  }

  /// Each as the letter of its place and the numbers of its samples.
  private func words(_ samples: String, stepMs: Double = 100) -> [String] {
    missing(samples, stepMs: stepMs).map { missing in
      let place =
        switch missing.place {
        case .between: "gap"
        case .after: "after"
        case .before: "before"
        }
      return "\(place) \(missing.order.map { "\(Int($0 / stepMs))" }.joined(separator: ","))"
    }
  }

  @Test func `a face that is always there, or never, is not missing`() {
    #expect(missing("xxxxxxxxxxxxxxxxxxxxxxxx").isEmpty)
    #expect(missing("........................").isEmpty)
    #expect(missing("").isEmpty)
  }

  @Test func `a gap of less than a second is one, a longer one an end and a beginning`() {
    #expect(words("xx...xx") == ["gap 2,3,4"])
    #expect(words("xx.........xx", stepMs: 99.9) == ["gap 2,3,4,5,6,7,8,9,10"])
    #expect(
      words("xx.........xx") == ["after 2,3,4,5,6,7,8,9,10", "before 10,9,8,7,6,5,4,3,2,1"])
    #expect(words("x.x.x") == ["gap 1", "gap 3"])
  }

  @Test func `a face is looked for a second before its first sample, backward`() {
    #expect(words("...xx") == ["before 2,1,0"])
    #expect(words("................xx") == ["before 15,14,13,12,11,10,9,8,7,6"])
    #expect(words("...x.x") == ["before 2,1,0", "gap 4"])
    // As long after its first sample as its second may be.
    #expect(
      words("............x........x")
        == ["before 11,10,9,8,7,6,5,4,3,2", "gap 13,14,15,16,17,18,19,20"])
  }

  /// They are looked at backward, so the pictures of all are held.
  @Test(arguments: [1, 64, 65, 500])
  func `a face is looked for in so many samples before its first, the nearest`(count: Int) throws {
    let samples = String(repeating: ".", count: count) + "xx"
    let before = try #require(missing(samples, stepMs: 1).first)
    #expect(GapFinder.mostBefore == 64)
    #expect(before.times == (max(0, count - 64)..<count).map(Double.init))
    // Forward each picture goes when the next one comes.
    let after = try #require(missing("xx" + String(repeating: ".", count: count), stepMs: 1).first)
    #expect(after.times.count == count)
  }

  @Test func `a face is looked for a second after its last sample`() {
    #expect(words("xx...") == ["after 2,3,4"])
    #expect(words("xx................") == ["after 2,3,4,5,6,7,8,9,10"])
  }

  @Test func `a face that is seen in one sample alone is not looked for in others`() {
    #expect(missing("....x.................").isEmpty)
    #expect(missing("x").isEmpty)
    // Each time another one, a second later.
    #expect(missing("....x..........x....").isEmpty)
  }

  @Test func `samples without an answer stay so`() {
    #expect(words("x.!.x") == ["gap 1,3"])
    #expect(missing("x!!!x").isEmpty)
  }

  @Test func `each of two faces has gaps of its own`() throws {
    var finder = GapFinder(size: BoxFaces.size)
    var found: [MissingFace] = []
    for index in 0..<8 {
      var faces = [BoxFaces.face(x: 500)]
      if !(3...5).contains(index) { faces.insert(BoxFaces.face(x: 100), at: index % 2) }
      found += finder.add(TrackingSample(timestampMs: Double(index) * 40, faces: faces))
    }
    found += finder.finish()
    let gap = try #require(found.first)
    #expect(found.count == 1 && gap.isGap && gap.times == [120, 160, 200])
    #expect(gap.boxes.allSatisfy { abs($0.center.x - 100) < 1 })
  }

  @Test func `within a gap a face is expected on the straight way`() throws {
    var finder = GapFinder(size: BoxFaces.size)
    for (time, face) in [(0.0, BoxFaces.face(x: 100)), (100, nil), (200, nil)] {
      _ = finder.add(TrackingSample(timestampMs: time, faces: face.map { [$0] } ?? []))
    }
    let back = TrackingSample(timestampMs: 400, faces: [BoxFaces.face(x: 140, side: 100)])
    let gap = try #require(finder.add(back).first)
    let expected = try #require(gap.expected(atMs: 100))
    #expect(abs(expected.center.x - 110) < 1e-9 && abs(expected.size - 85) < 1e-9)
  }
}
