package import Geometry
package import Tracking

/// A piece of the clip's picture in the size that the tracker is given, and the way back from it.
///
/// The tracker looks for faces in a picture that is made 128 pixels wide, and takes landmarks from one
/// of 256 in which the face fills two thirds. A face that is smaller is enlarged by the tracker without
/// care; enlarged before with a sinc its landmarks lie half as far from those of the same face in
/// large (60 pixels between the eyes: 0.5 % of that distance instead of 0.9 %).
package struct CloseUp: Hashable {
  /// The longer side of what the tracker is given, which a face fills a third of: its landmarks are
  /// then taken from 256 pixels.
  package static let side = 512
  /// The piece's sides, in sizes of the face: there is room for it to move.
  package static let reach = 3.0

  /// The piece, in pixels of the clip's picture.
  package let left, top, width, height: Int
  /// The picture that the tracker is given.
  package let size: PixelSize<TrackerSpace>

  /// The piece of a picture about some boxes, as large as its reach and what the boxes span ask for.
  init(around boxes: [FaceBox], in picture: PixelSize<TrackerSpace>) {
    let size = boxes.map(\.size).max() ?? 1
    let xs = boxes.map(\.center.x), ys = boxes.map(\.center.y)
    let (minX, maxX) = (xs.min() ?? 0, xs.max() ?? 0)
    let (minY, maxY) = (ys.min() ?? 0, ys.max() ?? 0)
    let side = Self.reach * size + max(maxX - minX, maxY - minY)
    let whole = max(16, Int(min(side, 65536).rounded()))
    self.init(
      left: Self.whole((minX + maxX - side) / 2), top: Self.whole((minY + maxY - side) / 2),
      width: whole, height: whole, in: picture, enlarges: true)
  }

  /// A piece of a picture, moved into it and cut to it where it is larger.
  init(
    left: Int, top: Int, width: Int, height: Int, in picture: PixelSize<TrackerSpace>,
    enlarges: Bool
  ) {
    self.width = min(width, picture.width)
    self.height = min(height, picture.height)
    self.left = min(max(0, left), picture.width - self.width)
    self.top = min(max(0, top), picture.height - self.height)
    let scale = Double(Self.side) / Double(max(self.width, self.height))
    let used = enlarges ? scale : min(1, scale)
    size = PixelSize(
      clamping: Int((Double(self.width) * used).rounded()),
      Int((Double(self.height) * used).rounded()))
  }

  private static func whole(_ value: Double) -> Int {
    Int(min(max(value, -1e6), 1e6).rounded())
  }

  /// The piece of a picture, as the tracker is given it.
  package func picture(of picture: TrackerPicture) -> TrackerPicture {
    let scaler = PieceScaler(from: (width, height), to: (size.width, size.height))
    let pixels = scaler.scaled(
      picture.pixels, rowBytes: 3 * picture.size.width, left: left, top: top)
    return TrackerPicture(size: size, pixels: pixels) ?? picture
  }
}

/// The clip's picture, from which close-ups are taken, and the one that the tracker was given, in whose
/// pixels faces are.
package struct PicturePair: Hashable {
  let clip, tracker: PixelSize<TrackerSpace>

  /// Makes a pair of pictures of the same thing.
  package init(clip: PixelSize<TrackerSpace>, tracker: PixelSize<TrackerSpace>) {
    (self.clip, self.tracker) = (clip, tracker)
  }

  private var scaleX: Double { Double(clip.width) / Double(tracker.width) }
  private var scaleY: Double { Double(clip.height) / Double(tracker.height) }

  /// A close-up of what is about some boxes of the tracker's picture.
  package func closeUp(around boxes: [FaceBox]) -> CloseUp {
    CloseUp(
      around: boxes.map {
        FaceBox(
          left: $0.left * scaleX, top: $0.top * scaleY, right: $0.right * scaleX,
          bottom: $0.bottom * scaleY)
      }, in: clip)
  }

  /// A face of a close-up as it is in the tracker's picture.
  ///
  /// Its matrix is that of its landmarks before the whole picture's camera; a close-up has another one.
  package func face(_ face: FaceSample, of closeUp: CloseUp) -> FaceSample {
    let x = Double(closeUp.width) / Double(closeUp.size.width)
    let y = Double(closeUp.height) / Double(closeUp.size.height)
    var mapped = face
    mapped.landmarks = face.landmarks.map {
      Point3(
        (Double(closeUp.left) + $0.x * x) / scaleX, (Double(closeUp.top) + $0.y * y) / scaleY,
        $0.z * x / scaleX)
    }
    if face.pose != nil { mapped.pose = PoseSolver(size: tracker).pose(of: mapped.landmarks) }
    return mapped
  }
}
