import Foundation
import Jobs
import Synchronization
import TestSupport
import Testing

/// A job's folder while a request and the end of its worker change it at the same moment.
struct JobFolderTests {
  @Test func `a folder that is marked as removed while it is removed goes without a fault`() throws
  {
    let scratch = try ScratchFolder()
    let faults = Mutex<[String]>([])
    for round in 0..<300 {
      let path = scratch.path("job-\(round)")
      try FileManager.default.createDirectory(
        atPath: path + "/work", withIntermediateDirectories: true)
      let folder = JobFolder(path: path)
      DispatchQueue.concurrentPerform(iterations: 2) { part in
        do {
          try part == 0 ? folder.mark(removed: true) : folder.remove()
        } catch {
          faults.withLock { $0.append("\(error)") }
        }
      }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    #expect(faults.withLock { $0 } == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("")) == [])
  }
}
