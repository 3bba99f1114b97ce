internal import Files
public import Geometry

extension PictureFormat {
  /// Decodes a picture that lies in memory, whichever of the formats it is in.
  ///
  /// The format is recognised by the first bytes, never by a name or by what a client says.
  public static func decode(
    _ bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> StraightRGBA8 {
    switch try format(of: bytes) {
    case .png: try PNG.decode(bytes, limits: limits)
    case .jpeg: try JPEG.decode(bytes, limits: limits)
    case .webp: try WebP.decode(bytes, limits: limits)
    case .heif, .avif, .jxl: try HEIF.decode(bytes, limits: limits)
    }
  }

  /// Decodes as much of a picture as is there, where it is damaged or cut off, and says what is lost.
  public static func salvage(
    _ bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> DecodedPicture {
    switch try format(of: bytes) {
    case .png: try PNG.salvage(bytes, limits: limits, allowsDamage: true)
    case .jpeg: try JPEG.salvage(bytes, limits: limits, allowsDamage: true)
    case .webp: try WebP.salvage(bytes, limits: limits, allowsDamage: true)
    // libheif gives all of a picture or nothing.
    case .heif, .avif, .jxl: DecodedPicture(picture: try HEIF.decode(bytes, limits: limits))
    }
  }

  /// Reads only the size of a picture as `decode` would give it.
  public static func size(
    of bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> PixelSize<ArtworkSpace> {
    switch try format(of: bytes) {
    case .png: try PNG.size(of: bytes, limits: limits)
    case .jpeg: try JPEG.size(of: bytes, limits: limits)
    case .webp: try WebP.size(of: bytes, limits: limits)
    case .heif, .avif, .jxl: try HEIF.size(of: bytes, limits: limits)
    }
  }

  /// How `decode` turns a picture to stand upright.
  package static func orientation(of bytes: [UInt8]) -> EXIFOrientation {
    switch PictureFormat(magic: bytes) {
    case .jpeg: JPEGSegments(bytes).orientation
    case .webp: WebPOrientation.of(bytes)
    // HEIF's boxes turn it in the decoder; its EXIF then speaks of what was before.
    case .png, .heif, .avif, .jxl, nil: .upright
    }
  }

  /// The format of a picture that lies in memory.
  public static func format(of bytes: [UInt8]) throws(ImagingError) -> PictureFormat {
    guard let format = PictureFormat(magic: bytes) else {
      throw .notAPicture(firstBytes: Array(bytes.prefix(FileKind.tellingBytes)))
    }
    return format
  }
}

extension StraightRGBA8 {
  /// The picture as a file's bytes: the same picture gives the same bytes, and nothing but the
  /// picture is in them, neither date nor place nor device, and the packet of XMP that is given.
  ///
  /// A JPEG has no alpha: what is transparent becomes white.
  public func encoded(as encoding: PictureEncoding) throws(ImagingError) -> [UInt8] {
    let file = try encodedAlone(as: encoding)
    return try encoding.xmp.map { xmp throws(ImagingError) in
      try PictureXMP.adding(xmp, to: file, encoding.format)
    } ?? file
  }

  private func encodedAlone(as encoding: PictureEncoding) throws(ImagingError) -> [UInt8] {
    switch encoding.format {
    case .png: try PNG.encode(self, compression: .fastest)
    case .jpeg:
      try JPEG.encoding(self, quality: encoding.quality, ground: RGBA8(255, 255, 255))
    case .webp: try WebP.encode(self, quality: encoding.quality)
    case .avif: try AVIF.encode(self, quality: encoding.quality)
    case .jxl: try JPEGXL.encode(self, quality: encoding.quality)
    case .heif: throw .unwritable(reason: "\(encoding.format.name) is read only")
    }
  }
}
