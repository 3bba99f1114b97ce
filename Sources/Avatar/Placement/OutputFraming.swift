public import Geometry

/// How a clip's picture is brought into frames of a size: the part of it that is shown, how large that is,
/// and where it lies in the frame.
public struct OutputFraming: Hashable, Sendable {
  /// A clip's picture.
  public struct Picture: Hashable, Sendable {
    /// Upright, in its stored pixels.
    public var stored: PixelSize<OutputSpace>
    /// In square pixels.
    public var scene: PixelSize<SceneSpace>
    /// The frame that it has where no size is asked for: one of the two.
    public var native: PixelSize<OutputSpace>

    /// Describes a picture.
    public init(
      stored: PixelSize<OutputSpace>, scene: PixelSize<SceneSpace>,
      native: PixelSize<OutputSpace>
    ) {
      (self.stored, self.scene, self.native) = (stored, scene, native)
    }

    /// Describes a picture of square pixels.
    public init(_ size: PixelSize<OutputSpace>) {
      self.init(stored: size, scene: size.retyped(as: SceneSpace.self), native: size)
    }
  }

  /// Its sizes: stored, in the scene, and native.
  public let picture: Picture
  /// The columns of the stored picture that are shown.
  public private(set) var columns: Range<Int>
  /// The rows of the stored picture that are shown.
  public private(set) var rows: Range<Int>
  /// How far right of its first column, and below its first row, the shown part begins, in stored pixels: 0 up to 2.
  public private(set) var shift: SIMD2<Double> = .zero
  /// The size that the shown part is brought to, which is what is drawn on.
  public let drawn: PixelSize<OutputSpace>
  /// The size of the frame, which bars may make larger.
  public let frame: PixelSize<OutputSpace>
  /// Whether the frame's pixels are square though the clip's need not be.
  public let hasSquarePixels: Bool
  private let asked: OutputSize?
  private let fit: OutputFit?
  /// Whether the frame has the shape of a window over the picture, not the picture's.
  public let isOfWindow: Bool

  /// Works the framing out; a cut part is the picture's middle until it is moved.
  ///
  /// - Parameters:
  ///   - size: what is asked for; nil for the picture's own.
  ///   - fit: what becomes of another shape; nil keeps the picture's. With one side there is no other.
  ///   - step: what the sides of a frame that keeps the shape are multiples of: 2 where the encoder needs it.
  public init(_ picture: Picture, as size: OutputSize?, fit: OutputFit? = nil, step: Int = 1) {
    self.picture = picture
    (asked, self.fit, isOfWindow) = (size, fit, false)
    let (stored, scene) = (picture.stored, picture.scene)
    (columns, rows) = (0..<stored.width, 0..<stored.height)
    guard let size, size.both != picture.native else {
      (drawn, frame, hasSquarePixels) = (picture.native, picture.native, false)
      return
    }
    guard let box = size.both, let fit else {
      drawn = Self.largest(scene, within: size, step: step)
      (frame, hasSquarePixels) = (drawn, true)
      return
    }
    frame = box
    switch fit {
    case .stretch:
      drawn = box
      hasSquarePixels = box.width * stored.height != box.height * stored.width
    case .pad:
      // Even sides at even places, so that chroma is not resampled; a side that is filled is filled.
      let even = Self.largest(scene, within: size, step: 2)
      let exact = Self.largest(scene, within: size, step: 1)
      drawn = PixelSize(
        clamping: exact.width == box.width ? box.width : even.width,
        exact.height == box.height ? box.height : even.height)
      hasSquarePixels = true
    case .cover:
      drawn = box
      hasSquarePixels = true
      let aspect = Double(scene.width) / Double(stored.width)
      let shape = Double(box.width) / Double(box.height)
      let width = Self.part(Double(scene.height) * shape / aspect, of: stored.width)
      let height = Self.part(Double(scene.width) / shape, of: stored.height)
      (columns, rows) = (
        Self.middle(width, of: stored.width), Self.middle(height, of: stored.height)
      )
    }
  }

  /// Works out the framing of a window that moves over the picture, which is in its middle until it is moved.
  ///
  /// A window that is larger than the picture has bars beside it.
  ///
  /// - Parameters:
  ///   - window: its size, in the scene's pixels.
  ///   - size: of the frame; nil for the window's own. The window's shape is kept within it, but for what its whole
  ///     pixels round.
  public init(
    _ picture: Picture, window: PixelSize<SceneSpace>, as size: OutputSize?, step: Int = 1
  ) {
    self.picture = picture
    (asked, fit, isOfWindow) = (size, nil, true)
    let (stored, scene) = (picture.stored, picture.scene)
    let aspect = Double(scene.width) / Double(stored.width)
    columns = Self.middle(
      Self.part(Double(window.width) / aspect, of: stored.width), of: stored.width)
    rows = Self.middle(Self.part(Double(window.height), of: stored.height), of: stored.height)
    if let box = size?.both, Self.areAlike(box, window) {
      frame = box
    } else if let size {
      frame = Self.largest(window, within: size, step: step)
    } else {
      // Sides that the window fills are those of the part, so that its pixels stay as they are.
      func own(_ part: Double, _ side: Int, of length: Int) -> Int {
        side <= length ? Int(part.rounded()) : side
      }
      let width = own(Double(columns.count) * aspect, window.width, of: scene.width)
      let height = own(Double(rows.count), window.height, of: scene.height)
      frame = PixelSize(
        clamping: max(step, width / step * step), max(step, height / step * step))
    }
    let scale = Double(frame.height) / Double(window.height)
    func drawnSide(_ length: Double, _ side: Int, _ isWhole: Bool) -> Int {
      isWhole ? side : min(max(Int((length * scale / 2).rounded()) * 2, 2), side)
    }
    drawn = PixelSize(
      clamping: drawnSide(
        Double(columns.count) * aspect, frame.width, window.width <= scene.width),
      drawnSide(Double(rows.count), frame.height, window.height <= scene.height))
    hasSquarePixels = true
  }

