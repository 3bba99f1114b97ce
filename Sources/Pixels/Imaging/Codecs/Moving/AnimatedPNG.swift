internal import Geometry

/// The frames of an animated PNG: each becomes a PNG of its own, which the reader of PNG files decodes, and is
/// put onto those before. (APNG specification 1.0; PNG, third edition, 11.3.6)
struct AnimatedPNG {
  /// What a frame's own chunk says.
  private struct Control {
    var width, height, x, y: Int
    var durationMs: Double
    /// What becomes of it before the next one: 0 stays, 1 is cleared, 2 gives way to what was before.
    var disposal: UInt8
    /// Whether it is put over what is there rather than in its place.
    var isOver: Bool
  }

  private struct Frame {
    var control: Control
    var data: [UInt8] = []
  }

  /// How many frames the file says that it has.
  let frames: Int

  /// Looks for the chunk of an animation; nil where there is none before the picture.
  init?(_ bytes: [UInt8]) {
    var chunks = PNGChunkReader(bytes)
    while let chunk = chunks.next(), chunk.type != "IDAT" {
      if chunk.type == "acTL", chunk.data.count == 8 {
        frames = Int(chunk.data.bigEndian(at: 0))
        return
      }
    }
    return nil
  }

  /// The frames as they are shown, and for how long.
  static func decoded(
    _ bytes: [UInt8], size: PixelSize<ArtworkSpace>
  ) throws(ImagingError) -> [(picture: StraightRGBA8, durationMs: Double)] {
    let damaged = ImagingError.unreadable(reason: "the animated PNG is damaged or cut off")
    let (header, shared, frames) = try parts(bytes, size, damaged)
    var canvas = StraightRGBA8(size: size)
    var shown: [(StraightRGBA8, Double)] = []
    for frame in frames {
      let control = frame.control
      var file = PNGChunkWriter()
      var own = header
      own.replace(at: 0, with: UInt32(control.width))
      own.replace(at: 4, with: UInt32(control.height))
      file.append("IHDR", own)
      for chunk in shared { file.append(chunk.type, Array(chunk.data)) }
      file.append("IDAT", frame.data)
      file.append("IEND", [])
      let picture = try PNG.decode(file.bytes)
      let before = canvas
      canvas.put(picture, x: control.x, y: control.y, isOver: control.isOver)
      shown.append((canvas, control.durationMs))
      switch control.disposal {
      case 1:
        canvas.put(
          StraightRGBA8(size: PixelSize<ArtworkSpace>(clamping: control.width, control.height)),
          x: control.x, y: control.y, isOver: false)
      case 2: canvas = before
      default: break
      }
    }
    return shown
  }

  private static func parts(
    _ bytes: [UInt8], _ size: PixelSize<ArtworkSpace>, _ damaged: ImagingError
  ) throws(ImagingError) -> (header: [UInt8], shared: [PNGChunkReader.Chunk], frames: [Frame]) {
    var chunks = PNGChunkReader(bytes)
    var (header, shared, frames) = ([UInt8](), [PNGChunkReader.Chunk](), [Frame]())
    var (isAtEnd, hasData, count) = (false, false, 0)
    while let chunk = chunks.next() {
      switch chunk.type {
      case "IHDR": header = Array(chunk.data)
      case "acTL": count = chunk.data.count == 8 ? Int(chunk.data.bigEndian(at: 0)) : 0
      case "fcTL":
        guard let control = control(chunk.data, in: size) else { throw damaged }
        frames.append(Frame(control: control))
      case "IDAT":
        hasData = true
        // A picture without a frame's chunk before it is for readers that know no animation.
        if !frames.isEmpty { frames[frames.count - 1].data += chunk.data }
      case "fdAT":
        guard !frames.isEmpty, chunk.data.count >= 4 else { throw damaged }
        frames[frames.count - 1].data += chunk.data.dropFirst(4)
      case "IEND": isAtEnd = true
      default: if !hasData, frames.count <= 1 { shared.append(chunk) }
      }
    }
    guard isAtEnd, header.count == 13, frames.count == count,
      frames.allSatisfy({ !$0.data.isEmpty })
    else { throw damaged }
    return (header, shared, frames)
  }

  private static func control(
    _ data: ArraySlice<UInt8>, in size: PixelSize<ArtworkSpace>
  ) -> Control? {
    guard data.count == 26 else { return nil }
    let numbers = (0..<5).map { Int(data.bigEndian(at: 4 * $0)) }
    let (width, height, x, y) = (numbers[1], numbers[2], numbers[3], numbers[4])
    guard width > 0, height > 0, x <= size.width - width, y <= size.height - height else {
      return nil
    }
    let first = data.startIndex
    let part = Double(data[first + 20]) * 256 + Double(data[first + 21])
    let whole = Double(data[first + 22]) * 256 + Double(data[first + 23])
    return Control(
      width: width, height: height, x: x, y: y,
      durationMs: 1000 * part / (whole == 0 ? 100 : whole),
      disposal: data[first + 24], isOver: data[first + 25] == 1)
  }
}

/// Reads the chunks of a PNG file one after the other, without looking into them.
struct PNGChunkReader {
  struct Chunk {
    let type: String
    let data: ArraySlice<UInt8>
  }

  private let bytes: [UInt8]
  private var place = 8

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next chunk; nil at the end, or where it is cut off.
  mutating func next() -> Chunk? {
    guard place + 12 <= bytes.count else { return nil }
    let length = Int(bytes[place...].bigEndian(at: 0))
    guard length <= bytes.count - place - 12 else { return nil }
    let type = String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self)
    let data = bytes[(place + 8)..<(place + 8 + length)]
    place += 12 + length
    return Chunk(type: type, data: data)
  }
}

extension ArraySlice<UInt8> {
  /// The number of four bytes from a place on.
  fileprivate func bigEndian(at place: Int) -> UInt32 {
    self[(startIndex + place)..<(startIndex + place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension StraightRGBA8 {
  /// Puts a picture onto a part of this one, which it lies within.
  fileprivate mutating func put(_ picture: StraightRGBA8, x: Int, y: Int, isOver: Bool) {
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        let top = picture[column, row]
        self[x + column, y + row] = isOver ? top.over(self[x + column, y + row]) : top
      }
    }
  }
}

extension RGBA8 {
  /// The colour over another one, both not multiplied by alpha.
  fileprivate func over(_ below: RGBA8) -> RGBA8 {
    if alpha == 255 || below.alpha == 0 { return self }
    if alpha == 0 { return below }
    let (top, rest) = (Int(alpha) * 255, Int(below.alpha) * (255 - Int(alpha)))
    let whole = top + rest
    func mixed(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Int(a) * top + Int(b) * rest + whole / 2) / whole)
    }
    return RGBA8(
      mixed(red, below.red), mixed(green, below.green), mixed(blue, below.blue),
      UInt8((whole + 127) / 255))
  }
}

extension [UInt8] {
  fileprivate mutating func replace(at place: Int, with number: UInt32) {
    for (index, shift) in [24, 16, 8, 0].enumerated() {
      self[place + index] = UInt8(truncatingIfNeeded: number >> UInt32(shift))
    }
  }
}
