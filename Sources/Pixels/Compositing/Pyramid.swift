internal import CKernels
internal import Imaging

/// A picture of premultiplied texels and its halvings, each with a transparent border.
///
/// Level n has texels of 2^n by 2^n artwork pixels, each their mean, starting at the top left
/// corner of level 0, so that level coordinates are artwork coordinates divided by 2^n exactly.
/// Numbers are those of `ckernels.h`, in 1/128 of a level. That leaves rounding of 1/256 of a level
/// a halving, which 8-bit texels (half a level each) would not.
final class Pyramid: Sendable {
  /// The picture at one size.
  struct Level: Sendable {
    /// Texels without the border.
    let width, height: Int
    /// Artwork pixels from texel to texel.
    let pitch: Double
    /// Texels before the artwork's left and top edge.
    let margin: Int
    /// Border columns included: one on the left, two on the right; rows alike.
    let stride: Int
    /// The components, 2 (colour, alpha) or 4 (three colours, alpha) a texel, from the border's top left corner
    /// on.
    let texels: TexelBuffer

    /// Columns of the border, and rows.
    static let border = 3

    /// How many texels so many columns and rows make, border included.
    static func texelCount(_ width: Int, _ height: Int) -> Int {
      (width + border) * (height + border)
    }

    init(width: Int, height: Int, channels: Int, pitch: Double, margin: Int = 0) {
      (self.width, self.height, self.pitch, self.margin) = (width, height, pitch, margin)
      stride = width + Self.border
      texels = TexelBuffer(count: channels * Self.texelCount(width, height))
    }
  }

  /// The exponent of the first level that is kept.
  let finest: Int
  /// The levels from the finest to 1 x 1, or to the coarsest one that is asked for.
  private let halvings: [DeferredLevel]
  /// The finest level filtered for pixels that are a little larger than its texels; nil where that
  /// would be larger than kernels can draw, level 0 is left out, or it is not asked for.
  private let filtered: DeferredLevel?

  /// The memory that the texels take once all levels have been drawn from, in bytes.
  let byteCount: Int

  /// Whether there is a filtered level.
  var hasFiltered: Bool { filtered != nil }

  /// The exponent of the last level.
  var coarsest: Int { finest + halvings.count - 1 }

  func level(_ source: SamplingPlan.Source) -> CoveredLevel {
    switch source {
    case .halving(let exponent): halvings[exponent - finest].made
    case .filtered: (filtered ?? halvings[0]).made
    }
  }

  /// The level of an exponent, if it has been made; nil too where there is none.
  func madeLevel(_ exponent: Int) -> CoveredLevel? {
    finest...coarsest ~= exponent ? halvings[exponent - finest].madeBefore : nil
  }

  /// How a pyramid is made of its finest level.
  struct Recipe {
    /// The exponent of the finest level.
    var finest = 0
    /// The exponent of the last level; nil for that of 1 x 1.
    var coarsest: Int?
    /// What makes the filtered level; nil for none.
    var filter: LevelFilter?
    /// Whether the finest level, which is then of exponent 0, is there only from when it is first drawn from; the
    /// next one always is.
    var defersFinest = false
  }

  /// Makes the levels of a picture's part, in a target's own colours.
  ///
  /// - Parameters:
  ///   - table: what makes the target's R'G'B' of the picture's; nil where they are the same.
  ///   - colours: what the texels' components before alpha are: one of two components, the first two of four.
  ///   - recipe: with a finest level of 0, or of 1 to leave level 0 out.
  convenience init(
    of picture: StraightRGBA8, in outline: Outline, by table: ArtworkColourTable? = nil,
    as colours: [LinearChannel], channels: Int, _ recipe: Recipe
  ) {
    let part = ArtworkPart(of: picture, in: outline, isCutOut: recipe.defersFinest)
    self.init(part, channels: channels, recipe) { reduction in
      let texels = ChannelTexels(colours, by: table, channels: channels, reduction)
      return unsafe Level(of: part, channels: channels, reduction, texels.convert)
    }
  }

  /// Makes the levels of a picture's part, always from level 0 on, in R, G and B, or in B, G and R.
  convenience init(
    rgbaOf picture: StraightRGBA8, in outline: Outline, isReversed: Bool, _ recipe: Recipe
  ) {
    let part = ArtworkPart(of: picture, in: outline, isCutOut: recipe.defersFinest)
    self.init(part, channels: 4, recipe) { reduction in
      let texels = RGBATexels(isReversed: isReversed)
      return unsafe Level(of: part, channels: 4, reduction, texels.convert)
    }
  }

  /// Halves the finest level until one texel is left or the last level is reached.
  ///
  /// - Parameter make: makes a level of the artwork.
  private init(
    _ part: ArtworkPart, channels: Int, _ recipe: Recipe,
    _ make: @escaping @Sendable (Level.Reduction) -> Level
  ) {
    func made(_ reduction: Level.Reduction) -> DeferredLevel {
      DeferredLevel(CoveredLevel(make(reduction), channels: channels))
    }
    let step = 1 << recipe.finest
    var (width, height) = ((part.width + step - 1) / step, (part.height + step - 1) / step)
    let longest = max(width, height)
    let filter = recipe.finest == 0 && recipe.filter?.fits(longest) == true ? recipe.filter : nil
    var texels = Level.texelCount(width, height) + (filter?.texelCount(width, height) ?? 0)
    var levels = [
      recipe.defersFinest
        ? DeferredLevel { CoveredLevel(make(.none), channels: channels) }
        : made(recipe.finest == 0 ? .none : .sums)
    ]
    while width > 1 || height > 1, recipe.finest + levels.count <= recipe.coarsest ?? .max {
      (width, height) = ((width + 1) / 2, (height + 1) / 2)
      texels += Level.texelCount(width, height)
      if recipe.defersFinest, levels.count == 1 {
        levels.append(made(.means))
      } else {
        levels.append(
          DeferredLevel { [finer = levels[levels.count - 1]] in
            CoveredLevel(Self.halved(finer.made.level, channels: channels), channels: channels)
          })
      }
    }
    (finest, halvings) = (recipe.finest, levels)
    filtered = filter.map { filter in
      DeferredLevel { [finest = levels[0]] in
        CoveredLevel(filter.level(of: finest.made.level, channels: channels), channels: channels)
      }
    }
    byteCount = MemoryLayout<Int16>.stride * channels * texels
  }
}
