internal import Geometry
internal import Imaging

/// Reads the pictures that a review names, and makes them what the page holds.
struct PictureSource: Sendable {
  let files: ReviewedFiles
  let limits: ReviewLimits

  /// A picture's bytes for the page, pixel for pixel where its sides allow.
  func full(_ path: String, _ place: EmbeddedPicture) -> EmbeddedPicture {
    attempt(place) { embedded throws(ImagingError) in
      let bytes = try read(path)
      let size = try PNG.size(of: bytes, limits: .still)
      (embedded.width, embedded.height) = (size.width, size.height)
      if max(size.width, size.height) <= limits.maxPictureSide {
        embedded.bytes = bytes
        embedded.isExact = true
      } else {
        let picture = try PNG.decode(bytes, limits: .still).flattened
        let small = picture.reduced(to: limits.maxPictureSide)
        embedded.bytes = try PNG.encode(small)
        embedded.note =
          "made smaller, from \(size.width) x \(size.height) to \(small.width) x \(small.height)"
      }
    }
  }

  /// A picture made smaller, as a JPEG.
  func reduced(_ path: String, _ place: EmbeddedPicture, side: Int) -> EmbeddedPicture {
    attempt(place) { embedded throws(ImagingError) in
      let picture = try PNG.decode(try read(path), limits: .still).flattened
      (embedded.width, embedded.height) = (picture.width, picture.height)
      let small = picture.reduced(to: side)
      embedded.bytes = JPEG.encode(small, quality: 85) ?? []
      embedded.note =
        small.width == picture.width && small.height == picture.height
        ? "as a JPEG"
        : "a preview of \(small.width) x \(small.height), of a picture of"
          + " \(picture.width) x \(picture.height)"
    }
  }

  /// A thumbnail; nil where the picture cannot be read.
  func thumbnail(_ path: String) -> [UInt8]? {
    do throws(ImagingError) {
      let picture = try PNG.decode(try read(path), limits: .still).flattened
      return JPEG.encode(picture.reduced(to: limits.thumbnailSide), quality: 80)
    } catch {
      return nil
    }
  }

  private func read(_ path: String) throws(ImagingError) -> [UInt8] {
    try files.read(path, limit: 1 << 28)
  }

  private func attempt(
    _ place: EmbeddedPicture, _ body: (inout EmbeddedPicture) throws(ImagingError) -> Void
  ) -> EmbeddedPicture {
    var embedded = place
    do throws(ImagingError) {
      try body(&embedded)
    } catch {
      embedded = place
      embedded.note = "\(error)"
    }
    return embedded
  }
}
