import Avatars
import Drawing
import Foundation
import Geometry
import Imaging
import RandomNumbers
import SceneFiles
import Scenes

/// A new scene package: a printed picture, and a star that folds up from it.
public struct SceneTemplate {
  private let files: TemplateFiles

  /// The names of its files, the manifest last.
  public var names: [String] { files.names }

  /// Makes one.
  ///
  /// - Parameters:
  ///   - name: its name, of which people read the words, and the one its picture is found by.
  ///   - picture: a PNG file of the printed picture; nil for one that is drawn, another for each name.
  public init(named name: String, from picture: String?) throws {
    let card: [UInt8]
    if let picture {
      do throws(ImagingError) {
        let limits = ImageLimits.artwork
        card = try FileBytes.read(path: picture, limit: limits.fileBytes)
        _ = try PNG.decode(card, limits: limits)
      } catch {
        throw ImagingError.file(path: picture, error)
      }
    } else {
      card = try PNG.encode(CardDrawing.picture(named: name), compression: .small)
    }
    let manifest = """
      {
        "version": 1,
        "name": {"en": \(AvatarTemplate.title(name))},
        "picture": {"image": "card.png", "widthMm": 105},
        "items": [
          {"name": "star", "type": "sprite", "image": "star.png", "width": 45, "at": [0, -15, 0], "pivot": [0.5, 1],
           "angle": "auto", "delay": 400, "animate": [
             {"property": "rotation", "keys": [[0, -4], [1600, 4]], "play": "ping-pong", "ease": "sine"}]}
        ]
      }

      """
    files = TemplateFiles(contents: [
      ("card.png", card), ("star.png", try PNG.encode(CardDrawing.star(), compression: .small)),
      (SceneManifest.fileName, Array(manifest.utf8)),
    ])
  }

  /// Writes the package, whose folder appears when all its files are in it.
  public func write(to folder: String) throws(TemplateError) {
    try files.write(to: folder) { path in
      try ScenePackage.lint(path: path).filter { $0.severity == .error }.map { "\($0)" }
    }
  }
}

/// What a new scene shows.
enum CardDrawing {
  /// 8 pixels are a millimetre of a card of 105 x 148 mm (A6).
  private static let size = PixelSize<ArtworkSpace>(clamping: 840, 1184)
  private static let ink = Colour(0x1F4D43)
  private static let colours = [0xF2B632, 0xE77A92, 0x5AA78A, 0x6C8FD6, 0xC8442F].map { Colour($0) }

  /// A card with its name and shapes all over, by whose corners it is found: other shapes for another name.
  static func picture(named name: String) throws(DrawingError) -> StraightRGBA8 {
    let canvas = try Canvas(size: size)
    let (width, height) = (Double(size.width), Double(size.height))
    canvas.paint(.solid(Colour(0xF7EFD9)))
    let frame = Path.rounded(
      PicturePoint(40, 40), width: width - 80, height: height - 80, radius: 30)
    canvas.fill(frame, Colour(0xFFFAEC))
    canvas.stroke(frame, ink, width: 8)
    var random = name.utf8.reduce(SplitMix64(seed: 1)) { $0.part(UInt64($1)) }
    for row in 0..<6 {
      for column in 0..<4 {
        let middle = PicturePoint(
          150 + 180 * Double(column) + random.number(-35...35),
          300 + 150 * Double(row) + random.number(-30...30))
        let shape = star(
          middle, points: 3 + Int(random.number(0...2.99)), radius: random.number(30...62),
          inner: random.number(0.35...0.7), turned: random.number(0...6.28))
        canvas.fill(shape, colours[Int(random.number(0...4.99))])
        canvas.stroke(shape, ink, width: 5)
      }
    }
    let words = name.replacing(/[-_]+/, with: " ")
    let size = min(90, 90 * (width - 160) / max(1, canvas.advance(of: words, size: 90, bold: true)))
    let half = canvas.advance(of: words, size: size, bold: true) / 2
    canvas.write(words, at: PicturePoint(width / 2 - half, 180), size: size, bold: true, ink)
    return try canvas.picture()
  }

  /// The star that stands up.
  static func star() throws(DrawingError) -> StraightRGBA8 {
    let canvas = try Canvas(size: PixelSize<ArtworkSpace>(clamping: 360, 360))
    let shape = star(PicturePoint(180, 186), points: 5, radius: 160, inner: 0.48, turned: 0)
    canvas.fill(shape, Colour(0xF2B632))
    canvas.stroke(shape, Colour(0xB5542B), width: 12)
    return try canvas.picture()
  }

  private static func star(
    _ middle: PicturePoint, points: Int, radius: Double, inner: Double, turned: Double
  ) -> Path {
    .polygon(
      (0..<2 * points).map { corner in
        let turn = turned + .pi * Double(corner) / Double(points)
        let reach = corner % 2 == 0 ? radius : inner * radius
        return PicturePoint(middle.x + reach * sin(turn), middle.y - reach * cos(turn))
      })
  }
}
