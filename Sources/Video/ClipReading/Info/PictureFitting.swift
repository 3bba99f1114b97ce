internal import CFFmpeg
internal import Frames
internal import Geometry

/// Brings pictures that have other sizes or turns into frames of one size: scaled as far as they fit, their
/// shape kept, with black around.
struct PictureFitting: Sendable {
  private let changes: PictureChanges
  private let size: PixelSize<OutputSpace>
  private let aspect: Rational
  /// How all pictures are to be shown; nil where each part says it.
  private let common: DisplayOrientation?
  private let ticksPerTick: Int64
  /// Where the pictures lie, part by part.
  let regions: PictureRegions

  /// - Parameters:
  ///   - orientation: how all pictures are to be shown; nil where each part says it.
  ///   - ticksPerTick: the ticks that are handed out for one of the stream.
  init(
    _ changes: PictureChanges, into info: ClipInfo, orientation: DisplayOrientation?,
    ticksPerTick: Int64
  ) {
    (self.changes, common, self.ticksPerTick) = (changes, orientation, ticksPerTick)
    (size, aspect) = (info.uprightSize, info.sampleAspectRatio)
    let (width, height) = (Double(size.width), Double(size.height))
    let aspect = info.sampleAspectRatio.value
    regions = PictureRegions(
      parts: changes.parts.map { [size] part in
        let turn = (orientation ?? part.orientation ?? .upright).turn
        let (w, h) = turn.swapsSides ? (part.height, part.width) : (part.width, part.height)
        let place = FittedPicture(
          shape: Double(w) * aspect / Double(h), into: size, aspect: aspect)
        return PictureRegions.Part(
          startMs: info.milliseconds(atPts: part.pts &* ticksPerTick),
          x: Double(place.x) / width, y: Double(place.y) / height,
          width: Double(place.width) / width, height: Double(place.height) / height)
      })
  }

  /// How a picture is to be shown.
  func orientation(at pts: Int64) -> DisplayOrientation {
    common ?? changes.part(at: pts / ticksPerTick).orientation ?? .upright
  }

  var note: String {
    let count = changes.parts.count - 1
    let bars = regions.areWhole ? "" : ", with black bars where their shape differs"
    let what = changes.sizeCount > 1 ? "size" : "turn"
    return
      "its pictures change their \(what) \(count == 1 ? "once" : "\(count) times"); all are fitted into "
      + "\(size)\(bars)"
  }

  /// Fits an upright picture in.
  func fit(_ frame: consuming VideoFrame) throws(VideoError) -> VideoFrame {
    let stated = Rational(unsafe frame.handle.raw.pointee.sample_aspect_ratio)
    let own = stated.flatMap { (0.125...8).contains($0.value) ? $0 : nil } ?? aspect
    let shape = Double(frame.width) * own.value / Double(frame.height)
    let place = FittedPicture(shape: shape, into: size, aspect: aspect.value)
    let isWhole = place.width == size.width && place.height == size.height
    if isWhole, frame.width == size.width, frame.height == size.height { return frame }
    let (tags, format) = (frame.colourTags, frame.handle.format)
    var frame = frame
    if frame.width != place.width || frame.height != place.height {
      frame = try frame.converted(
        to: format, width: place.width, height: place.height, tags: tags)
    }
    unsafe frame.handle.raw.pointee.sample_aspect_ratio = aspect.raw
    return isWhole ? frame : try framed(frame, at: place)
  }

  private func framed(
    _ frame: consuming VideoFrame, at place: FittedPicture
  ) throws(VideoError) -> VideoFrame {
    guard let layout = PixelLayout(frame.handle.format) else { return frame }
    let target = try frame.memory.pool.makeFrame(
      layout: layout, width: size.width, height: size.height)
    try target.copyProperties(from: frame.handle)
    unsafe avo_fill(target.raw, nil)
    try VideoFrame.copy(
      layout, frame.handle, from: (0, 0), into: target, at: (place.x, place.y))
    frame.handle = target
    return frame
  }
}
