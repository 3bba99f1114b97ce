package import Geometry
package import Imaging

extension StraightRGBA8 {
  /// The part of the picture that a plan names.
  ///
  /// Where the plan reaches beyond the picture, the canvas is filled as share tools do: with the
  /// picture itself, enlarged to cover it, blurred past recognition and dimmed. A picture with
  /// transparency is left transparent there.
  package func cropped(by plan: CropPlan) -> StraightRGBA8 {
    let (w, h) = (plan.size.width, plan.size.height)
    if plan.isInside, let part = cropped(x: plan.x, y: plan.y, width: w, height: h) { return part }
    var canvas = isOpaque ? backdrop(for: plan.size) : StraightRGBA8(size: plan.size)
    let edges = extended(towards: plan)
    canvas.paste(edges.picture, x: -plan.x - edges.left, y: -plan.y - edges.top)
    return canvas
  }

  /// Strips narrower than this, in pixels, repeat the picture's edge.
  ///
  /// They come about because a shape's sides are whole numbers of pixels; a seam there would look
  /// like a fault.
  private static var narrowStrip: Int { 8 }

  /// The picture with its edge repeated over narrow strips of the canvas.
  private func extended(
    towards plan: CropPlan
  ) -> (picture: StraightRGBA8, left: Int, top: Int) {
    func strip(_ pixels: Int) -> Int { (1...Self.narrowStrip).contains(pixels) ? pixels : 0 }
    let (left, top) = (strip(-plan.x), strip(-plan.y))
    let right = strip(plan.x + plan.size.width - width)
    let bottom = strip(plan.y + plan.size.height - height)
    guard left + top + right + bottom > 0 else { return (self, 0, 0) }
    var large = StraightRGBA8(
      size: PixelSize<OutputSpace>(clamping: width + left + right, height + top + bottom))
    for y in 0..<large.height {
      for x in 0..<large.width {
        large[x, y] =
          self[
            min(max(x - left, 0), width - 1), min(max(y - top, 0), height - 1)]
      }
    }
    return (large, left, top)
  }

  /// The largest part of a canvas's shape, in the picture's middle.
  package func middle(ofShape canvas: PixelSize<OutputSpace>) -> StraightRGBA8 {
    let scale = max(
      Double(canvas.width) / Double(width), Double(canvas.height) / Double(height))
    let partWidth = min(width, max(1, Int((Double(canvas.width) / scale).rounded())))
    let partHeight = min(height, max(1, Int((Double(canvas.height) / scale).rounded())))
    return cropped(
      x: (width - partWidth) / 2, y: (height - partHeight) / 2, width: partWidth,
      height: partHeight) ?? self
  }

  /// The picture's middle, enlarged to cover a canvas, blurred and dimmed.
  package func backdrop(for canvas: PixelSize<OutputSpace>) -> StraightRGBA8 {
    let part = middle(ofShape: canvas)
    // So few pixels that nothing can be made out; a spline between them is a wide, even blur.
    let long = max(canvas.width, canvas.height)
    let few = PixelSize<OutputSpace>(
      clamping: (canvas.width * Self.backdropPixels + long / 2) / long,
      (canvas.height * Self.backdropPixels + long / 2) / long)
    var blurred = part.resampled(to: few, .cubicBSpline).resampled(to: canvas, .cubicBSpline)
    for i in stride(from: 0, to: blurred.bytes.count, by: 4) {
      for c in i..<(i + 3) {
        blurred.bytes[c] = UInt8(Int(blurred.bytes[c]) * Self.backdropPercent / 100)
      }
    }
    return blurred
  }

  /// Pixels that the backdrop keeps along its longer side.
  private static var backdropPixels: Int { 16 }
  /// How bright it is, so that the picture stands out.
  private static var backdropPercent: Int { 72 }
}
