extension CardScratch {
  /// The least and most local light, in parts of the card's.
  private static let (leastLight, mostLight): (Float, Float) = (0.27, 1.6)
  /// What is added to light before a root of it is taken, so that noise in the dark counts little.
  private static let dark: Float = 0.04
  /// What the surroundings' evidence is at least where a frame is looked at more closely, and where a cell is.
  private static let (suspect, doubtful): (Float, Float) = (0.7, 0.6)
  /// Of so many other cells one is compared too.
  static let sample = 5
  /// The part of the way to its neighbours by which a cell may differ.
  private static let offset: Float = 0.6
  /// Light from which a channel is nearly burnt out: 244 of 255.
  private static let burnt: Float = 0.905

  /// Finds which cells are covered: `flags`, 1 where something lies on the print.
  func findCover(_ card: CardLight, blur: SIMD2<Float>) {
    setRim(blur)
    normalise(card)
    let radius = max(2, (grid.longer + 20) / 45)
    gather { _ in 1 }
    terms.windowSums(grid, radius: radius, by: between8, into: sums)
    let noise = compareSurroundings(radius)
    var isSuspect = false
    for cell in 0..<grid.count { isSuspect = isSuspect || about[cell] > Self.suspect }
    guard isSuspect else {
      for cell in 0..<grid.count { flags[cell] = 0 }
      return
    }
    findLight(radius)
    compareNear(noise)
    compareCells(noise)
    decide(radius)
  }

  /// Finds the light on what is taken for the print, from afar and then from near.
  private func findLight(_ radius: Int) {
    gather { min(max(1.5 - self.about[$0], 0.001), 1) }
    terms.windowSums(grid, radius: 5 * radius, by: between8, into: sums)
    forEachBlock { light[$0] = Self.localLight(sums[$0], SIMD2(1, 0), prior: 0.002) }
    terms.windowSums(grid, radius: 2 * radius, by: between8, into: sums)
    forEachBlock { light[$0] = Self.localLight(sums[$0], light[$0], prior: 0.002) }
    spreadBlocks { light[$0] = light[$1] }
  }

  /// Every second cell along columns and rows: what is found of windows changes little from one to the next.
  @inline(__always) func forEachBlock(_ body: (Int) -> Void) {
    for y in stride(from: 0, to: grid.rows, by: 2) {
      for x in stride(from: 0, to: grid.columns, by: 2) { body(y * grid.columns + x) }
    }
  }

  /// Each cell, and the one of `forEachBlock` whose block it is in.
  @inline(__always) private func spreadBlocks(_ body: (Int, Int) -> Void) {
    for y in 0..<grid.rows {
      for x in 0..<grid.columns { body(y * grid.columns + x, (y & ~1) * grid.columns + (x & ~1)) }
    }
  }

  /// How much a cell counts: what is burnt out tells little, what lies beyond the print or the picture nothing.
  @inline(__always) private func trust(_ cell: Int) -> Float {
    switch patch.states[cell] {
    case .usual: 1
    case .bright: 0.5
    default: 0.001
    }
  }

  /// Takes what the blur mixes with the print's surroundings for beyond it.
  private func setRim(_ blur: SIMD2<Float>) {
    // A bent card's outline shows what is beside it, too.
    let least: Float = grid.longer > 60 ? 2 : 1
    rim = (
      min(Int(max(1.4 * blur.x + 1, least)), grid.columns / 6),
      min(Int(max(1.4 * blur.y + 1, least)), grid.rows / 6)
    )
    for y in 0..<grid.rows {
      for x in 0..<grid.columns {
        let isInside = x >= rim.x && y >= rim.y && x < grid.columns - rim.x && y < grid.rows - rim.y
        if !isInside { patch.states[y * grid.columns + x] = .outside }
      }
    }
  }

  /// How far light that is added may differ from a smooth one: glare is bright and small.
  @inline(__always) private static func doubt(_ added: Float) -> Float {
    0.02 * abs(added) * added * added / (added * added + 0.3)
  }

  /// The frame in the card's light.
  private func normalise(_ card: CardLight) {
    let fall = card.fallOff(grid)
    let inverse = 1 / card.colour
    for y in 0..<grid.rows {
      for x in 0..<grid.columns {
        let cell = y * grid.columns + x
        seen[cell] = patch.colours[cell] * inverse / (fall.columns[x] * fall.rows[y])
      }
    }
  }

