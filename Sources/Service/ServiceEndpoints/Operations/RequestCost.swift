internal import Foundation
internal import Geometry
internal import HTTPMessages
import HTTPServer
internal import Imaging
internal import Requests
package import ServiceInterface

/// What requests cost, estimated from sizes and the headers of pictures, in units: 1 is a frame of
/// 1280 x 720, composited from JPEG to JPEG with one avatar.
///
/// The estimate orders requests before they run, and is what a rate counts; what a request really took
/// corrects both (`MeasuredCost`). The figures are ratios of the least of six durations on one machine (two cores of a
/// Zen 4), each asked for alone by curl: a frame of 1280 x 720 as JPEG 1, PNG 2, WebP 11, tracked 2.3; of
/// 3840 x 2160 as JPEG 6.5, PNG 14, WebP 54, JPEG to PNG 12, tracked 14; a snapshot of a still 11 and 20; of a
/// frame of a clip 34, of the best of 240 frames 540; a session of 10 samples 8, of 6.8 MB of samples 15; a
/// comparison of 1280 x 720 7, where much is to be explained 100; the look into a render's recording 25; a
/// preview 2; the upload of a package of 0.9 MB 8.
package enum RequestCost {
  /// Taking in so many bytes of a body, whatever becomes of it: 1.2 ms for a million bytes of a form on the same
  /// machine, by the processor's time of the service.
  package static func receiving(_ bytes: Int) -> Double { 0.15e-6 * Double(bytes) }

  /// A state, a list, a file of the disk.
  static let light: Operation.Estimate = { _ in 1 }
  /// The sheet of a package's pictures.
  static let preview: Operation.Estimate = { _ in 2 }

  /// A picture with its avatars.
  package static let frame: Operation.Estimate = { request in
    let parts = Parts(request)
    guard let picture = parts.picture("picture") else { return 1 }
    return 0.1 + drawing(picture, parts, request.head)
  }

  /// A drawn head.
  static let head: Operation.Estimate = { _ in 2 }

  /// A snapshot of a still, by a worker, or of a clip.
  static let snapshot: Operation.Estimate = { request in
    let parts = Parts(request)
    if let picture = parts.picture("picture") { return 9 + drawing(picture, parts, request.head) }
    let isTracked = parts["tracking"] == nil
    return 35 + parts.megabytes("tracking")
      + min(parts.megabytes("video") * (isTracked ? 400 : 50), 1000)
  }

  /// Two pictures that are compared.
  static let comparison: Operation.Estimate = { request in
    let parts = Parts(request)
    let pictures = ["a", "b", "mask", "ground"].compactMap(parts.picture)
    return 1 + pictures.map { ($0.format.decoding + 10) * $0.frames }.reduce(0, +)
  }

  /// Tracking that is replayed.
  static let session: Operation.Estimate = { 8 + Parts($0).megabytes("tracking") }

  /// The look into a render's recording.
  static let submission: Operation.Estimate = {
    let parts = Parts($0)
    return 25 + parts.megabytes("tracking") + parts.megabytes("video") / 4
  }

  /// A person that is erased: renders are removed, and the database is written anew.
  static let erasure: Operation.Estimate = { _ in 25 }

  /// A package that is checked.
  static let package: Operation.Estimate = { 2 + 8 * Parts($0).megabytes("body") }

  private static func drawing(
    _ picture: Picture, _ parts: Parts, _ head: HTTPRequestHead
  ) -> Double {
    let options = EstimatedOptions(parts.bytes("options", upTo: RenderRequest.maximumBytes))
    let output = options.size(from: picture.size).map(frames) ?? picture.frames
    let encoding = (written(options.format, head) ?? picture.format.written).encoding
    let tracking = parts["tracking"] == nil ? 1 + 0.75 * picture.frames : 0
    return picture.format.decoding * picture.frames + (0.2 + encoding) * output + tracking
  }

  /// The dearest format that options or header name; nil where they name none.
  private static func written(
    _ format: PictureFormat?, _ head: HTTPRequestHead
  ) -> PictureFormat? {
    let accepted = head.header("Accept")?.prefix(longestText).lowercased() ?? ""
    return [PictureFormat.webp, .png].first {
      format == $0 || accepted.contains($0.mediaType)
    } ?? format
  }

  /// Pixels as frames of 1280 x 720; what is refused for its size costs nothing.
  private static func frames(_ width: Int, _ height: Int) -> Double {
    min(Double(width) * Double(height), 67_108_864) / 921_600
  }

  /// The most characters of `Accept` that are looked at.
  private static let longestText = 4096
  /// The most bytes of a picture's file in which its size is looked for.
  private static let longestHeader = 64 * 1024

  /// A picture by its header.
  private struct Picture {
    var format: PictureFormat
    /// Columns and rows; nil where its header does not tell.
    var size: (width: Int, height: Int)?
    var frames: Double
  }

  /// The parts of a body.
  private struct Parts {
    private let parts: [HTTPPart]

    init(_ request: HTTPRequest) {
      if case .parts(let parts) = request.body { self.parts = parts } else { parts = [] }
    }

    subscript(name: String) -> HTTPPart? { parts.first { $0.name == name } }

    /// The bytes of a part, in millions.
    func megabytes(_ name: String) -> Double { Double(self[name]?.content.size ?? 0) / 1e6 }

    /// The first bytes of a part.
    func bytes(_ name: String, upTo most: Int) -> [UInt8] {
      self[name].map { head(of: $0, most) } ?? []
    }

    /// A picture's format and size; where its header does not tell, what its bytes may be.
    func picture(_ name: String) -> Picture? {
      guard let part = self[name] else { return nil }
      let head = head(of: part, longestHeader)
      guard let format = PictureFormat(magic: head) else { return nil }
      // libheif reads all boxes, which is not for this thread.
      let size = format == .heif ? nil : try? PictureFormat.size(of: head)
      let guess = Double(part.content.size) / (format == .png ? 500_000 : 100_000)
      let sides = size.map { (width: $0.width, height: $0.height) }
      return Picture(
        format: format, size: sides, frames: size.map { frames($0.width, $0.height) } ?? guess)
    }

    private func head(of part: HTTPPart, _ most: Int) -> [UInt8] {
      switch part.content {
      case .bytes(let bytes): return Array(bytes.prefix(most))
      case .file(let path, _):
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? file.close() }
        return [UInt8]((try? file.read(upToCount: most)) ?? Data())
      }
    }
  }
}

extension PictureFormat {
  /// What decoding a frame of 1280 x 720 costs.
  fileprivate var decoding: Double {
    switch self {
    case .jpeg: 0.3
    case .png: 0.6
    case .webp: 1.5
    case .heif, .avif, .jxl: 4
    }
  }

  /// What encoding one costs.
  fileprivate var encoding: Double {
    switch self {
    case .jpeg, .heif: 0.4
    case .png: 1
    case .webp: 6
    case .avif, .jxl: 20
    }
  }
}
