import Geometry
import TestSupport
import Testing
import Tracking

/// Which face is which from one sample to the next.
@Suite struct FaceIdentityTests {
  private func identities(_ samples: [TrackingSample]) throws -> [[Int]] {
    try smoothed(samples, header: Faces.header, SmoothingOptions(.none))
      .map { $0.faces.map(\.identity) }
  }

  private func sample(_ time: Double, _ faces: FaceSample...) -> TrackingSample {
    TrackingSample(timestampMs: time, faces: faces)
  }

  @Test func `faces that swap places in the list keep their identities`() throws {
    let (a, b) = (Faces.flat(x: 200), Faces.flat(x: 400))
    let found = try identities([sample(0, a, b), sample(40, b, a), sample(80, a, b)])
    #expect(found == [[1, 2], [2, 1], [1, 2]])
  }

  @Test func `faces that pass each other keep their identities`() throws {
    let samples = (0..<40).map { step in
      let t = Double(step)
      // The boxes overlap fully halfway; only the way they move tells them apart.
      let (a, b) = (Faces.flat(x: 100 + 10 * t), Faces.flat(x: 500 - 10 * t, y: 250))
      return step % 2 == 0 ? sample(t * 40, a, b) : sample(t * 40, b, a)
    }
    let found = try identities(samples)
    for (step, pair) in found.enumerated() { #expect(pair == (step % 2 == 0 ? [1, 2] : [2, 1])) }
  }

  @Test func `the file's ids win over the nearest box`() throws {
    let found = try identities([
      sample(0, Faces.flat(x: 200, id: 7), Faces.flat(x: 400, id: 9)),
      sample(40, Faces.flat(x: 200, id: 9), Faces.flat(x: 400, id: 7)),
    ])
    #expect(found == [[7, 9], [9, 7]])
  }

  @Test func `a new face never gets an identity that the file uses`() throws {
    let found = try identities([
      sample(0, Faces.flat(x: 100), Faces.flat(x: 300, id: 2)),
      sample(40, Faces.flat(x: 100), Faces.flat(x: 300, id: 2), Faces.flat(x: 500)),
      // The file begins to use 1, which the first face was given.
      sample(
        80, Faces.flat(x: 100), Faces.flat(x: 300, id: 2), Faces.flat(x: 500),
        Faces.flat(x: 300, y: 400, id: 1)),
      sample(120, Faces.flat(x: 300, y: 400, id: 1), Faces.flat(x: 100)),
    ])
    #expect(found[0] == [1, 2])
    #expect(found[1] == [1, 2, 3])
    #expect(found[2].prefix(3) == [1, 2, 3])
    #expect(Set(found[2]).count == 4)
    #expect(found[3] == [found[2][3], 1])
  }

  @Test func `an id given twice in a sample names one face`() throws {
    let found = try identities([sample(0, Faces.flat(x: 100, id: 5), Faces.flat(x: 400, id: 5))])
    #expect(found[0][0] == 5)
    #expect(found[0][1] != 5)
  }

  @Test func `a face that comes back soon is the same, later it is another`() throws {
    let face = Faces.flat(x: 300)
    #expect(try identities([sample(0, face), sample(500, face)]) == [[1], [1]])
    let gone = [sample(40), sample(2460)]
    #expect(
      try identities([sample(0, face)] + gone + [sample(2500, face)]) == [[1], [], [], [2]])
  }

  @Test
  func `time without samples makes no other face of it, nor does a move that it leaves time for`()
    throws
  {
    let (here, there) = (Faces.flat(x: 100), Faces.flat(x: 500))
    #expect(try identities([sample(0, here), sample(60_000, here)]) == [[1], [1]])
    // Three of its sizes away, which takes three quarters of a second.
    #expect(try identities([sample(0, here), sample(1000, there)]) == [[1], [1]])
    #expect(try identities([sample(0, here), sample(400, there)]) == [[1], [2]])
    #expect(try identities([sample(0, here), sample(500), sample(1000, there)]) == [[1], [], [2]])
  }

  @Test func `a face that appears elsewhere is another`() throws {
    #expect(
      try identities([sample(0, Faces.flat(x: 100)), sample(40, Faces.flat(x: 500))]) == [[1], [2]])
  }

  @Test func `faces with a pose and no landmarks are told apart by where they are seen`() throws {
    let (a, b) = (Faces.posed(x: -15), Faces.posed(x: 15))
    #expect(try identities([sample(0, a, b), sample(40, b, a)]) == [[1, 2], [2, 1]])
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
  func `two real faces keep their identities whatever the list's order`() throws {
    let recording = try Recording("two-faces")
    let straight = try recording.smoothed(SmoothingOptions(.none))
    var shuffled = recording
    for index in shuffled.samples.indices where index % 3 == 1 {
      shuffled.samples[index].faces.reverse()
    }
    let other = try shuffled.smoothed(SmoothingOptions(.none))
    #expect(Set(straight.flatMap { $0.faces.map(\.identity) }) == [1, 2])
    for (a, b) in zip(straight, other) {
      for face in a.faces { #expect(b.face(face.identity) == face.face) }
    }
    // The left one stays on the left: they never cross in this clip.
    for sample in straight {
      let left = try #require(sample.face(1)).landmarks[4].x
      let right = try #require(sample.face(2)).landmarks[4].x
      #expect(left < right)
    }
  }
}
