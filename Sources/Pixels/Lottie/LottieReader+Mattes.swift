extension LottieReader {
  /// Makes a layer ready to be the matte of the next one.
  ///
  /// rlottie 0.1 takes the brightness of what is seen through for that of what is opaque: over black it is less.
  /// It draws nothing of a layer whose matte is not drawn at the time, though what lies outside of nothing is all.
  mutating func serve(
    _ entry: inout LottieEntry, _ use: LottieMatteUse, at layer: LottieValue
  ) throws(LottieFault) {
    let isInverted = use.matte == 2 || use.matte == 4
    let isShort = isInverted && (entry.first > use.first || entry.end < use.end)
    let isBrightness = use.matte > 2 && entry.body.type != 3
    guard isBrightness || isShort else { return }
    var inner = LottieEntry(body: entry.body, first: entry.first, end: entry.end)
    var below = LottieBody()
    if isBrightness {
      inner.place = entry.place.fadedAlone
      entry.place = entry.place.unfaded
      below = filled(entry.body.extent, colour: "0,0,0")
    }
    entry.body = try group([inner, LottieEntry(body: below)], at: layer)
    if isInverted { (entry.first, entry.end) = (use.first, use.end) }
  }
}
