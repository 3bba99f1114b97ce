import Compositing
import Foundation
import Geometry
import Imaging

let instructionSets = Compositor.instructionSets

/// CPU milliseconds of this thread.
private func threadMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
}

/// Draws every case again and again and prints the best time.
func report(_ instructionSet: String) throws {
  let compositor = try Compositor(instructionSet: instructionSet)
  for item in Case.all {
    guard let picture = item.picture,
      let map = Homography<ArtworkSpace, OutputSpace>(
        rectangle: Double(item.artwork), Double(item.artwork), to: item.quad),
      let size = PixelSize<OutputSpace>(width: item.width, height: item.height)
    else { continue }
    let start = threadMilliseconds()
    let texture = Texture(picture, for: item.format)
    let preparation = threadMilliseconds() - start
    var best = Double.infinity
    try withFrame(item.format, size) { frame in
      for _ in 0..<40 {
        let start = threadMilliseconds()
        try compositor.draw(texture, at: map, onto: frame)
        best = min(best, threadMilliseconds() - start)
      }
    }
    print(
      String(
        format: "%@: %@: %.2f ms a frame, %.1f ns a covered pixel; prepared in %.1f ms",
        instructionSet, item.name, best, best * 1e6 / item.quad.signedArea, preparation))
  }
}

/// Lends a frame of one grey.
private func withFrame(
  _ format: PixelFormat, _ size: PixelSize<OutputSpace>, _ body: (MutablePicture) throws -> Void
) throws {
  let (width, height) = (size.width, size.height)
  let packed = format == .premultipliedRGBA8
  var bytes = [UInt8](repeating: 128, count: width * height * (packed ? 4 : 2))
  try bytes.withUnsafeMutableBufferPointer { buffer in
    guard let base = buffer.baseAddress else { return }
    func plane(_ offset: Int, _ stride: Int, _ width: Int, _ height: Int) -> MutablePlane {
      MutablePlane(base: base + offset, stride: stride, width: width, height: height)
    }
    let luma = width * height
    let planes =
      packed
      ? MutablePlanes(plane(0, 4 * width, width, height))
      : MutablePlanes(
        plane(0, width, width, height), plane(luma, width / 2, width / 2, height / 2),
        plane(luma + luma / 4, width / 2, width / 2, height / 2))
    try body(MutablePicture(format: format, size: size, planes: planes))
  }
}

/// Warps and blends the case "RGBA, magnified" with OpenCV, on one thread and only on the region
/// that the layer covers; says so where Python has no OpenCV.
func reportOpenCV() {
  let program = """
    import cv2, numpy as np, time
    cv2.setNumThreads(1)
    art = np.full((300, 300, 4), 255, np.uint8)
    q = np.float32([[459.5, 170], [833.8, 183.3], [830, 550], [444.3, 559.5]])
    x, y, w, h = 444, 170, 391, 390
    m = cv2.getPerspectiveTransform(np.float32([[0, 0], [300, 0], [300, 300], [0, 300]]), q - np.float32([x, y]))
    frame = np.full((720, 1280, 4), 128, np.uint8)
    best = 1e9
    for _ in range(40):
      start = time.thread_time()
      warped = cv2.warpPerspective(art, m, (w, h), flags=cv2.INTER_LINEAR)
      region = frame[y:y + h, x:x + w]
      rest = cv2.merge([255 - warped[:, :, 3]] * 4)
      cv2.add(cv2.multiply(region, rest, scale=1 / 255), warped, dst=region)
      best = min(best, time.thread_time() - start)
    print("OpenCV %s: RGBA, magnified: %.2f ms a frame" % (cv2.__version__, best * 1e3))
    """
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["python3", "-c", program]
  process.standardError = FileHandle.nullDevice
  try? process.run()
  process.waitUntilExit()
  if process.terminationStatus != 0 { print("python3 with OpenCV did not run: no comparison") }
}
