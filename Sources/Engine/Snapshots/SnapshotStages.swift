import Geometry
import Hud
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import Session
import ShareCards
import Timelines

/// A rendered picture on its way through the stages of a snapshot; where its layers went goes with
/// it.
struct SnapshotStages {
  /// The picture as far as it has come.
  private(set) var picture: StraightRGBA8
  /// Where every layer went, in this picture's pixels.
  private(set) var placements: PlacementRecord
  /// What a person should know.
  private(set) var notes: [String] = []
  private var faces: [PictureFace]
  /// The layers alone, as long as the picture was not cut.
  private var overlay: StraightRGBA8?

  /// How far a crop that was asked for by its size is enlarged to it: beyond twice, a picture only
  /// gets softer.
  static let largestEnlargement = 2.0

  init(_ rendered: PicturesJob.Picture) {
    picture = rendered.picture
    placements = rendered.placements
    (faces, overlay) = (rendered.faces, rendered.overlay)
  }

  private var size: PixelSize<OutputSpace> { PixelSize(clamping: picture.width, picture.height) }

  /// Cuts the picture to a shape, around its faces and avatars.
  mutating func crop(to shape: CropShape?) throws(RenderingError) {
    guard let shape else { return }
    let plan = CropPlan(to: shape, of: size, around: CropSubject(faces, placements))
    try SnapshotLimits.check(plan.size)
    picture = picture.cropped(by: plan)
    overlay = nil
    placements = placements.mapped(by: plan.map, to: plan.size)
    move(by: plan.map)
    if !plan.isInside {
      notes.append(
        "\(shape.ratio) cannot hold all faces and avatars within the picture; it was"
          + " extended beyond its edges")
    }
  }

  /// Sets the picture in a share card, its faces and avatars in view.
  mutating func set(in stage: ShareCardStage?) throws(ShareCardError) {
    guard let stage else { return }
    let worn = WornShape.all(placements, in: overlay)
    let result = try stage.card.render(
      picture: picture, subject: ShareCardSubject(faces, worn), ratio: stage.ratio,
      fields: stage.fields)
    notes += worn.compactMap { $0.note(of: self.size) }
    let size = stage.ratio.size
    picture = result.picture
    if let map = result.map { placements = placements.mapped(by: map, to: size) }
    notes += result.notes
  }

  /// Scales the picture to the crop's size, where it has one, and down to the bounds.
  mutating func scale(to shape: CropShape?, within bounds: PixelSize<OutputSpace>?) {
    var target = size
    if case .size(let wanted) = shape {
      let factor = Double(wanted.width) / Double(target.width)
      target =
        factor <= Self.largestEnlargement
        ? wanted
        : wanted.scaled(
          by: Self.largestEnlargement / factor)
      if factor > Self.largestEnlargement {
        notes.append(
          "the picture is \(target), not \(wanted): pictures are enlarged at most"
            + " \(Int(Self.largestEnlargement)) times")
      }
    }
    if let bounds {
      let factor = min(
        Double(bounds.width) / Double(target.width), Double(bounds.height) / Double(target.height))
      if factor < 1 { target = target.scaled(by: factor) }
    }
    guard target != size else { return }
    let map = AffineMap<OutputSpace, OutputSpace>(
      Double(target.width) / Double(size.width), 0, 0,
      0, Double(target.height) / Double(size.height), 0)
    picture = picture.resampled(to: target)
    placements = placements.mapped(by: map, to: target)
    move(by: map)
  }

  /// Takes the faces along.
  private mutating func move(by map: AffineMap<OutputSpace, OutputSpace>) {
    for index in faces.indices { faces[index].landmarks = faces[index].landmarks.map { map($0) } }
  }

  /// Runs the passes that were left for the cut picture.
  mutating func draw(_ state: FrameState?, as options: PassOptions) throws {
    guard let state else { return }
    var passes = try PassList(PassSetup(options, avatars: LayerTextures([])), in: .cutPicture)
    var surface = PictureSurface(picture, matrix: .bt709)
    var cut = state.inCutPicture(of: size)
    if let session = state.session {
      let kept = faces.flatMap { $0.landmarks.boxesToKeepFree(withMouth: session.asksForTeeth) }
      cut.hudPlace = HudPlace(HudCover(try options.hud.theme.load(), on: size).best(kept))
    }
    try passes.draw(cut, on: &surface)
    picture = surface.picture()
  }
}

/// How large a snapshot may become.
enum SnapshotLimits {
  /// The longest side of a canvas that is continued beyond the picture, in pixels.
  static let longestSide = 16384
  /// Its most pixels.
  static let pixels = 1 << 26

  static func check(_ size: PixelSize<OutputSpace>) throws(RenderingError) {
    guard max(size.width, size.height) <= longestSide else {
      throw .frameTooLarge("\(size)", limit: "\(longestSide) pixels a side")
    }
    guard size.width * size.height <= pixels else {
      throw .frameTooLarge("\(size)", limit: "\(pixels) pixels")
    }
  }
}

extension PixelSize {
  /// The size made smaller or larger, to the nearest pixel.
  fileprivate func scaled(by factor: Double) -> PixelSize {
    PixelSize(
      clamping: Int((Double(width) * factor).rounded()),
      Int((Double(height) * factor).rounded()))
  }
}