  /// Fills the terms of the regression of the frame on the print.
  @inline(__always) private func gather(_ factor: (Int) -> Float) {
    for cell in 0..<grid.count {
      var (p, n) = (ink[cell], seen[cell])
      (p.w, n.w) = (0, 0)
      // A difference divided by the root of light is twice the difference of roots, in which noise is even.
      let trust = trust(cell) * factor(cell)
      var w = trust / (0.5 * (p + n) + Self.dark)
      w.w = 0
      // A burnt channel tells nothing.
      w.replace(with: 0, where: patch.colours[cell] .> Self.burnt)
      let (wp, wn) = (w * p, w * n)
      terms[cell] = SIMD8(
        w.sum(), wp.sum(), wn.sum(), (wp * p).sum(), (wp * n).sum(), (wn * n).sum(), trust, 1)
    }
  }

  /// The factor and the added light that take the print to the frame, of sums over a window.
  @inline(__always) private static func localLight(
    _ sums: SIMD8<Float>, _ expected: SIMD2<Float>, prior: Float
  ) -> SIMD2<Float> {
    let inverse = 1 / max(sums[0], 1e-9)
    let (p, n, pp, pn) = (
      sums[1] * inverse, sums[2] * inverse, sums[3] * inverse, sums[4] * inverse
    )
    // What is trusted little follows what is expected.
    let share = sums[7] / max(sums[6], 1e-6)
    let doubt = prior * share * share
    let (forFactor, forAdded) = (doubt * pp, 0.02 + doubt)
    let (a, c) = (pp + forFactor, 1 + forAdded)
    let (first, second) = (pn + forFactor * expected.x, n + forAdded * expected.y)
    let determinant = max(a * c - p * p, 1e-9)
    let factor = min(max((first * c - p * second) / determinant, leastLight), mostLight)
    let added = (second - factor * p) / c
    return SIMD2(factor, min(max(added, -0.03), 8))
  }

  /// What the surroundings of each cell say, `about`; gives the noise of the card, in the units of twice a root.
  private func compareSurroundings(_ radius: Int) -> Float {
    var bins = [Int](repeating: 0, count: 400)
    forEachBlock { cell in
      let s = sums[cell]
      let inverse = 1 / max(s[0], 1e-9)
      let (p, n, pp, pn, nn) = (
        s[1] * inverse, s[2] * inverse, s[3] * inverse, s[4] * inverse, s[5] * inverse
      )
      let local = Self.localLight(s, SIMD2(1, 0), prior: 0.001)
      let (f, v) = (local.x, local.y)
      added[cell] = v
      // Where no cell counts, sums are what rounding leaves of them, which may be below 0.
      let scale = max(s[0], 0) / max(s[6], 1e-6)
      let error =
        max(nn - 2 * f * pn - 2 * v * n + f * f * pp + 2 * f * v * p + v * v, 0) * scale
      let contrast = max(pp - p * p, 0)
      let slope = (pn - p * n) / max(contrast, 1e-6)
      light[cell] = SIMD2(error, slope)
      own[cell] = contrast * scale
      if patch.states[cell] == .usual { bins[Int(min(error.squareRoot() * 200, 399))] += 1 }
    }
    let total = bins.reduce(0, +)
    var (sum, typical) = (0, Float(0.02))
    for (bin, count) in bins.enumerated() {
      sum += count
      if Float(sum) >= 0.35 * Float(total) {
        typical = (Float(bin) + 0.5) / 200
        break
      }
    }
    // Of noise and coding, which count more in the dark; half the card may be covered.
    let noise = max(min(typical, 0.25), 0.035)
    let reach = radius & ~1
    forEachBlock { cell in
      let (error, slope, contrast) = (light[cell].x, light[cell].y, own[cell])
      let (x, y) = (cell % grid.columns, cell / grid.columns)
      // Glare is not even within a window.
      let (right, below) = (
        min((grid.columns - 1 - x) & ~1, reach), min((grid.rows - 1 - y) & ~1, reach)
      )
      let across = added[cell - min(x, reach)] - added[cell + right]
      let down = added[cell - min(y, reach) * grid.columns] - added[cell + below * grid.columns]
      let uneven =
        (across * across + down * down) / (12 * max(added[cell], 0) + 1) + Self.doubt(added[cell])
      let allowed =
        4 * noise * noise + uneven + 0.16 * contrast * min(max(slope, 0.2), 1)
        * min(max(slope, 0.2), 1)
      var evidence = (error / allowed).squareRoot()
      // The print's contrast is missing, though it would be seen.
      let visible = contrast / (noise * noise)
      if visible > 1 {
        let lack = (0.45 - slope) * min((visible * 0.15).squareRoot(), 1.5) / 0.3
        evidence = max(evidence, lack)
      }
      // Beside what glare burns out, a window is seen in part, and unevenly.
      let least: Float = added[cell] > 0.3 ? 0.45 : 0.3
      if patch.states[cell] == .burnt || patch.states[cell] == .outside
        || sums[cell][6] < least * sums[cell][7] || sums[cell][0] < 1e-3 * sums[cell][7]
      {
        evidence = 0
      }
      about[cell] = evidence / (1 + max(added[cell] - 0.4, 0))
    }
    spreadBlocks {
      about[$0] = about[$1]
      added[$0] = added[$1]
    }
    return noise
  }

