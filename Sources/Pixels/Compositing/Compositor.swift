public import Geometry
public import Imaging

/// Draws textures on pictures.
///
/// What a pixel becomes depends on its place, the texture, the homography and the opacity alone:
/// not on the rows that a call draws, the number of threads or the instruction set. Pixels that
/// the texture does not cover are not changed.
public struct Compositor: Sendable {
  /// How a layer's colours join what is under it: W3C Compositing and Blending Level 1.
  public enum BlendMode: CaseIterable, Hashable, Sendable {
    /// The layer's own colours.
    case normal
    /// The product: never brighter.
    case multiply
    /// The product of the complements: never darker.
    case screen
    /// Multiply on a dark background, screen on a bright one.
    case overlay
    /// The sum, clamped.
    case add
  }

  let kernelSet: KernelSet

  /// Makes a compositor.
  ///
  /// - Parameter instructionSet: one of `instructionSets`; without one, what the environment
  ///   variable `AVATAR_OVERLAY_ISA` names, or else the fastest.
  /// - Throws: `CompositingError.unknownInstructionSet`.
  public init(instructionSet: String? = nil) throws(CompositingError) {
    kernelSet = try KernelSet(named: instructionSet)
  }

  /// The names of the instruction sets that there are kernels for and that this processor runs,
  /// the fastest first.
  public static var instructionSets: [String] { KernelSet.names }

  /// The name of the instruction set that is used.
  public var instructionSet: String { kernelSet.name }

  /// Draws a texture on a picture.
  ///
  /// On Y'CbCr pictures `normal` works on the planes as they are. The other modes convert the
  /// pixels that the layer covers, and of those the part that blends, to R'G'B' and back; a luma
  /// sample is blended with the chroma sample of its block, a chroma sample with the mean of its
  /// block's luma.
  ///
  /// Of an artwork that crosses the horizon, the side on which its middle lies is drawn. A
  /// homography that is not finite, or that squeezes the plane flat, draws nothing.
  ///
  /// - Parameters:
  ///   - homography: from the artwork's pixels to the picture's.
  ///   - opacity: what the texture's alpha is multiplied by, 0...1; NaN counts as 0.
  ///   - rows: the picture's rows to draw, so that threads may share a picture. A chroma row
  ///     belongs to the thread that draws the first of its two luma rows; in modes other than
  ///     normal, so does the second luma row.
  /// - Throws: `CompositingError` where texture or picture do not fit.
  public func draw(
    _ texture: Texture, at homography: Homography<ArtworkSpace, OutputSpace>,
    opacity: Double = 1, blend: BlendMode = .normal, onto picture: MutablePicture,
    rows: Range<Int>? = nil
  ) throws(CompositingError) {
    try unsafe picture.check(for: texture)
    let (width, height) = unsafe (picture.size.width, picture.size.height)
    let rows = (rows ?? 0..<height).clamped(to: 0..<height)
    guard !rows.isEmpty,
      let layer = unsafe PlacedLayer(
        texture, at: homography, opacity: opacity, on: picture.format, width: width,
        height: height)
    else { return }
    unsafe draw(layer, blend, on: picture, rows: rows)
  }

  /// Draws layers on a picture, from the bottom of the stack up, as `draw` would one by one.
  ///
  /// - Throws: `CompositingError` where a texture or the picture does not fit; nothing is drawn
  ///   then.
  public func draw(
    _ stack: inout LayerStack, onto picture: MutablePicture
  ) throws(CompositingError) {
    for layer in stack.layers { try unsafe picture.check(for: layer.texture) }
    let (width, height) = unsafe (picture.size.width, picture.size.height)
    unsafe stack.findTiles(on: picture.format, width: width, height: height)
    for (index, placed) in stack.placed.enumerated() {
      if placed.blend == .normal {
        unsafe draw(layer: index, of: stack, on: picture)
      } else {
        unsafe draw(placed.layer, placed.blend, on: picture, rows: 0..<height)
      }
    }
  }

  /// Draws the tiles of a stack's layer in normal mode.
  private func draw(layer index: Int, of stack: borrowing LayerStack, on picture: MutablePicture) {
    let kernels = unsafe kernelSet.kernels
    switch unsafe picture.format {
    case .yuv(let layout, _):
      unsafe stack.tiles.first.draw(layer: index, on: layout.lumaTarget(picture.planes, kernels))
      unsafe stack.tiles.chroma.draw(
        layer: index, on: layout.chromaTarget(picture.planes, kernels))
    case let format:
      unsafe stack.tiles.first.draw(
        layer: index, on: format.packedTarget(picture.planes, kernels))
    }
  }

  private func draw(
    _ layer: PlacedLayer, _ blend: BlendMode, on picture: MutablePicture, rows: Range<Int>
  ) {
    switch (layer, unsafe picture.format) {
    case (.packed(let sampler, let region), let format):
      let target = unsafe format.packedTarget(picture.planes, kernelSet.kernels)
      unsafe drawColour(sampler, region, blend, on: target, rows: rows)
    case (.yuv(let layer), .yuv(let layout, let encoding)):
      if let mode = blend.kernelMode {
        unsafe blendYUV(layer, mode, layout, encoding, on: picture.planes, rows: rows)
      } else {
        unsafe drawYUV(layer, layout, on: picture.planes, rows: rows)
      }
    case (.yuv, _):
      return  // textures were checked: Y'CbCr layers lie on Y'CbCr pictures
    }
  }
}

extension MutablePicture {
  /// Checks that a texture is meant for this picture, and that the planes are those of its format.
  fileprivate func check(for texture: Texture) throws(CompositingError) {
    guard unsafe texture.format == format else {
      throw unsafe .formatMismatch(texture: texture.format, picture: format)
    }
    guard max(texture.width, texture.height) <= Texture.maximumSide else {
      throw .textureTooLarge(
        width: texture.width, height: texture.height, maximumSide: Texture.maximumSide)
    }
    guard unsafe isWellFormed else {
      throw unsafe .malformedPicture(format, planes: planes.count)
    }
  }
}