  /// The largest size of a picture's shape within another; of one side, that side with the other.
  private static func largest(
    _ shape: PixelSize<SceneSpace>, within size: OutputSize, step: Int
  ) -> PixelSize<OutputSpace> {
    func bound(_ side: Int?) -> Int? { side.map { $0 < step ? $0 : $0 / step * step } }
    let (width, height) = (bound(size.width), bound(size.height))
    let scale = min(
      width.map { Double($0) / Double(shape.width) } ?? .infinity,
      height.map { Double($0) / Double(shape.height) } ?? .infinity)
    func side(_ length: Int, _ bound: Int?) -> Int {
      let nearest = Int((Double(length) * scale / Double(step)).rounded()) * step
      return min(max(nearest, min(step, bound ?? step)), bound ?? .max)
    }
    return PixelSize(clamping: side(shape.width, width), side(shape.height, height))
  }

  /// Whether two sizes have one shape but for a pixel of the window's sides.
  private static func areAlike(
    _ box: PixelSize<OutputSpace>, _ window: PixelSize<SceneSpace>
  ) -> Bool {
    let (across, down) = (box.width * window.height, box.height * window.width)
    return abs(across - down) <= max(box.width, box.height)
  }

  /// A part of a side, in even pixels: chroma of a part that begins at odd ones would be resampled.
  private static func part(_ length: Double, of side: Int) -> Int {
    guard length < Double(side) - 0.5 else { return side }
    return min(max(Int((length / 2).rounded()) * 2, 2), side)
  }

  private static func middle(_ length: Int, of side: Int) -> Range<Int> {
    let first = (side - length) / 4 * 2
    return first..<(first + length)
  }

  /// Whether a part of the picture is cut off, so that it matters where the rest lies.
  public var isCut: Bool {
    columns.count < picture.stored.width || rows.count < picture.stored.height
  }

  /// Whether bars stand beside the picture.
  public var hasBars: Bool { drawn != frame }

  /// The same with the shown part moved to begin at a column and a row, which are even and leave it within
  /// the picture.
  public func moved(toColumn column: Int, row: Int) -> OutputFraming {
    func range(_ first: Int, _ range: Range<Int>, of side: Int) -> Range<Int> {
      let first = min(max(first, 0), side - range.count) & ~1
      return first..<(first + range.count)
    }
    var framing = self
    framing.columns = range(column, columns, of: picture.stored.width)
    framing.rows = range(row, rows, of: picture.stored.height)
    return framing
  }

  /// The same with the shown part moved to begin at a place between columns and rows, as far as the picture goes.
  public func moved(to place: SIMD2<Double>) -> OutputFraming {
    func split(_ place: Double, _ range: Range<Int>, of side: Int) -> (first: Int, rest: Double) {
      let place = min(max(place.isFinite ? place : 0, 0), Double(side - range.count))
      let first = Int(place) & ~1
      return (first, place - Double(first))
    }
    let (x, y) = (
      split(place.x, columns, of: picture.stored.width),
      split(place.y, rows, of: picture.stored.height)
    )
    var framing = moved(toColumn: x.first, row: y.first)
    framing.shift = SIMD2(x.rest, y.rest)
    return framing
  }

  /// The part of the picture that is shown, in stored pixels as they are before mirroring.
  public var shown: Rectangle<OutputSpace> {
    let (x, y) = (Double(columns.lowerBound) + shift.x, Double(rows.lowerBound) + shift.y)
    return Rectangle(
      Point2(x, y), Point2(x + Double(columns.count), y + Double(rows.count)))
  }

  /// The same for frames of another size of about the same shape, such as those of a contact sheet.
  public func resized(to size: PixelSize<OutputSpace>) -> OutputFraming {
    let framing = OutputFraming(picture, as: OutputSize(size), fit: hasBars ? .pad : .stretch)
    guard isCut else { return framing }
    var cut = framing
    (cut.columns, cut.rows) = (columns, rows)
    return cut
  }

  /// The column and the row of the frame that the picture's first one lies on.
  public func origin(mirrored: Bool) -> (column: Int, row: Int) {
    let (across, down) = (frame.width - drawn.width, frame.height - drawn.height)
    let column = across / 4 * 2
    return (mirrored ? (across - column) & ~1 : column, down / 4 * 2)
  }

  /// What became of the size that was asked for, in a line; nil where the frame has it.
  public var note: String? {
    guard let asked, fit == nil || asked.both == nil,
      asked.width ?? frame.width != frame.width || asked.height ?? frame.height != frame.height
    else { return nil }
    if isOfWindow {
      return asked.both == nil
        ? nil : "the frame is \(frame), not \(asked): the crop keeps its shape, and sides are even"
    }
    let kept = "the frame is \(frame), not \(asked): the picture keeps its shape"
    guard asked.both != nil else { return kept + ", and the encoder takes even sides" }
    return kept
      + "; --fit stretch (\"fit\": \"stretch\" in requests) squashes it into \(asked), pad and cover"
      + " fill that with bars or by a cut"
  }
}
