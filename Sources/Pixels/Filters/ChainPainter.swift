public import Imaging

/// Applies filters one after the other to one picture after another, each with memory of its own.
///
/// Each takes what the one before made as a finished picture: as if it had been written without loss and read again.
public struct ChainPainter {
  private var painters: [FilterPainter]

  /// Makes a painter of filters in their order; those that change nothing are left out.
  public init(_ filters: [PictureFilter]) {
    painters = filters.filter { !$0.isIdentity }.map { FilterPainter($0) }
  }

  /// Whether pictures stay as they are.
  public var isIdentity: Bool { painters.isEmpty }

  /// Filters a picture in place, as `FilterPainter.apply` does.
  public mutating func apply(
    to picture: MutablePicture, atMs time: Double
  ) throws(FilterError) {
    for index in painters.indices { unsafe try painters[index].apply(to: picture, atMs: time) }
  }

  /// Filters a picture in place, as `FilterPainter.apply` does.
  public mutating func apply(
    to picture: inout StraightRGBA8, atMs time: Double, matrix: YUVEncoding.Matrix
  ) throws(FilterError) {
    for index in painters.indices {
      try painters[index].apply(to: &picture, atMs: time, matrix: matrix)
    }
  }
}
