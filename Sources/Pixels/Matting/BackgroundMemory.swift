internal import CMatting

/// What pictures of other times say of the background behind something, cell by cell.
package struct BackgroundMemory: Sendable {
  /// A map from places in a picture to those in another one, row by row, in cells whose middles are whole
  /// numbers.
  package typealias Map = [Float]

  /// The map of what stands still.
  package static let still: Map = [1, 0, 0, 0, 1, 0, 0, 0, 1]

  private let grid: MatteGrid
  private var least, second, count, alike: [Float]

  /// Remembers nothing yet.
  package init(_ grid: MatteGrid) {
    self.grid = grid
    least = [Float](repeating: 1e3, count: grid.count)
    second = least
    count = [Float](repeating: 0, count: grid.count)
    alike = count
  }

  /// Compares a picture with one that shows the background.
  ///
  /// - Parameters:
  ///   - map: from the picture to the other one.
  ///   - gain: what the other one's luma is multiplied by.
  ///   - shift: how far the two may be apart, in cells.
  ///   - hand: the hand's colour.
  ///   - active: the cells that are compared.
  package mutating func add(
    _ other: CellPicture, to picture: CellPicture, by map: Map, gain: Float, shift: Float,
    hand: CellColour, active: [UInt8], _ flag: CellPicture.Flag
  ) {
    var (view, comparison, colour) = (
      grid.view, cm_comparison(gain: gain, shift: shift), hand.colour
    )
    unsafe picture.withCells { picture in
      unsafe other.withCells(flag) { other in
        var (picture, other) = unsafe (picture, other)
        unsafe withMemory { memory in
          unsafe cm_remember(
            &view, &picture, &other, map, &comparison, &colour, active, memory)
        }
      }
    }
  }

  private mutating func withMemory(_ body: (UnsafePointer<cm_memory>) -> Void) {
    unsafe least.withUnsafeMutableBufferPointer { least in
      unsafe second.withUnsafeMutableBufferPointer { second in
        unsafe count.withUnsafeMutableBufferPointer { count in
          unsafe alike.withUnsafeMutableBufferPointer { alike in
            guard let first = least.baseAddress, let next = second.baseAddress,
              let count = count.baseAddress, let alike = alike.baseAddress
            else { return }
            var memory = unsafe cm_memory(
              least: first, second: next, count: count, alike: alike)
            unsafe body(&memory)
          }
        }
      }
    }
  }

  /// The usual difference: below which nine of ten of some cells lie.
  package mutating func usual(among cells: [UInt8], fallback: Float) -> Float {
    var (view, result) = (grid.view, fallback)
    unsafe withMemory { memory in
      unsafe result = cm_quantile(&view, memory, cells, 0.9, 60, fallback)
    }
    return result
  }

  /// Adds what pictures of a face, and of what stands still, say to scores.
  ///
  /// - Parameters:
  ///   - faceScale, stillScale: 1 by the difference that is in doubt; 0 where nothing is believed.
  package static func add(
    face: inout BackgroundMemory, _ faceScale: Float, still: inout BackgroundMemory,
    _ stillScale: Float,
    active: [UInt8], to scores: inout [Float]
  ) {
    var view = face.grid.view
    unsafe face.withMemory { face in
      unsafe still.withMemory { still in
        unsafe cm_add_memory(&view, face, faceScale, still, stillScale, active, &scores)
      }
    }
  }

  /// The part of some cells in which pictures of a face, or of what stands still, show the same.
  ///
  /// - Parameters:
  ///   - faceScale, stillScale: 1 by the difference that is in doubt; 0 where nothing is believed.
  package static func agreement(
    face: BackgroundMemory, _ faceScale: Float, still: BackgroundMemory, _ stillScale: Float,
    among cells: [UInt8]
  ) -> Float {
    var (all, alike) = (0, 0)
    for at in cells.indices where cells[at] != 0 {
      all += 1
      let isAlike =
        faceScale > 0 && face.count[at] > 0 && face.least[at] * faceScale < 1
        || stillScale > 0 && still.count[at] > 0 && still.least[at] * stillScale < 1
      if isAlike { alike += 1 }
    }
    return all > 0 ? Float(alike) / Float(all) : 0
  }

  /// The luma of a picture by that of another one, in some cells.
  package static func gain(
    of picture: CellPicture, over other: CellPicture, by map: Map, among cells: [UInt8],
    on grid: MatteGrid, _ flag: CellPicture.Flag
  ) -> Float {
    var view = grid.view
    return unsafe picture.withCells { picture in
      unsafe other.withCells(flag) { other in
        var (picture, other) = unsafe (picture, other)
        return unsafe cm_gain(&view, &picture, &other, map, cells)
      } ?? 1
    } ?? 1
  }
}

