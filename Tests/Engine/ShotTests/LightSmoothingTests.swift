import Shot
import TestSupport
import Testing

/// Light over time, by series that formulas make.
@Suite struct LightSmoothingTests {
  private func series(
    _ count: Int = 50, everyMs: Double = 40, _ value: (_ index: Int) -> [Float]
  ) -> [(timeMs: Double, values: [Float])] {
    (0..<count).map { (timeMs: Double($0) * everyMs, values: value($0)) }
  }

  @Test func `a line stays as it is, at the ends too`() throws {
    let samples = series { [1 + 0.01 * Float($0), 3 - 0.02 * Float($0), 0.5] }
    let smoothing = LightSmoothing(samples)
    for timeMs in stride(from: 0.0, through: 1960, by: 17) {
      let found = try #require(smoothing.values(atMs: timeMs))
      let index = Float(timeMs / 40)
      #expect(abs(found[0] - (1 + 0.01 * index)) < 1e-4)
      #expect(abs(found[1] - (3 - 0.02 * index)) < 1e-4)
      #expect(abs(found[2] - 0.5) < 1e-5)
    }
    // Beyond the samples, what is at their ends.
    #expect(smoothing.values(atMs: -500) == smoothing.values(atMs: 0))
    #expect(smoothing.values(atMs: 9000) == smoothing.values(atMs: 1960))
  }

  @Test func `noise is held to less than half`() throws {
    var random = SplitMix64(state: 5)
    let noise = (0..<200).map { _ in Float.random(in: -0.03...0.03, using: &random) }
    let smoothing = LightSmoothing(series(200) { [1 + noise[$0]] })
    #expect(smoothing.steps.isEmpty)
    let errors = try (10..<190).map { index in
      try #require(smoothing.values(atMs: Double(index) * 40))[0] - 1
    }
    func power(_ values: [Float]) -> Float {
      (values.reduce(0) { $0 + $1 * $1 } / Float(values.count)).squareRoot()
    }
    #expect(power(errors) < 0.45 * power(noise))
  }

  @Test func `a step is followed at once, up and down, and noise makes none`() throws {
    var random = SplitMix64(state: 9)
    for ratio in [Float(0.5), 0.8, 1.25, 3] {
      let samples = series { index in
        [Float(1), 0.2, 0.6].map { level in
          level * (index >= 20 ? ratio : 1) * (1 + Float.random(in: -0.01...0.01, using: &random))
        }
      }
      let smoothing = LightSmoothing(samples)
      #expect(smoothing.steps == [800])
      for index in 0..<50 {
        let found = try #require(smoothing.values(atMs: Double(index) * 40))
        #expect(abs(found[0] / (index >= 20 ? ratio : 1) - 1) < 0.02)
      }
    }
  }

  @Test func `one sample that is wrong, a slow change and a small step are no steps`() {
    #expect(LightSmoothing(series { [$0 == 20 ? 3 : 1] }).steps.isEmpty)
    #expect(LightSmoothing(series { [1 + 0.03 * Float($0)] }).steps.isEmpty)
    #expect(LightSmoothing(series { [$0 >= 20 ? 1.1 : 1] }).steps.isEmpty)
    #expect(LightSmoothing(series { [$0 >= 20 ? 1.2 : 1] }).steps == [800])
  }

  @Test func `numbers that are not judged make no step`() {
    let samples = series { [1, $0 >= 20 ? 5 : -5] }
    #expect(LightSmoothing(samples).steps == [800])
    #expect(LightSmoothing(samples, judged: 1).steps.isEmpty)
  }

  @Test func `two steps are two lines`() throws {
    let smoothing = LightSmoothing(series { [$0 < 20 ? 1 : $0 < 26 ? 2 : 0.5] })
    #expect(smoothing.steps == [800, 1040])
    for (timeMs, value) in [(760.0, Float(1)), (800, 2), (1000, 2), (1040, 0.5)] {
      #expect(abs(try #require(smoothing.values(atMs: timeMs))[0] - value) < 1e-4)
    }
  }

  @Test func `what is far does not count, and a gap takes the nearest`() throws {
    let samples = series(10) { [Float($0)] } + [(timeMs: 5000, values: [Float(77)])]
    let smoothing = LightSmoothing(samples)
    #expect(abs(try #require(smoothing.values(atMs: 5000))[0] - 77) < 1e-4)
    #expect(abs(try #require(smoothing.values(atMs: 4000))[0] - 77) < 1e-4)
    #expect(abs(try #require(smoothing.values(atMs: 1000))[0] - 9) < 1e-3)
    let near = LightSmoothing(samples.filter { abs($0.timeMs - 200) < 460 })
    #expect(near.values(atMs: 200) == smoothing.values(atMs: 200))
  }

  @Test func `no samples, one, and what is no number`() throws {
    #expect(LightSmoothing([]).values(atMs: 0) == nil)
    #expect(LightSmoothing([(timeMs: 0, values: [])]).values(atMs: 0) == nil)
    let one = LightSmoothing([(timeMs: 100, values: [2, 3])])
    #expect(one.values(atMs: -1e12) == [2, 3] && one.values(atMs: 1e12) == [2, 3])
    #expect(one.values(atMs: .nan) == nil)
    let mixed = LightSmoothing([
      (timeMs: 0, values: [1]), (timeMs: .nan, values: [5]), (timeMs: 40, values: [.infinity]),
      (timeMs: 80, values: [1, 2]), (timeMs: 80, values: [1]), (timeMs: 80, values: [1]),
    ])
    #expect(abs(try #require(mixed.values(atMs: 40))[0] - 1) < 1e-5)
  }
}
