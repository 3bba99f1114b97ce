internal import CFFmpeg
internal import Frames
internal import Geometry
internal import Imaging

extension ClipInfo {
  /// The description of a still as a clip of one frame, or of numbered pictures by the first of them.
  ///
  /// The names are those that FFmpeg has for such files, and so is the clock of a single one.
  init(
    _ still: StillFile, of pictures: NumberedPictures?, path: String, plan: FramePlan
  ) throws(VideoError) {
    let picture = still.decoded.picture
    guard let upright = PixelSize<OutputSpace>(width: picture.width, height: picture.height) else {
      throw .nothingDecodable(path: path, reason: "the picture has no pixels")
    }
    let swaps = still.orientation.swapsSides
    let isOpaque = picture.isOpaque
    container = pictures == nil ? "\(still.format.rawValue)_pipe" : "image2"
    codec = still.format == .jpeg ? "mjpeg" : still.format.rawValue
    storedWidth = swaps ? picture.height : picture.width
    storedHeight = swaps ? picture.width : picture.height
    orientation = DisplayOrientation(still.orientation)
    uprightSize = upright
    sampleAspectRatio = .one
    sceneSize = upright.retyped(as: SceneSpace.self)
    decodedPixelFormat = isOpaque ? "rgb24" : "rgba"
    pixelFormat = PixelLayout.name(of: plan.format)
    hasTransparency = !isOpaque && PixelFamily.of(plan.format).hasAlpha
    conversionNote =
      isOpaque || hasTransparency
      ? nil
      : "its transparency is kept in pictures and in clips that can hold it, and dropped in others"
    colourTags = plan.tags
    lightMetadata = LightMetadata()
    timeBase = pictures?.rate.timeBase ?? Self.stillTimeBase
    timelineOrigin = 0
    startPts = 0
    duration = pictures.map { Double($0.count) / $0.rate.value }
    endMs = duration.map { $0 * 1000 }
    averageFrameRate = pictures?.rate.ratio ?? Self.stillTimeBase.inverse
    frameCount = pictures?.count ?? 1
    keptFields = nil
    soundTracks = []
    hasFurtherTracks = false
    metadata = [:]
  }

  /// A frame takes one tick.
  private static let stillTimeBase = Rational(unchecked: 1, 25)
}

extension StillFile {
  /// The picture as a decoder's frame.
  func handle(
    pts: Int64, duration: Int64, memory: FrameMemory
  ) throws(VideoError) -> FrameHandle {
    let handle = try VideoFrame.handle(of: decoded.picture, memory: memory)
    ColourTags(of: format).apply(to: handle)
    unsafe handle.raw.pointee.best_effort_timestamp = pts
    unsafe avo_set_duration(handle.raw, duration)
    return handle
  }
}

extension ColourTags {
  /// What a still of a format means by its colours: a filter tells brightness as JPEG's planes do, and an
  /// encoder is given what it was given of JPEG (JFIF 1.02).
  init(of format: PictureFormat) {
    self.init()
    rawRange = AVCOL_RANGE_JPEG
    guard format == .jpeg else { return }
    rawMatrix = AVCOL_SPC_BT470BG
    rawChromaLocation = AVCHROMA_LOC_CENTER
  }
}

extension DisplayOrientation {
  /// The eight of EXIF 2.32, 4.6.5: each as it is shown, mirrored first and then turned.
  init(_ stated: EXIFOrientation) {
    switch stated {
    case .upright: self = .upright
    case .flipped: self.init(turn: .none, mirrored: true)
    case .half: self.init(turn: .half, mirrored: false)
    case .flippedVertically: self.init(turn: .half, mirrored: true)
    case .transposed: self.init(turn: .counterclockwise, mirrored: true)
    case .clockwise: self.init(turn: .clockwise, mirrored: false)
    case .transversed: self.init(turn: .clockwise, mirrored: true)
    case .counterclockwise: self.init(turn: .counterclockwise, mirrored: false)
    }
  }
}
