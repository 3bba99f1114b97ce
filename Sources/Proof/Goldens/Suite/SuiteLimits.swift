/// How much a suite may hold.
public enum SuiteLimits {
  /// The longest `golden.json`, in bytes: 5000 cases take a third of it.
  public static let manifestBytes = 4 << 20
  /// The most cases.
  public static let cases = 5000
  /// The most frames of a case.
  public static let framesOfCase = 1000
  /// The most frames of all cases.
  public static let frames = 20000
  /// The most regions of a case that are left out, and the most that alone are compared.
  public static let regions = 64
  /// The most environments that may have variants.
  public static let environments = 16
  /// The longest name of an environment, in characters.
  public static let environmentLength = 64
  /// The most avatars of a case.
  public static let avatars = 64
  /// The largest golden, in pixels: 2048 x 2048, or two 1080p frames.
  ///
  /// Goldens live in a repository, where every recording stays for good; a case that needs no more
  /// than a face has `size` or `crop`.
  public static let goldenPixels = 4 << 20
  /// The largest content in the golden store, in bytes: four times the pixels of the largest golden.
  public static let contentBytes = 64 << 20
  /// The size of a golden's file from which on a note says so, in bytes.
  public static let largeGoldenBytes = 1 << 20
}
