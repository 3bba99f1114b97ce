import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Rendering
import TestSupport
import Testing
import Text
import Timelines

@Suite struct `A list of annotations` {
  @Test func `is read as it is written`() throws {
    #expect(try Annotations(parsing: "landmarks") == .landmarks)
    #expect(try Annotations(parsing: "quads,landmarks") == [.landmarks, .quads])
    #expect(try Annotations(parsing: "landmarks, quads") == [.landmarks, .quads])
    #expect("\(Annotations([.quads, .landmarks]))" == "landmarks,quads")
    // What is printed names each, so that it means the same in later versions.
    let all = "landmarks,quads,hud,hands,gestures,blendshapes,axes,timing,cards"
    #expect(try "\(Annotations(parsing: "all"))" == all)
    #expect(try Annotations(parsing: "hands,all") == Annotations(parsing: all))
  }

  @Test(arguments: [
    ("landmark", "did you mean landmarks?"), ("quads,lanmdarks", "did you mean landmarks?"),
    ("qads", "did you mean quads?"), ("al", "did you mean all?"),
    ("", "expected a list of landmarks, quads"),
    ("0123456789", "expected a list of landmarks, quads"), ("quads,", "expected a list"),
  ])
  func `names what is unknown and what was meant`(text: String, advice: String) throws {
    let error = try #require(throws: UnknownNameError.self) { try Annotations(parsing: text) }
    #expect("\(error)".contains(advice), "\(error)")
  }
}

@Suite struct `An annotated picture` {
  /// Annotations of a face that looks ahead, on a transparent background, without its avatar.
  private func drawn(
    _ annotations: Annotations, mirrored: Bool = false,
    change: (inout SyntheticFace) -> Void = { _ in }
  ) throws -> (picture: StraightRGBA8, state: FrameState) {
    let stage = try PassFixture(change: change)
    let combination = Combination(
      annotations: annotations, mirrored: mirrored, overlayOnly: true)
    var passes = try stage.passes(combination)
    passes.passes.removeFirst()
    let state = try stage.state(atMs: 40, mirrored: mirrored)
    var surface = PictureSurface(transparent: PassFixture.size)
    try passes.draw(state, on: &surface)
    return (surface.picture(), state)
  }

  /// Nothing of the product's geometry: the landmarks as the tracking file has them.
  @Test(arguments: [false, true])
  func `has a point on every landmark, and nothing far from them`(mirrored: Bool) throws {
    var face = SyntheticFace()
    let (picture, _) = try drawn(.landmarks, mirrored: mirrored) {
      ($0.yaw, $0.pitch, $0.roll, $0.x, $0.y, $0.z) = (10, 5, 8, 1, 0, -30)
      $0.unlikeness = 0
      face = $0
    }
    let landmarks = face.landmarks(width: 320, height: 240).map { point in
      (x: (mirrored ? 1 - point[0] : point[0]) * 320, y: point[1] * 240)
    }
    for (number, point) in landmarks.enumerated() {
      // Green as points are, or on a contour; the mesh's lines are white, and faint.
      let (left, top) = (Int(point.x.rounded()) - 1, Int(point.y.rounded()) - 1)
      let isThere = [(0, 0), (1, 0), (0, 1), (1, 1)].contains { x, y in
        let pixel = picture[left + x, top + y]
        let isGreen = Int(pixel.green) > Int(pixel.blue) + 40
        return pixel.alpha > (isGreen ? 30 : 100)
      }
      #expect(isThere, "landmark \(number)")
    }
    var far = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width where picture[x, y].alpha > 0 {
        let isNear = landmarks.contains {
          abs($0.x - Double(x) - 0.5) < 9 && abs($0.y - Double(y) - 0.5) < 9
        }
        far += isNear ? 0 : 1
      }
    }
    #expect(far == 0)
  }

  @Test(arguments: [false, true])
  func `has every layer's outline where the sidecar says that it is`(mirrored: Bool) throws {
    let (picture, state) = try drawn(.quads, mirrored: mirrored)
    #expect(!state.placements.isEmpty)
    for placement in state.placements {
      let corners = placement.corners.corners
      for (a, b) in zip(corners, corners[1...] + corners[..<1]) {
        for step in 1..<20 {
          let point = a.interpolated(to: b, at: Double(step) / 20)
          guard (1..<319).contains(point.x), (1..<239).contains(point.y) else { continue }
          #expect(
            picture[Int(point.x), Int(point.y)].alpha > 60, "\(placement.layer) \(point)")
        }
      }
    }
  }

  @Test func `has lettering that is readable in a mirror too`() throws {
    let stage = try PassFixture(avatar: "crown") {
      ($0.yaw, $0.pitch, $0.roll, $0.x, $0.y, $0.unlikeness) = (0, 0, 0, 0, 0, 0)
    }
    /// Each line of the lettering, where the pass says that it lies.
    func lettering(mirrored: Bool) throws -> [StraightRGBA8] {
      let setup = try PassSetup(
        Combination(annotations: [.axes, .timing], overlayOnly: true).options,
        avatars: stage.textures)
      var pass = try #require(try LetteringPass(setup))
      let state = try stage.state(atMs: 0, mirrored: mirrored)
      var surface = PictureSurface(transparent: PassFixture.size)
      _ = try pass.draw(state, on: &surface)
      let picture = surface.picture()
      return try pass.boxes(of: state).map { box in
        try #require(
          picture.cropped(
            x: Int(box.left), y: Int(box.top), width: Int(box.width), height: Int(box.height)))
      }
    }
    let plain = try lettering(mirrored: false)
    #expect(plain.count >= 2)
    #expect(try lettering(mirrored: true) == plain)
    #expect(plain.allSatisfy { $0 != $0.flippedHorizontally() })
  }

  @Test func `is drawn of a face that has a pose alone`() throws {
    let (picture, _) = try drawn(.landmarks) { $0.hasLandmarks = false }
    #expect(picture.bytes.contains { $0 > 0 })
  }

  /// Lines of a quad that reaches beyond all bounds, and faces that do.
  @Test func `draws what is cut by the picture as far as it is seen`() throws {
    let (picture, state) = try drawn([.landmarks, .quads]) { ($0.x, $0.y, $0.z) = (9, 6, -14) }
    #expect(!state.placements.isEmpty)
    #expect(picture.bytes.contains { $0 > 0 })
  }
}
