import Geometry
import TestSupport
import Testing
import Tracker
import Tracking

/// What becomes of samples in which a face is missing.
@Suite struct SecondLookTests {
  /// Samples 100 ms apart; each letter is a face at 300 pixels, or none.
  private func samples(_ letters: String) -> [TrackingSample] {
    letters.enumerated().map { index, letter in
      TrackingSample(
        timestampMs: Double(index) * 100, faces: letter == "x" ? [BoxFaces.face(x: 300)] : [])
    }
  }

  /// How many faces each sample has after a look that sees what it is told.
  private func counts(
    _ samples: [TrackingSample], mostFaces: Int = 4, see: @escaping (Double) -> [FaceSample]
  ) throws -> String {
    try run(samples, mostFaces: mostFaces, see: see).map { "\($0.faces.count)" }.joined()
  }

  private func run(
    _ samples: [TrackingSample], mostFaces: Int = 4, see: @escaping (Double) -> [FaceSample]
  ) throws -> [TrackingSample] {
    var look = SecondLook(GapFinder(size: BoxFaces.size), mostFaces: mostFaces) { _ in see }
    var done: [TrackingSample] = []
    for sample in samples { done += try look.add(sample) }
    return try done + look.finish()
  }

  @Test
  func `a face that is seen where it should be fills the gap, and what comes before and after`()
    throws
  {
    let there: (Double) -> [FaceSample] = { _ in [BoxFaces.face(x: 310)] }
    #expect(try counts(samples("..xx...x..."), see: there) == "11111111111")
    #expect(try counts(samples("....................xx"), see: there) == "0000000000111111111111")
    #expect(try counts(samples("xx...................."), see: there) == "1111111111100000000000")
  }

  @Test func `what lies elsewhere, is of another size, or another face, does not`() throws {
    for wrong in [
      BoxFaces.face(x: 300 + 80), BoxFaces.face(x: 300, y: 320), BoxFaces.face(x: 300, side: 160),
      BoxFaces.face(x: 300, side: 40),
    ] {
      #expect(try counts(samples("..xx...x..."), see: { _ in [wrong] }) == "00110001000")
    }
    let two = samples("x...x").map { sample in
      var sample = sample
      sample.faces.append(BoxFaces.face(x: 340))
      return sample
    }
    // The neighbour, seen a little beside.
    #expect(try counts(two, see: { _ in [BoxFaces.face(x: 335)] }) == "21112")
    // The nearest one that is not the neighbour.
    let both = { (_: Double) in [BoxFaces.face(x: 338), BoxFaces.face(x: 290)] }
    let filled = try run(two, see: both)
    #expect(filled.allSatisfy { $0.faces.count == 2 })
    #expect(filled[2].faces.contains { abs(BoxFaces.middle($0).x - 290) < 1e-9 })
  }

  @Test func `the samples beside a gap have the face as the close-up shows it`() throws {
    let filled = try run(samples("xx..xx")) { _ in [BoxFaces.face(x: 310)] }
    #expect(
      filled.map { BoxFaces.middle($0.faces[0]).x.rounded() } == [300, 310, 310, 310, 310, 300])
    let elsewhere = try run(samples("xx..xx")) { _ in [BoxFaces.face(x: 400)] }
    #expect(elsewhere == samples("xx..xx"))
  }

  @Test func `before its first sample a face is followed until it is not seen`() throws {
    let from500 = { (time: Double) in time >= 500 || time < 200 ? [BoxFaces.face(x: 300)] : [] }
    #expect(try counts(samples(".........xx"), see: from500) == "00000111111")
    // In a gap the way is known, and what is seen here and there is taken.
    #expect(try counts(samples("x........x"), see: from500) == "1100011111")
  }

  @Test func `a face that moves is followed outside of a gap`() throws {
    // A fifth of its size from sample to sample.
    let moving = { (time: Double) in [BoxFaces.face(x: 300 + (900 - time) * 0.16)] }
    #expect(try counts(samples(".........xx"), see: moving) == "11111111111")
    let leaping = { (time: Double) in [BoxFaces.face(x: 300 + (900 - time) * 0.5)] }
    #expect(try counts(samples(".........xx"), see: leaping) == "00000000011")
  }

  @Test func `no sample gets more faces than are asked for`() throws {
    var crowded = samples("x...x")
    for index in crowded.indices { crowded[index].faces.append(BoxFaces.face(x: 60)) }
    let there = { (_: Double) in [BoxFaces.face(x: 300)] }
    #expect(try counts(crowded, mostFaces: 2, see: there) == "22222")
    #expect(try counts(crowded, mostFaces: 1, see: there) == "21112")
  }

  /// Whatever is missing: the samples come out once, in order, at most two seconds late, and where
  /// nothing is seen they are as they were.
  @Test func `samples come out in order, none is lost and none is held for long`()
    throws
  {
    var random = SplitMix64(state: 3)
    for _ in 0..<40 {
      var time = 0.0
      let all = (0..<80).map { _ in
        time += Double(1 + random.next() % 150)
        let faces = [100.0, 300, 500].filter { _ in random.next() % 3 > 0 }
        return TrackingSample(timestampMs: time, faces: faces.map { BoxFaces.face(x: $0) })
      }
      var look = SecondLook(GapFinder(size: BoxFaces.size), mostFaces: 4) { missing in
        // What is asked for is still there to be filled.
        #expect(missing.times.allSatisfy { $0 > (missing.times.last ?? 0) - 1000 })
        return { _ in [] }
      }
      var done: [TrackingSample] = []
      for sample in all {
        done += try look.add(sample)
        #expect(sample.timestampMs - (done.last?.timestampMs ?? 0) <= 2150)
      }
      #expect(try done + look.finish() == all)
      #expect(look.found == 0)
    }
  }

  /// Where the look sees the face in every sample, and it is there every second at least, none lacks it.
  @Test func `whatever is missing for less than a second is filled`() throws {
    var random = SplitMix64(state: 5)
    for _ in 0..<100 {
      var letters = "x"
      while letters.count < 60 {
        letters += String(repeating: ".", count: Int(random.next() % 9)) + "x"
      }
      let filled = try run(samples(letters)) { _ in [BoxFaces.face(x: 300)] }
      #expect(filled.allSatisfy { $0.faces.count == 1 })
    }
  }
}
