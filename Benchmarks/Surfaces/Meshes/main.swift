import Compositing
import Foundation
import Geometry
import Imaging

// Draws a mask with relief, frame by frame in a slow turn. `osmesa.c` has the same formulas and draws
// by OSMesa.
//
// usage: meshes FRAMES PICTURE FRAME
//
// Prints the CPU ms a frame, and writes one frame as PPM over grey.

// MARK: The scene; `osmesa.c` has the same

let (width, height, columns, rows, side, framesATurn, ground) = (416, 288, 64, 48, 1024, 120, 128)
// A part of a cylinder of radius 1, its axis so far from the camera; facing it, 330 px across
// without the relief.
let (halfAngle, halfHeight, distance, focalLength, mostTurned) = (0.8, 0.538, 4.0, 759.6, 0.6)

/// A vertex of the mask before it is turned.
struct Corner {
  var x, y, z, u, v: Float

  init(_ s: Double, _ t: Double) {
    let (a, across, down) = ((2 * s - 1) * halfAngle, s - 0.5, t - 0.55)
    let nose = 0.22 * exp(-across * across / 0.006 - down * down / 0.03)
    let radius = 1 + nose + 0.03 * cos(6 * .pi * s) * sin(4 * .pi * t)
    (x, y, z) = (Float(radius * sin(a)), Float((2 * t - 1) * halfHeight), Float(-radius * cos(a)))
    (u, v) = (Float(s) * Float(side), Float(t) * Float(side))
  }
}

func turn(ofFrame frame: Int) -> Double {
  mostTurned * sin(2 * .pi * Double(frame) / Double(framesATurn))
}

/// Rings, squares and ramps, two holes for eyes, and a round outline.
func makeTexture() -> Texture {
  var picture = StraightRGBA8(size: PixelSize<ArtworkSpace>(clamping: side, side))
  for y in 0..<side {
    for x in 0..<side {
      let (right, down) = (Double(x - 512) / 512, Double(y - 512) / 512)
      let (eye, eyeDown) = (Double(x < 512 ? x - 340 : x - 684) / 110, Double(y - 400) / 60)
      let outline = right * right * right * right + down * down * down * down
      if outline > 1 || eye * eye + eyeDown * eyeDown < 1 { continue }
      picture[x, y] = RGBA8(
        UInt8(90 + x / 9 + (x / 16 + y / 16) % 2 * 40), UInt8(60 + y / 7),
        UInt8((x * x + y * y) / 4096 % 32 * 7), 255)
    }
  }
  return Texture(picture, for: OffscreenDrawing.format)
}

// MARK: Drawing

let corners = (0...rows).flatMap { row in
  (0...columns).map { Corner(Double($0) / Double(columns), Double(row) / Double(rows)) }
}
let triangles = (0..<rows).flatMap { row in
  (0..<columns).flatMap { column in
    let a = Int32(row * (columns + 1) + column)
    let c = a + Int32(columns) + 2
    return [SIMD3(a, a + 1, c), SIMD3(a, c, c - 1)]
  }
}
let texture = makeTexture()
var drawing = OffscreenDrawing()
var layer = MeshLayer(
  .own, PlacedMesh(vertices: [], triangles: triangles, isPerspective: true), texture: texture)

func draw(_ frame: Int) {
  let turned = turn(ofFrame: frame)
  let (cosine, sine) = (Float(cos(turned)), Float(sin(turned)))
  let (middleX, middleY, focal) = (Float(width) / 2, Float(height) / 2, Float(focalLength))
  layer.mesh.vertices.removeAll(keepingCapacity: true)
  for corner in corners {
    let depth = Float(distance) - corner.x * sine + corner.z * cosine
    let scale = focal / depth
    layer.mesh.vertices.append(
      PlacedMesh.Vertex(
        x: middleX + (corner.x * cosine + corner.z * sine) * scale, y: middleY + corner.y * scale,
        depth: depth, u: corner.u, v: corner.v))
  }
  drawing.begin(columns: 0..<width, rows: 0..<height)
  drawing.paint([layer], painting: 0..<1, tolerance: 0)
}

/// CPU time of the process.
func milliseconds() -> Double {
  var use = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &use)
  return Double(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e3
    + Double(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e3
}

func ppm() -> [UInt8] {
  var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
  drawing.withPicture { picture in
    let plane = picture.planes[0]
    for y in 0..<height {
      for x in 0..<width {
        // Blue, green, red, alpha, premultiplied.
        let pixel = plane.base + y * plane.stride + 4 * x
        let behind = Double(255 - Int(pixel[3])) * Double(ground) / 255
        for channel in [2, 1, 0] { bytes.append(UInt8(Double(pixel[channel]) + behind + 0.5)) }
      }
    }
  }
  return bytes
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let frames = Int(arguments[1]), frames > 0,
  let shown = Int(arguments[3])
else {
  FileHandle.standardError.write(Data("usage: meshes FRAMES PICTURE FRAME\n".utf8))
  exit(1)
}
// The first frames also make the texture's levels.
for frame in 0..<min(20, frames) { draw(frame) }
let start = milliseconds()
for frame in 0..<frames { draw(frame) }
let spent = milliseconds() - start
draw(shown)
print(String(format: "%.4f", spent / Double(frames)) + "\tours, 16 points a pixel")
try Data(ppm()).write(to: URL(fileURLWithPath: arguments[2]))
