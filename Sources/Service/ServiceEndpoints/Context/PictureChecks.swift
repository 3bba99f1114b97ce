internal import Geometry
internal import Imaging
internal import Placement
internal import Problems
internal import Recordings
internal import ServiceConfiguration
internal import ServiceInterface
internal import ServicePackages

/// Looks at pictures before any of their pixels is decoded.
struct PictureChecks {
  let settings: ServiceSettings

  /// The format of a picture within the limits; throws for anything else.
  func format(of bytes: [UInt8], part: String = "picture") throws -> PictureFormat {
    do {
      let format = try PictureFormat.format(of: bytes)
      let size = try PictureFormat.size(of: bytes)
      try check(width: size.width, height: size.height, part)
      return format
    } catch let error as ImagingError {
      throw ImagingError.file(path: part, error)
    }
  }

  /// Throws where a result of this size would have too many pixels.
  ///
  /// - Parameter picture: the size of what is brought to it, as soon as that is known: a size of one side
  ///   says nothing before.
  func check(
    size: OutputSize?, of picture: PixelSize<OutputSpace>? = nil
  ) throws(ServiceProblem) {
    guard let size,
      let result = size.both ?? picture.map({ OutputFraming(.init($0), as: size).frame })
    else { return }
    try check(width: result.width, height: result.height, "options /size")
  }

  private func check(width: Int, height: Int, _ what: String) throws(ServiceProblem) {
    let (pixels, limit) = (width * height, settings.maximumPicturePixels)
    guard pixels <= limit else {
      throw ServiceProblem(
        .pictureTooLarge,
        "\(what): \(width) x \(height) is \(pixels) pixels, at most \(limit) are allowed")
    }
  }
}

extension ServiceContext {
  /// Throws where avatars have more layers together than a request may.
  func checkLayers(of names: [String], _ tenant: String) throws {
    var layers = 0
    for name in names where name != AvatarSelection.none {
      layers += try avatars.layerCount(name, of: tenant)
    }
    guard layers <= settings.maximumLayers else {
      throw ServiceProblem(
        .tooManyLayers,
        "the avatars have \(layers) layers together, at most \(settings.maximumLayers) allowed")
    }
  }
}
