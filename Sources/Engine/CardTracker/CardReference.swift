package import Features
internal import Foundation
package import Geometry

/// A printed picture that is looked for: its brightness, its corners, and its templates in the sizes at which
/// it is seen.
///
/// All calls come from one thread.
package final class CardReference {
  /// The picture's name.
  package let name: String
  /// Width of the print in millimetres; nil where unknown.
  package let widthMm: Double?
  package let picture: GreyPicture
  /// Height by width.
  package let aspect: Double

  private let features: PictureFeatures
  private let flippedFeatures: PictureFeatures
  private let featureSize: (width: Int, height: Int)
  private var templates: [TemplateSize: PlaneTemplate] = [:]
  private var uses: [TemplateSize] = []
  private var isDetailed: [Bool] = []

  private struct TemplateSize: Hashable {
    var width, height: Int
  }

  /// The width at which corners are found.
  private static let searchWidth = 320
  private static let mostCorners = 700
  /// Templates that are kept.
  private static let mostTemplates = 16
  /// The least standard deviation of a block with detail, in levels of 255, at `scoreWidth` cells.
  private static let leastDeviation: Float = 5
  /// Columns of cells of the template by which a view is judged.
  package static let scoreWidth = 96

  /// Takes a picture.
  ///
  /// - Parameter aspect: the print's height by its width, which a smaller picture has only about.
  package init(name: String, widthMm: Double?, picture: GreyPicture, aspect: Double) {
    (self.name, self.widthMm, self.picture, self.aspect) = (name, widthMm, picture, aspect)
    let shorter = min(picture.width, picture.height)
    // By the shorter side, so that wide pictures have as many pixels as high ones.
    let factor = Double(Self.searchWidth) / Double(shorter)
    let size = (
      width: max(Int((Double(picture.width) * factor).rounded()), 1),
      height: max(Int((Double(picture.height) * factor).rounded()), 1)
    )
    let small = self.picture.reduced(width: size.width, height: size.height)
    featureSize = size
    features = PictureFeatures(small, most: Self.mostCorners)
    flippedFeatures = PictureFeatures(small.flipped, most: Self.mostCorners)
    isDetailed = template(
      width: Self.scoreWidth, height: Int((Double(Self.scoreWidth) * aspect).rounded())
    ).deviations.map { $0 >= Self.leastDeviation }
  }

  package var detailedBlocks: [Bool] { isDetailed }

  package func template(width: Int, height: Int) -> PlaneTemplate {
    let size = TemplateSize(width: width, height: height)
    if let template = templates[size] {
      if uses.last != size, let place = uses.firstIndex(of: size) {
        uses.append(uses.remove(at: place))
      }
      return template
    }
    if templates.count == Self.mostTemplates {
      templates[uses.removeFirst()] = nil
    }
    let template = PlaneTemplate(picture, aspect: aspect, width: width, height: height)
    templates[size] = template
    uses.append(size)
    return template
  }

  /// Searches it among a picture's corners.
  package func search(in seen: PictureFeatures, flipped: Bool) -> HomographySearch {
    HomographySearch(
      seen.matches(with: flipped ? flippedFeatures : features), width: featureSize.width,
      height: featureSize.height, flipped: flipped)
  }

  /// The map from the print's plane to where its corners lie; nil where they are no quad.
  package func map(to corners: Quad<TrackerSpace>) -> Homography<PrintSpace, TrackerSpace>? {
    guard let map = Homography<PrintSpace, TrackerSpace>(rectangle: 1, aspect, to: corners) else {
      return nil
    }
    let (x, y) = (0.5, aspect / 2)
    // The plane's origin is its middle.
    let h2 = map.h0 * x + map.h1 * y + map.h2
    let h5 = map.h3 * x + map.h4 * y + map.h5
    let h8 = map.h6 * x + map.h7 * y + map.h8
    guard h8 != 0 else { return nil }
    return Homography(
      map.h0 / h8, map.h1 / h8, h2 / h8, map.h3 / h8, map.h4 / h8, h5 / h8, map.h6 / h8,
      map.h7 / h8, 1)
  }

  /// Where the print's corners lie under a map; nil where one lies beyond the horizon.
  package func corners(_ map: Homography<PrintSpace, TrackerSpace>) -> Quad<TrackerSpace>? {
    let places = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].compactMap { x, y in
      let point = Point2<PrintSpace>(x, y * aspect)
      return map.weight(at: point) > 0.02 ? map(point) : nil
    }
    guard places.count == 4, places.allSatisfy({ ($0.x + $0.y).isFinite }) else { return nil }
    return Quad(places[0], places[1], places[2], places[3])
  }
}
