import Compositing
import Geometry
import Imaging
import Models
import Placement

/// Draws the shadows of models on cards, each as a black picture of the whole print.
struct ModelShadowPicture {
  /// Pixels of the picture's longer side.
  private static let side = 512.0
  /// The difference of blurs that is seen, in pixels of the picture.
  private static let blurStep = 1.0
  /// A blur of so many pixels is drawn with pixels twice as large.
  private static let wideBlur = 5.0

  private var drawing = OffscreenDrawing()

  /// The picture; nil where no shadow falls.
  mutating func picture(of shadow: ModelShadow, _ materials: ShadedMaterials) -> StraightRGBA8? {
    let scale = Self.side / shadow.size.max()
    let size = PixelSize<ArtworkSpace>(
      clamping: max(1, Int((shadow.size.x * scale).rounded())),
      max(1, Int((shadow.size.y * scale).rounded())))
    var coverages = [UInt8](repeating: 0, count: size.width * size.height)
    for band in shadow.bands(step: Self.blurStep / scale) {
      var (step, blur) = (1, band.blur * scale)
      while blur >= Self.wideBlur { (step, blur) = (step * 2, blur / 2) }
      let drawn = SIMD2(Double(size.width), Double(size.height)) / Double(step)
      let layer = ShadedMesh(band, size: SIMD2<Float>(drawn))
      let sigma = SIMD2<Float>(repeating: Float(blur))
      guard let box = Self.box(of: layer, in: drawn, reach: OffscreenDrawing.reach(ofBlur: sigma))
      else { continue }
      drawing.begin(columns: box.columns, rows: box.rows)
      drawing.paint(
        [MeshLayer(.own, .shaded(layer, materials, .none))], painting: 0..<1, tolerance: 0)
      drawing.blur(sigma)
      drawing.raise(&coverages, width: size.width, step: step)
    }
    guard coverages.contains(where: { $0 > 0 }) else { return nil }
    var picture = StraightRGBA8(size: size)
    for (index, coverage) in coverages.enumerated() where coverage > 0 {
      picture[index % size.width, index / size.width] = RGBA8(0, 0, 0, coverage)
    }
    return picture
  }

  /// The pixels that a mesh covers and its blur reaches from which the picture's are reached; nil for none.
  private static func box(
    of mesh: ShadedMesh, in size: SIMD2<Double>, reach: SIMD2<Double>
  ) -> (columns: Range<Int>, rows: Range<Int>)? {
    var (low, high) = (
      SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity)
    )
    for triangle in mesh.triangles {
      for corner in 0..<3 {
        let vertex = mesh.vertices[Int(triangle[corner])]
        let place = SIMD2(Double(vertex.x), Double(vertex.y))
        guard place.x.isFinite, place.y.isFinite else { continue }
        (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place))
      }
    }
    (low, high) = (
      pointwiseMax(low - reach, -reach).rounded(.down),
      pointwiseMin(high + reach, size + reach).rounded(.up)
    )
    guard low.x < high.x, low.y < high.y else { return nil }
    return (Int(low.x)..<Int(high.x), Int(low.y)..<Int(high.y))
  }
}

extension ShadedMesh {
  /// The shadows of triangles, which hide nothing of each other that is opaque.
  ///
  /// - Parameter size: of the print, in pixels.
  fileprivate init(_ band: ModelShadow.Band, size: SIMD2<Float>) {
    let geometry = band.geometry
    self.init(
      vertices: band.places.indices.map { index in
        let place = band.places[index] * size
        return Vertex(
          x: place.x, y: place.y, depth: 0, position: SIMD3(place.x, -place.y, -1),
          normal: SIMD3(0, 0, 1), tangent: .zero, coordinates: geometry.coordinates[index],
          colour: geometry.colours[index])
      }, triangles: geometry.triangles, materials: geometry.materialNumbers,
      areBacks: geometry.triangles.map { _ in false }, isPerspective: false)
  }
}
