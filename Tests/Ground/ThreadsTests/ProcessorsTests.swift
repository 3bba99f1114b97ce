import Foundation
import Testing
import Threads

@Suite struct ProcessorsTests {
  @Test func `processors are as many as nproc counts`() throws {
    let nproc = Process()
    let output = Pipe()
    nproc.executableURL = URL(filePath: "/usr/bin/nproc")
    nproc.standardOutput = output
    // Without what tells nproc of OpenMP's threads.
    nproc.environment = [:]
    try nproc.run()
    let found = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    nproc.waitUntilExit()
    #expect(Processors.available == Int(found.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  @Test(arguments: [
    ("Cpus_allowed:\t1", 1), ("Cpus_allowed:\t3", 2), ("Cpus_allowed:\tff,ffffffff", 40),
    ("Name:\tf\nCpus_allowed:\t0000,00000a00\nCpus_allowed_list:\t9,11", 2),
    ("Cpus_allowed:\t0", nil), ("Cpus_allowed_list:\t0-1", nil), ("", nil),
  ])
  func `those that are allowed are the bits of the kernel's mask`(status: String, count: Int?) {
    #expect(Processors.allowed(inStatus: status) == count)
  }
}
