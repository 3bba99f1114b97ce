import ClipReading
import ClipWriting
import Foundation
import Frames
import Geometry
import Imaging
import Testing

/// The bytes of a frame's planes, rows without padding: what `-f rawvideo` writes.
func planeBytes(_ frame: inout VideoFrame) throws -> [UInt8] {
  try frame.withMutablePicture { picture in
    #expect(picture.isWellFormed)
    var bytes: [UInt8] = []
    for index in 0..<picture.planes.count {
      let plane = picture.planes[index]
      let shape = picture.format.shape(
        ofPlane: index, width: picture.size.width, height: picture.size.height)
      for y in 0..<plane.height {
        bytes += UnsafeBufferPointer(
          start: plane.base + y * plane.stride, count: shape.width * shape.bytes)
      }
    }
    return bytes
  }
}

/// Every frame of a clip as bytes, and its times in milliseconds.
func readAll(
  _ reader: ClipReader
) throws -> (frames: [[UInt8]], times: [Double], indices: [Int]) {
  var result: (frames: [[UInt8]], times: [Double], indices: [Int]) = ([], [], [])
  while var frame = try reader.nextFrame() {
    result.frames.append(try planeBytes(&frame))
    result.times.append(frame.timestampMs)
    result.indices.append(frame.index)
  }
  return result
}

/// The frames of a clip as the `ffmpeg` tool decodes and turns them.
func referenceFrames(_ path: String, size: Int, format: String = "yuv420p") throws -> [[UInt8]] {
  let raw = path + ".raw"
  try Tools.ffmpeg([
    "-i", path, "-map", "0:v:0", "-vsync", "passthrough", "-pix_fmt", format, "-f", "rawvideo",
    raw,
  ])
  let bytes = [UInt8](try Data(contentsOf: URL(filePath: raw)))
  return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
}

/// Copies a clip through reader and writer, untouched.
@discardableResult
func copyClip(
  _ source: String, to target: String, settings: EncoderSettings = EncoderSettings(),
  part: ClipPart = .whole
) throws -> [String] {
  let reader = try ClipReader(path: source, part: part)
  let writer = try ClipWriter(path: target, settings: settings, following: reader)
  while let frame = try reader.nextFrame() { try writer.write(frame) }
  try writer.finish()
  return writer.warnings
}

/// Copies a clip whose sound may be damaged; returns what of the sound is lost.
func lostSound(_ source: String, to target: String) throws -> [String] {
  let reader = try ClipReader(path: source)
  let writer = try ClipWriter(path: target, settings: EncoderSettings(), following: reader)
  while let frame = try reader.nextFrame() { try writer.write(frame) }
  try writer.finish()
  return writer.lostSound
}

/// What a throwing call threw; an error of another kind fails the test.
func videoError(_ body: () throws -> Void) -> VideoError? {
  do {
    try body()
    return nil
  } catch let error as VideoError {
    return error
  } catch {
    Issue.record(error)
    return nil
  }
}

func nextFrame(of reader: ClipReader) throws -> VideoFrame {
  guard let frame = try reader.nextFrame() else { throw Missing() }
  return frame
}

/// Thrown where a test expects a frame and there is none.
struct Missing: Error {}
