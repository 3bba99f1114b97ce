package import Frames
package import Imaging

// What has planes of its own is drawn on as it is, before its layers and after.

extension VideoFrame: FrameSurface {
  package mutating func withLayerPixels(_ draw: (MutablePicture) throws -> Void) throws {
    try unsafe withMutablePicture { try unsafe draw($0) }
  }

  package mutating func withFinishedPixels(
    planes: (MutablePicture) throws -> Void,
    colours: (inout StraightRGBA8, _ matrix: YUVEncoding.Matrix) throws -> Void
  ) throws {
    try unsafe withMutablePicture { try unsafe planes($0) }
  }
}

extension PlanarJPEG: FrameSurface {
  package func withLayerPixels(_ draw: (MutablePicture) throws -> Void) throws {
    _ = try unsafe withMutablePicture { try unsafe draw($0) }
  }

  package func withFinishedPixels(
    planes: (MutablePicture) throws -> Void,
    colours: (inout StraightRGBA8, _ matrix: YUVEncoding.Matrix) throws -> Void
  ) throws {
    _ = try unsafe withMutablePicture { try unsafe planes($0) }
  }
}
