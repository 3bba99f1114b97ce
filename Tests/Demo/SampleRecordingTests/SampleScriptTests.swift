import Geometry
import SampleRecording
import Testing
import Tracking

@Suite struct SampleScriptTests {
  static let times = (0..<360).map { Double($0) / 30 }

  private func size() throws -> PixelSize<TrackerSpace> {
    try #require(PixelSize(width: 1280, height: 720))
  }

  private func samples() throws -> [TrackingSample] {
    let size = try size()
    return Self.times.map { SampleScript.visit.tracking(at: $0, size: size) }
  }

  @Test func `every number is finite and every blendshape within 0 and 1`() throws {
    for face in try samples().flatMap(\.faces) {
      #expect(face.landmarks.count == 478)
      let finite = face.landmarks.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
      #expect(finite)
      #expect(face.blendshapes.scores.allSatisfy { (0...1).contains($0) })
      let pose = try #require(face.pose)
      #expect(pose.rowMajor.allSatisfy { $0.isFinite } && pose.translation.z < 0)
      #expect(abs(pose.determinant - 1) < 1e-9)
    }
  }

  @Test func `the girl leaves the picture and comes back, the boy visits`() throws {
    let samples = try samples()
    let seen = { (id: Int) in samples.map { sample in sample.faces.contains { $0.id == id } } }
    let (girl, boy) = (seen(1), seen(2))
    #expect(girl.first == true && girl.last == true)
    // One absence, one visit: each changes twice.
    #expect(zip(girl, girl.dropFirst()).count { $0 != $1 } == 2)
    #expect(zip(boy, boy.dropFirst()).count { $0 != $1 } == 2)
    #expect(girl.count { !$0 } >= 10 && boy.count { $0 } >= 60)
    #expect(samples.contains { $0.faces.count == 2 } && samples.contains { $0.faces.isEmpty })
  }

  @Test func `the story shows every movement`() throws {
    let poses = Self.times.flatMap { time in
      SampleScript.visit.appearances(at: time).filter { $0.subject == .girl }.map(\.pose)
    }
    func range(_ value: (SamplePose) -> Double) -> ClosedRange<Double> {
      let values = poses.map(value)
      return (values.min() ?? 0)...(values.max() ?? 0)
    }
    #expect(range(\.yaw).lowerBound <= -34 && range(\.yaw).upperBound >= 34)
    #expect(range(\.pitch).lowerBound <= -15 && range(\.pitch).upperBound >= 15)
    #expect(range(\.roll).lowerBound <= -18 && range(\.roll).upperBound >= 18)
    #expect(range(\.position.z).upperBound >= -28 && range(\.position.z).lowerBound <= -38)
    #expect(range(\.expression.jawOpen).upperBound > 0.99)
    #expect(range(\.expression.blink).upperBound > 0.99)
    #expect(range(\.expression.smile).upperBound >= 0.9)
    #expect(range(\.expression.browInnerUp).upperBound >= 0.8)
  }

  @Test func `nothing jumps from one frame to the next`() throws {
    let samples = try samples()
    for (before, after) in zip(samples, samples.dropFirst()) {
      for face in after.faces {
        guard let last = before.faces.first(where: { $0.id == face.id }) else { continue }
        let step = zip(last.landmarks, face.landmarks).map { $0.xy.distance(to: $1.xy) }.max() ?? 0
        // Leaving the picture is the fastest movement: it crosses it in half a second.
        #expect(step < 140)
      }
    }
  }

  @Test func `the story ends as it began`() throws {
    let script = SampleScript.visit
    let (start, end) = (script.appearances(at: 0), script.appearances(at: script.duration))
    let first = try #require(start.first { $0.subject == .girl })
    let last = try #require(end.first { $0.subject == .girl })
    #expect(first.pose == last.pose)
  }
}
