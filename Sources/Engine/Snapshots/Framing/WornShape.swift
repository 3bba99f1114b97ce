import Geometry
import Imaging
import Placement
import Rendering

/// What one face or card of a picture wears.
struct WornShape {
  /// Who wears it, in words.
  let wearer: String
  /// Boxes, one below the other, that together have its shape as far as it lies in the picture.
  let boxes: [Rectangle<OutputSpace>]
  /// The box about all of its layers, also beyond the picture.
  private let extent: Rectangle<OutputSpace>

  /// How many boxes have its shape at most.
  private static let bands = 40
  /// The opacity from which on a pixel counts as drawn: softer ones are shadows.
  private static let leastAlpha: UInt8 = 64

  /// What is drawn of the layers of a picture, by who wears them.
  ///
  /// - Parameter overlay: the layers alone, as they were drawn on the picture; nil where only their corners are known.
  static func all(_ record: PlacementRecord, in overlay: StraightRGBA8?) -> [WornShape] {
    var entries: [(wearer: String, corners: [Point2<OutputSpace>])] = []
    for entry in record.placements where entry.opacity > 0 {
      let wearer = "\(entry.subject.rawValue) \(entry.face)"
      if let index = entries.firstIndex(where: { $0.wearer == wearer }) {
        entries[index].corners += entry.extent.corners
      } else {
        entries.append((wearer, entry.extent.corners))
      }
    }
    return entries.compactMap { entry in
      Rectangle(around: entry.corners).map { WornShape(entry.wearer, $0, in: overlay) }
    }
  }

  private init(
    _ wearer: String, _ extent: Rectangle<OutputSpace>, in overlay: StraightRGBA8?
  ) {
    (self.wearer, self.extent) = (wearer, extent)
    boxes =
      overlay?.drawn(in: extent, bands: Self.bands, from: Self.leastAlpha) ?? [extent]
  }

  /// A note of the edges at which the picture itself ends within it; nil for none.
  ///
  /// By how much is known by the layers' outlines, whose edges may be empty.
  func note(of picture: PixelSize<OutputSpace>) -> String? {
    guard let seen = boxes.around else { return nil }
    let (width, height) = (Double(picture.width), Double(picture.height))
    let edges = [
      ("top", seen.top <= 1, -extent.top, extent.height),
      ("bottom", seen.bottom >= height - 1, extent.bottom - height, extent.height),
      ("left", seen.left <= 1, -extent.left, extent.width),
      ("right", seen.right >= width - 1, extent.right - width, extent.width),
    ]
    let cut = edges.compactMap { name, isReached, beyond, side -> String? in
      let percent = Int((100 * beyond / max(side, 1)).rounded())
      return isReached && percent > 0 ? "\(name) by up to \(percent) %" : nil
    }
    guard !cut.isEmpty else { return nil }
    return "the picture itself cuts off what \(wearer) wears: at the "
      + cut.joined(separator: ", at the ")
  }
}

extension [Rectangle<OutputSpace>] {
  /// The box around all of them; nil where there is none.
  fileprivate var around: Rectangle<OutputSpace>? {
    first.map { first in reduce(first) { $0.union($1) } }
  }
}

extension StraightRGBA8 {
  /// Boxes about the pixels in an area that are at least so opaque, one below the other.
  fileprivate func drawn(
    in area: Rectangle<OutputSpace>, bands: Int, from leastAlpha: UInt8
  ) -> [Rectangle<OutputSpace>] {
    let left = Int(area.left.rounded(.down).clamped(to: 0...Double(width)))
    let right = Int(area.right.rounded(.up).clamped(to: 0...Double(width)))
    let top = Int(area.top.rounded(.down).clamped(to: 0...Double(height)))
    let bottom = Int(area.bottom.rounded(.up).clamped(to: 0...Double(height)))
    guard left < right, top < bottom else { return [] }
    let rows = max(1, (bottom - top + bands - 1) / bands)
    return stride(from: top, to: bottom, by: rows).compactMap { first in
      var box: (left: Int, top: Int, right: Int, bottom: Int)?
      for y in first..<min(first + rows, bottom) {
        for x in left..<right where self[x, y].alpha >= leastAlpha {
          let known = box ?? (x, y, x, y)
          box = (min(known.left, x), known.top, max(known.right, x), y)
        }
      }
      return box.map {
        Rectangle(
          Point2(Double($0.left), Double($0.top)),
          Point2(Double($0.right + 1), Double($0.bottom + 1)))
      }
    }
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}
