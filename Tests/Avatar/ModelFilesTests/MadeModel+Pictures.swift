import Imaging

extension MadeModel {
  /// A PNG of one colour.
  static func picture(_ width: Int = 2, _ height: Int = 2) throws -> [UInt8] {
    let pixels = [UInt8](repeating: 200, count: 4 * width * height)
    let picture = StraightRGBA8(width: width, height: height, bytes: pixels)
    return try picture?.encoded(as: PictureEncoding(.png)) ?? []
  }
}
