import AvatarFiles
import Imaging
import Rendering

// Single pictures as bytes behind C functions, for `Peers/frame.py`.

/// Makes a renderer of a folder of avatars; it lives until the process ends.
@_cdecl("bench_frame_renderer")
public func makeFrameRenderer(_ folder: UnsafePointer<CChar>) -> UnsafeMutableRawPointer? {
  let library = AvatarLibrary(folder: String(cString: folder))
  return Unmanaged.passRetained(FrameRenderer(library: library)).toOpaque()
}

/// Renders a picture with a sample and an avatar; how many bytes the result has, 0 where it failed or
/// does not fit.
@_cdecl("bench_frame_render")
public func renderFrame(
  _ renderer: UnsafeMutableRawPointer, _ picture: UnsafePointer<UInt8>, _ pictureCount: Int,
  _ tracking: UnsafePointer<UInt8>, _ trackingCount: Int, _ avatar: UnsafePointer<CChar>,
  _ output: UnsafeMutablePointer<UInt8>, _ capacity: Int
) -> Int {
  let request = FrameRequest(
    picture: [UInt8](UnsafeBufferPointer(start: picture, count: pictureCount)),
    tracking: [UInt8](UnsafeBufferPointer(start: tracking, count: trackingCount)),
    avatars: [String(cString: avatar)])
  let renderer = Unmanaged<FrameRenderer>.fromOpaque(renderer).takeUnretainedValue()
  guard let result = try? renderer.render(request), result.bytes.count <= capacity else { return 0 }
  for (index, byte) in result.bytes.enumerated() { output[index] = byte }
  return result.bytes.count
}
