/// What a layer's picture lies on.
public enum LayerSurface: Hashable, Sendable {
  /// A plane.
  case flat
  /// A sheet that is bent back.
  case curved(SurfaceCurve)
  /// The face itself: the picture lies in the texture space of MediaPipe's canonical face.
  case face(holes: FaceHoles)

  /// The surfaces' names in a manifest.
  public enum Kind: String, CaseIterable, Sendable {
    case flat, curved, face
  }

  /// Its name in a manifest.
  public var kind: Kind {
    switch self {
    case .flat: .flat
    case .curved: .curved
    case .face: .face
    }
  }
}

/// How a sheet is bent back.
public struct SurfaceCurve: Hashable, Sendable {
  /// What it is bent about.
  public enum Centre: String, CaseIterable, Sendable {
    /// The layer's anchor, so that layers with the same radii lie on one sheet.
    case anchor
    /// The layer's own pivot.
    case pivot
  }

  /// The radius of the bend from left to right, in eye distances; nil where it is straight that way.
  public var radiusX: Double?
  /// The radius of the bend from top to bottom, in eye distances; nil where it is straight that way.
  public var radiusY: Double?
  /// What it is bent about.
  public var centre: Centre

  /// Makes a curve.
  public init(radiusX: Double? = nil, radiusY: Double? = nil, centre: Centre = .anchor) {
    (self.radiusX, self.radiusY, self.centre) = (radiusX, radiusY, centre)
  }
}

/// Where a picture on a face is left open.
public struct FaceHoles: OptionSet, Hashable, Sendable {
  /// A bit for each hole.
  public let rawValue: Int

  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Within the rings of both eyes.
  public static let eyes = FaceHoles(rawValue: 1)
  /// Within the ring of the inner lips.
  public static let mouth = FaceHoles(rawValue: 2)
  /// All of them.
  public static let all: FaceHoles = [.eyes, .mouth]

  /// The names in a manifest.
  public static let named: [(name: String, holes: FaceHoles)] = [
    ("eyes", .eyes), ("mouth", .mouth),
  ]
}

/// How a layer competes with others for the points of a picture.
public enum LayerDepth: String, CaseIterable, Sendable {
  /// It is painted over what is below it in the list.
  case own
  /// It is painted where it is before the face's occluders and the shared layers below it.
  case shared
}
