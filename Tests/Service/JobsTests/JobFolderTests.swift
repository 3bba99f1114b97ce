import FolderBlobs
import Foundation
import Jobs
import Synchronization
import TestSupport
import Testing

/// A job's files while a request and the end of its worker change them at the same moment.
struct JobFolderTests {
  @Test func `a job that is marked as removed while its files go leaves nothing, without a fault`()
    throws
  {
    let scratch = try ScratchFolder()
    let blobs = try FolderBlobStore(folder: scratch.path(""))
    let faults = Mutex<[String]>([])
    for round in 0..<300 {
      try scratch.write("x", to: "jobs/\(round)/1/output.mp4")
      let folder = try JobFolder("\(round)", in: blobs)
      DispatchQueue.concurrentPerform(iterations: 2) { part in
        do {
          try part == 0 ? folder.mark(removed: true) : folder.remove()
        } catch {
          faults.withLock { $0.append("\(error)") }
        }
      }
      // The caller that marks a job removes its files afterwards, or leaves that to the worker's end.
      try folder.remove()
    }
    #expect(faults.withLock { $0 } == [])
    #expect(try scratch.names(in: "jobs") == [] && scratch.names(in: ".partial") == [])
    let folder = try JobFolder("none", in: blobs)
    try folder.mark(removed: true)
    #expect(try scratch.names(in: "jobs") == [])
  }
}
