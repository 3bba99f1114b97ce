import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

extension ScratchFolder {
  /// Writes a tracking file and gives its path.
  func file(_ bytes: some Sequence<UInt8>, name: String = "t.jsonl") throws -> String {
    try write(bytes, to: name)
  }

  func file(_ text: String, name: String = "t.jsonl") throws -> String {
    try write(text, to: name)
  }
}

/// Texts of the own format, small enough to be read at a glance.
enum Text {
  static let header = #"{"format": "avatar-tracking/1", "width": 100, "height": 200}"#

  /// As many landmarks as asked for, all at (0.5, 0.25, 0).
  static func points(_ count: Int, _ point: String = "[0.5,0.25,0]") -> String {
    "[" + Array(repeating: point, count: count).joined(separator: ",") + "]"
  }

  static let pose = "[1,0,0,0, 0,1,0,0, 0,0,1,-50, 0,0,0,1]"

  /// A sample whose only face has a pose.
  static func sample(_ time: Double, pose: String = pose) -> String {
    #"{"timestampMs": \#(time), "faces": [{"matrix": \#(pose)}]}"#
  }

  /// A file of these samples with a good header.
  static func file(_ samples: String...) -> String {
    ([header] + samples).joined(separator: "\n") + "\n"
  }
}

func samples(_ path: String, _ options: TrackingFileOptions = .init()) throws -> [TrackingSample] {
  let reader = try TrackingReader(path: path, options: options)
  var samples: [TrackingSample] = []
  while let sample = try reader.next() { samples.append(sample) }
  return samples
}

/// The fault that reading a file ends with; nil where it is good.
func firstFault(_ path: String, _ options: TrackingFileOptions = .init()) -> TrackingFault? {
  do {
    _ = try samples(path, options)
    return nil
  } catch {
    return error as? TrackingFault
  }
}

/// A file read to its end, past every bad sample.
struct Survey {
  var timesMs: [Double] = []
  var badSamples = 0
  var faults: [TrackingFault] = []
  var faultCount = 0
  var unknownKeys: [String: Int] = [:]
  var cutOff: String?

  var samples: Int { timesMs.count }

  init(_ path: String, _ options: TrackingFileOptions = .init()) {
    var options = options
    options.skipsBadSamples = true
    do {
      let reader = try TrackingReader(path: path, options: options)
      while let sample = try reader.next() { timesMs.append(sample.timestampMs) }
      badSamples = reader.leftOut.samples
      faults = reader.leftOut.faults
      faultCount = reader.leftOut.faultCount
      cutOff = reader.cutOffNote
      unknownKeys = reader.unknownKeys
    } catch {
      faults = [error]
      faultCount = 1
    }
  }
}
