/// JPEG pictures, read and written by libjpeg-turbo.
///
/// Read: baseline, extended and progressive ones of 8 bit, of any subsampling, in colour or grey,
/// turned upright by their EXIF orientation. CMYK is refused: its colours mean nothing without a
/// printer's profile. ICC profiles are ignored as `PNG` ignores them, so the samples are taken for
/// sRGB.
///
/// Written: baseline, the tables of ITU-R T.81's annex K, and no metadata: neither place nor device
/// nor thumbnail of what the picture came from.
public enum JPEG {
  /// The longest side that libjpeg-turbo writes and reads.
  public static let sideLimit = 65_500

  /// The most scans of a picture.
  ///
  /// A scan of a few bytes goes over all of the picture's coefficients, so a small file could take
  /// minutes. Encoders make 10, those that search for the best script up to 23.
  public static let scanLimit = 32
}
