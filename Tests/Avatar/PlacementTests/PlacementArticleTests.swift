import Avatars
import Geometry
import Placement
import Testing
import Tracking

// The code of the DocC article; ArticleTests finds it here.
private struct LiveOverlay {
  private var placer: Placer

  /// An overlay for the mirrored preview of a selfie camera; nil for a camera without pixels.
  init?(_ avatar: MeasuredAvatar, camera: TrackingHeader, screen: PixelSize<OutputSpace>) {
    let (width, height) = (camera.size.width, camera.size.height)
    guard let scene = PixelSize<SceneSpace>(width: width, height: height) else { return nil }
    placer = Placer(
      avatars: [avatar], scene: SceneMapping(header: camera, scene: scene),
      output: OutputMapping(scene: scene, output: screen, mirrored: true))
  }

  mutating func layers(on faces: [FaceSample]) -> [LayerPlacement] {
    placer.place(
      faces.enumerated().map { number, face in
        TimedFace(identity: number, face: face, opacity: 1, source: .exact)
      })
  }
}

@Suite struct PlacementArticleTests {
  @Test func `the overlay of the article is that of the engine, mirrored`() throws {
    let worn = try avatar(Layer(name: "mask", image: "a.png", scale: 2))
    let camera = TrackingHeader(size: try trackerSize(1280, 720))
    var overlay = try #require(
      LiveOverlay(worn, camera: camera, screen: try outputSize(1280, 720)))
    var placer = try Placer(worn, mirrorOutput: true)
    let face = FaceSample(yaw: 20, x: 5)
    let layers = overlay.layers(on: [face])
    #expect(layers.map(\.layer) == ["mask"])
    #expect(layers.map(\.corners) == placer.place(face).map(\.corners))
  }
}
