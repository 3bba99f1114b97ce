/// A coordinate space of the chain from the tracker's picture to the output picture.
///
/// Spaces are types, so that a point of the tracker picture cannot be passed for a point of the
/// scene: a point only gets from one space to the next through the map between the two.
///
///     ArtworkSpace ─► FaceSpace ─┬─────────── landmarks ─────────────► SceneSpace ─► OutputSpace
///                                └► CanonicalSpace ─► CameraSpace ─► TrackerSpace ─┘
public protocol CoordinateSpace: Sendable {}

/// T: pixels of the picture that the tracker was given; x right, y down.
///
/// The origin is the outer corner of the top-left pixel. The picture may be smaller than the
/// video, turned, or mirrored. A landmark's z has the scale of x.
public enum TrackerSpace: CoordinateSpace {}

/// S: square pixels of the video picture, upright and not mirrored; x right, y down.
public enum SceneSpace: CoordinateSpace {}

/// F: eye distances; x towards the subject's left, y up, z out of the face.
///
/// The origin is the layer's anchor. Avatar layers are designed in this space.
public enum FaceSpace: CoordinateSpace {}

/// C: centimetres of MediaPipe's canonical face model; x right, y up, z out of the face.
public enum CanonicalSpace: CoordinateSpace {}

/// Centimetres before the tracker's camera: x right, y up, and the camera looks down -z.
public enum CameraSpace: CoordinateSpace {}

/// O: pixels of the produced frame; x right, y down.
public enum OutputSpace: CoordinateSpace {}

/// Pixels of a layer's stored picture; x right, y down, from the outer top-left corner.
public enum ArtworkSpace: CoordinateSpace {}

/// The plane of a printed picture: x right, y down as printed, from its middle, in widths of the picture.
public enum PrintSpace: CoordinateSpace {}
