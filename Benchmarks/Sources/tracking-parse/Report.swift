import Foundation
import Geometry
import Tracking
import TrackingFiles

/// CPU seconds of this thread.
private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Reads the file again and again and prints the best rate, and that of Python's json module.
func report(path: String, repeats: Int) throws {
  let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  let options = TrackingFileOptions(fallbackSize: PixelSize(width: 1280, height: 720))
  var best = Double.infinity
  var samples = 0
  var landmarks = 0
  for _ in 0..<repeats {
    (samples, landmarks) = (0, 0)
    let start = threadSeconds()
    let reader = try TrackingReader(path: path, options: options)
    while let sample = try reader.next() {
      samples += 1
      for face in sample.faces { landmarks += face.landmarks.count }
    }
    best = min(best, threadSeconds() - start)
  }
  let rate = Double(bytes) / best / 1e6
  print(
    "tracking-parse: \(samples) samples, \(landmarks) landmarks, \(bytes) bytes: "
      + String(format: "%.0f MB/s (%.2f ms, best of %d)", rate, best * 1e3, repeats))
  for strategy in SmoothingOptions.Strategy.allCases {
    let seconds = try timelineSeconds(path: path, options: options, strategy: strategy)
    print(
      String(
        format: "with identity, smoothing (%@) and a frame a sample: %.3f ms a sample",
        strategy.rawValue, seconds / Double(max(samples, 1)) * 1e3))
  }
  if let peer = pythonSeconds(path: path, repeats: min(repeats, 5)) {
    print(
      String(
        format: "python3 json.loads a line: %.0f MB/s, we are %.1f times as fast",
        Double(bytes) / peer / 1e6, peer / best))
  }
}

/// The CPU seconds of reading and asking for the faces at every sample's time.
private func timelineSeconds(
  path: String, options: TrackingFileOptions, strategy: SmoothingOptions.Strategy
) throws -> Double {
  let start = threadSeconds()
  let reader = try TrackingReader(path: path, options: options)
  var timeline = FaceTimeline(header: reader.header, smoothing: SmoothingOptions(strategy)) {
    try reader.next()
  }
  var times: [Double] = []
  let clock = try TrackingReader(path: path, options: options)
  let clockStart = threadSeconds()
  while let sample = try clock.next() { times.append(sample.timestampMs) }
  let clockSeconds = threadSeconds() - clockStart
  for time in times { _ = try timeline.faces(atMs: time) }
  return threadSeconds() - start - clockSeconds
}

/// What Python's json module needs for the same lines, in CPU seconds; nil without Python.
private func pythonSeconds(path: String, repeats: Int) -> Double? {
  let script = """
    import json, sys, time
    best = 1e9
    for _ in range(int(sys.argv[2])):
        start = time.process_time()
        with open(sys.argv[1], "rb") as file:
            for line in file:
                json.loads(line)
        best = min(best, time.process_time() - start)
    print(best)
    """
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["python3", "-c", script, path, "\(repeats)"]
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return nil }
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
}
