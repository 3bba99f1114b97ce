import Avatars
import FaceModel
import Geometry
import Testing

@Suite struct ExpressionTests {
  private static let mouth = Layer(
    name: "mouth", image: "m.png", scale: 1,
    when: [Trigger(signal: .blendshape(.jawOpen), above: 0.35, below: 0.25)])

  /// The sequence of scores, and whether the layer shows after each.
  @Test func `a trigger starts at "above" and ends under "below"`() {
    var states = TriggerStates()
    let sequence: [(Double, Bool)] = [
      (0, false), (0.3, false), (0.349, false), (0.35, true), (0.3, true), (0.25, true),
      (0.249, false), (0.3, false), (0.9, true), (.nan, false), (0.34, false),
    ]
    for (score, shown) in sequence {
      states.observe(face: 7, layers: [Self.mouth]) { $0 == .jawOpen ? score : 1 }
      #expect(states.shows(layer: 0, of: [Self.mouth], face: 7) == shown, "after \(score)")
    }
  }

  @Test func `each face and each layer has a trigger of its own`() {
    let eyes = Layer(
      name: "eyes", image: "e.png", scale: 1,
      when: [Trigger(signal: .blink, above: 0.5, below: 0.4)])
    let always = Layer(name: "always", image: "a.png", scale: 1)
    let layers = [Self.mouth, eyes, always]
    var states = TriggerStates()
    states.observe(face: 1, layers: layers) { $0 == .jawOpen ? 0.4 : 0 }
    states.observe(face: 2, layers: layers) {
      [.eyeBlinkLeft, .eyeBlinkRight].contains($0) ? 0.5 : 0
    }
    // The mean of 0.45 and 0.35 stays; on another face it would not start.
    for face in [2, 3] {
      states.observe(face: face, layers: layers) { shape in
        shape == .eyeBlinkLeft ? 0.45 : shape == .eyeBlinkRight ? 0.35 : 0
      }
    }
    func shown(_ face: Int) -> [Bool] {
      layers.indices.map { states.shows(layer: $0, of: layers, face: face) }
    }
    #expect(shown(1) == [true, false, true])
    #expect(shown(2) == [false, true, true])
    #expect(shown(3) == [false, false, true])
    #expect(shown(4) == [false, false, true])
  }

  @Test func `all conditions of a list must hold`() {
    var layer = Self.mouth
    layer.when.append(Trigger(signal: .blink, above: 0.5, below: 0.5))
    var states = TriggerStates()
    var seen: [Bool] = []
    for (jaw, blink) in [(1.0, 0.0), (1, 1), (0, 1), (0.3, 1), (1, 1)] {
      states.observe(face: 0, layers: [layer]) { $0 == .jawOpen ? jaw : blink }
      seen.append(states.shows(layer: 0, of: [layer], face: 0))
    }
    #expect(seen == [false, true, false, false, true])
  }

  /// Score, and the value between (0.2 -> 1) and (0.6 -> 3).
  @Test(arguments: [(0.0, 1.0), (0.2, 1), (0.3, 1.5), (0.4, 2), (0.6, 3), (0.9, 3)])
  func `a drive is linear between its ends and clamped beyond`(score: Double, value: Double) {
    let drive = Drive(signal: .blink, property: .scale, from: (0.2, 0.6), to: (1, 3))
    #expect(abs(drive.value(at: score) - value) < 1e-12)
    let backwards = Drive(signal: .blink, property: .scale, from: (0.6, 0.2), to: (3, 1))
    #expect(abs(backwards.value(at: score) - value) < 1e-12)
  }

  @Test func `drives add to offset and rotation, and multiply into scale and opacity`() {
    func drive(_ property: Drive.Property, _ to: Double) -> Drive {
      Drive(signal: .blendshape(.jawOpen), property: property, from: (0, 1), to: (0, to))
    }
    let layer = Layer(
      name: "a", image: "a.png", offset: Vector3(1, 2, 3), scale: 2, rotation: 10, opacity: 0.5,
      drive: [
        drive(.offsetX, 0.2), drive(.offsetY, -0.4), drive(.offsetY, 0.2), drive(.offsetZ, 1),
        drive(.scale, 3), drive(.rotation, -20), drive(.opacity, 1),
      ])
    let half = layer.driven { $0 == .jawOpen ? 0.5 : 0 }
    #expect(abs(half.offset.x - 1.1) < 1e-12)
    #expect(abs(half.offset.y - 1.9) < 1e-12)
    #expect(abs(half.offset.z - 3.5) < 1e-12)
    #expect(half.scale == 3)
    #expect(half.rotation == 0)
    #expect(half.opacity == 0.25)
  }

  @Test func `opacity stays between 0 and 1`() {
    let layer = Layer(
      name: "a", image: "a.png", scale: 1, opacity: 0.5,
      drive: [Drive(signal: .blink, property: .opacity, from: (0, 1), to: (1, 4))])
    #expect(layer.driven { _ in 1 }.opacity == 1)
    #expect(layer.driven { _ in .nan }.opacity == 0.5)
  }
}
