import Features

/// Finds the frames with which another scene begins: all of the picture changes at once, and more than it ever does
/// around.
struct SceneCuts {
  /// The columns and rows of the cells whose brightness is compared.
  private static let columns = 16, rows = 9
  /// The least mean change of a cell, of 255 levels, and how many times that of the frames around.
  private static let leastChange = 24.0, timesAround = 4.0
  /// Frames around, on each side.
  private static let around = 4

  private var last: [Double]?
  private var changes: [Double] = []

  /// Takes the next frame; nil for one without brightness.
  mutating func add(_ picture: GreyPicture?) {
    let cells = picture.map(Self.cells)
    if let cells, let last {
      changes.append(zip(cells, last).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(cells.count))
    } else {
      changes.append(0)
    }
    last = cells ?? last
  }

  /// The frames, counted from 0.
  var frames: [Int] {
    changes.indices.filter { frame in
      let change = changes[frame]
      guard change >= Self.leastChange else { return false }
      let near = (max(1, frame - Self.around)...min(changes.count - 1, frame + Self.around))
        .filter { $0 != frame }.map { changes[$0] }.sorted()
      return change >= Self.timesAround * max(near.isEmpty ? 0 : near[near.count / 2], 1)
    }
  }

  private static func cells(_ picture: GreyPicture) -> [Double] {
    var (sums, counts) = (
      [Int](repeating: 0, count: columns * rows), [Int](repeating: 0, count: columns * rows)
    )
    // Every third pixel tells as much.
    for y in stride(from: 0, to: picture.height, by: 3) {
      let row = y * rows / picture.height * columns
      for x in stride(from: 0, to: picture.width, by: 3) {
        let cell = row + x * columns / picture.width
        sums[cell] += Int(picture.bytes[y * picture.width + x])
        counts[cell] += 1
      }
    }
    return zip(sums, counts).map { $1 == 0 ? 0 : Double($0) / Double($1) }
  }
}