  /// Compares windows of 5 x 5 cells, 3 x 3 of a small card, with the print in the local light: `near`, above 1 where they differ.
  private func compareNear(_ noise: Float) {
    // Beside what glare burns out, colour is coded too coarsely to be told from another one.
    for cell in 0..<grid.count {
      let isBurnt = patch.states[cell] == .burnt || patch.states[cell] == .bright
      flags[cell] = light[cell].y > 0.3 && isBurnt ? 1 : 0
    }
    spread(flags, 1, by: 2, into: marks)
    gather { _ in 1 }
    terms.windowSums(grid, radius: grid.longer > 60 ? 2 : 1, by: between8, into: sums)
    for cell in 0..<grid.count {
      let s = sums[cell]
      guard isCompared(cell), s[6] >= 0.3 * s[7], s[0] >= 1e-3 * s[7], marks[cell] == 0,
        patch.states[cell] != .outside
      else {
        near[cell] = 0
        continue
      }
      let inverse = 1 / max(s[0], 1e-9)
      let (p, n, pp, pn, nn) = (
        s[1] * inverse, s[2] * inverse, s[3] * inverse, s[4] * inverse, s[5] * inverse
      )
      let factor = light[cell].x
      var v = light[cell].y
      let (least, most) = (max(0.6 * factor, Self.leastLight), min(1.3 * factor, Self.mostLight))
      var f = min(max((pn - v * p) / max(pp, 1e-6), least), most)
      if v > 0.1 {
        // Glare is curved within the window that gave what it adds.
        v = min(max(n - f * p, 0.6 * v), 1.6 * v)
        f = min(max((pn - v * p) / max(pp, 1e-6), least), most)
        light[cell].y = v
      }
      let error = max(nn - 2 * f * pn - 2 * v * n + f * f * pp + 2 * f * v * p + v * v, 0)
      let contrast = max(pp - p * p, 0)
      let scale = s[0] / max(s[6], 1e-6)
      let allowed = 4 * noise * noise + 0.16 * contrast * scale * f * f + Self.doubt(v)
      near[cell] = (error * scale / allowed).squareRoot() / (1 + max(v - 0.4, 0))
    }
  }

  /// Whether a cell is compared: where its surroundings differ, and a sample of the others.
  @inline(__always) func isCompared(_ cell: Int) -> Bool {
    about[cell] > Self.doubtful || cell % Self.sample == 0
  }

  /// Compares each cell with the print in the local light: `own`, above 1 where it differs.
  private func compareCells(_ noise: Float) {
    for y in 0..<grid.rows {
      for x in 0..<grid.columns {
        let cell = y * grid.columns + x
        let (factor, added) = (light[cell].x, light[cell].y)
        self.added[cell] = added
        let isSeen = patch.states[cell] == .usual || patch.states[cell] == .bright
        guard about[cell] > Self.doubtful, isSeen, marks[cell] == 0 else {
          own[cell] = 0
          continue
        }
        var (p, n) = (ink[cell], seen[cell])
        // A print lies off by parts of a cell.
        var (low, high) = (p, p)
        for j in max(y - 1, 0)...min(y + 1, grid.rows - 1) {
          for i in max(x - 1, 0)...min(x + 1, grid.columns - 1) {
            let other = ink[j * grid.columns + i]
            low.replace(with: other, where: other .< low)
            high.replace(with: other, where: other .> high)
          }
        }
        (p.w, n.w) = (0, 0)
        let w = 1 / (0.5 * (p * factor + max(added, 0) + n) + Self.dark)
        // Light changes faster than windows show, at the edge of a shadow.
        let best = (w * p * (n - added)).sum() / max((w * p * p).sum(), 1e-6)
        let f = min(
          max(best, max(0.55 * factor, Self.leastLight)), min(1.35 * factor, Self.mostLight))
        let least = (p - (p - low) * Self.offset) * f + added
        let most = (p + (high - p) * Self.offset) * f + added
        var beyond = SIMD4<Float>.zero
        beyond.replace(with: least - n, where: n .< least)
        beyond.replace(with: n - most, where: n .> most)
        beyond.w = 0
        beyond.replace(with: 0, where: patch.colours[cell] .> Self.burnt)
        own[cell] = (beyond * beyond * w).sum() / (noise * noise + Self.doubt(added))
      }
    }
  }
}