/// How well the background's motion and that of something before it explain a picture, cell by cell.
package struct MotionEvidence: Sendable {
  private let grid: MatteGrid
  private var sums, counts: [Float]

  /// Knows nothing yet.
  package init(_ grid: MatteGrid) {
    self.grid = grid
    sums = [Float](repeating: 0, count: grid.count)
    counts = sums
  }

  /// Compares a picture with one of another time.
  ///
  /// - Parameters:
  ///   - face: the face's map to it; nil where there is none.
  ///   - hand: the hand's map to it.
  package mutating func add(
    _ other: CellPicture, to picture: CellPicture, face: BackgroundMemory.Map?,
    hand: BackgroundMemory.Map,
    shift: Float, active: [UInt8]
  ) {
    var view = grid.view
    let face = face ?? [Float](repeating: .nan, count: 9)
    unsafe picture.withCells { picture in
      unsafe other.withCells { other in
        var (picture, other) = unsafe (picture, other)
        unsafe cm_compare_motion(
          &view, &picture, &other, face, hand, shift, active, &sums, &counts)
      }
    }
  }

  /// Leaves those cells active of which scores do not decide.
  package static func undecided(_ active: [UInt8], _ scores: ScoreMap, within limit: Float)
    -> [UInt8]
  {
    var (view, active) = (scores.grid.view, active)
    unsafe cm_undecided(&view, scores.values, limit, &active)
    return active
  }

  /// Adds what it knows to scores.
  package mutating func add(to scores: inout [Float], gain: Float, most: Float) {
    var view = grid.view
    unsafe cm_add_motion(&view, &sums, &counts, gain, most, &scores)
  }
}

/// The colour of something, and how far from it a colour is taken for alike.
package struct CellColour: Sendable {
  var colour: cm_colour

  /// A colour that nothing is alike.
  package static let none = CellColour(
    colour: cm_colour(luma: -1e6, blue: 0, red: 0, per_luma: 1, per_blue: 1, per_red: 1))

  /// The colour of the cells of a picture in which a field is above a number.
  package init(_ picture: CellPicture, where field: [Float], above least: Float, on grid: MatteGrid)
  {
    var sums = SIMD3<Float>()
    var squares = SIMD3<Float>()
    var count: Float = 0
    for row in 0..<grid.rows.count {
      let start = 4 * ((grid.rows.lowerBound + row) * picture.columns + grid.columns.lowerBound)
      for column in 0..<grid.columns.count where field[row * grid.stride + column] > least {
        let at = start + 4 * column
        let value = SIMD3(
          Float(picture.bytes[at]), Float(picture.bytes[at + 1]), Float(picture.bytes[at + 2]))
        sums += value
        squares += value * value
        count += 1
      }
    }
    guard count > 20 else {
      self = .none
      return
    }
    let mean = sums / count
    let spread = squares / count - mean * mean
    func scale(_ variance: Float, _ floor: Float) -> Float {
      1 / (2.2 * max(max(variance, 0).squareRoot(), floor))
    }
    colour = cm_colour(
      luma: mean.x, blue: mean.y, red: mean.z, per_luma: scale(spread.x, 8),
      per_blue: scale(spread.y, 2.5), per_red: scale(spread.z, 2.5))
  }

  private init(colour: cm_colour) { self.colour = colour }
}
