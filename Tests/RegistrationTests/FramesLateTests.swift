import Imaging
import Registration
import Testing

@Suite struct FramesLateTests {
  private func frame(_ number: Int) throws -> StraightRGBA8 {
    let scene = Scene(artwork: .cartoon, width: 240, height: 200, size: 90, centre: SIMD2(110, 100))
    return try scene.picture(.init(x: 2.0 * Double(number), y: Double(number % 2)))
  }

  @Test(arguments: [-3, -1, 0, 1, 2])
  func `A frame that is another one is found`(late: Int) throws {
    var expected: [Int: StraightRGBA8] = [:]
    for offset in -3...3 { expected[offset] = try frame(5 + offset) }
    let shown = noisy(try frame(5 - late), deviation: 1, seed: 9)
    #expect(Registrar().framesLate(shown, among: expected) == (late == 0 ? nil : late))
  }

  @Test func `A clip that stands still is in time, and a stranger is not late`() throws {
    let still = try frame(0)
    let all = Dictionary(uniqueKeysWithValues: (-3...3).map { ($0, still) })
    #expect(Registrar().framesLate(noisy(still, deviation: 2, seed: 1), among: all) == nil)
    let stranger = try Scene(artwork: .stranger, width: 240, height: 200).picture(.init())
    var moving: [Int: StraightRGBA8] = [:]
    for offset in -3...3 { moving[offset] = try frame(5 + offset) }
    #expect(Registrar().framesLate(stranger, among: moving) == nil)
    #expect(Registrar().framesLate(still, among: [:]) == nil)
  }

  @Test func `Likeness is 1 for the same, symmetric, and falls with the difference`() throws {
    let (a, b, c) = (try frame(0), try frame(1), try frame(6))
    let registrar = Registrar()
    #expect(registrar.similarity(a, a) == 1)
    #expect(registrar.similarity(a, b) == registrar.similarity(b, a))
    #expect(registrar.similarity(a, b) > registrar.similarity(a, c))
    let none = PixelMask(width: a.width, height: a.height, filled: false)
    #expect(registrar.similarity(a, c, region: none) == 1)
  }

  @Test(arguments: [
    (1, "one frame late"), (-1, "one frame early"), (3, "3 frames late"), (0, "in time"),
    (-2, "2 frames early"),
  ])
  func `Frames late in words`(frames: Int, words: String) {
    #expect(Registrar.words(framesLate: frames) == words)
  }
}
