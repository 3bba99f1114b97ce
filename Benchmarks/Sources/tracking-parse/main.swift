import Foundation
import Geometry
import Tracking
import TrackingFiles

// Prints how fast a tracking file is read into samples, beside Python's json module on the same
// bytes:
//
//     swift run -c release --package-path Benchmarks tracking-parse FILE [REPEATS]

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  print("usage: tracking-parse FILE [REPEATS]")
  exit(64)
}
let path = arguments[1]
let repeats = arguments.count > 2 ? Int(arguments[2]) ?? 20 : 20
do {
  try report(path: path, repeats: max(1, repeats))
} catch {
  print("\(error)")
  exit(65)
}
