import Foundation
import Testing
import Threads

@Suite("The processors that a process may run on")
struct ProcessorsTests {
  @Test("Are as many as nproc counts")
  func areThoseOfTheSystem() throws {
    let nproc = Process()
    let output = Pipe()
    nproc.executableURL = URL(filePath: "/usr/bin/nproc")
    nproc.standardOutput = output
    try nproc.run()
    let found = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    nproc.waitUntilExit()
    #expect(Processors.available == Int(found.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  @Test(
    "Are the bits of the mask that the kernel writes",
    arguments: [
      ("Cpus_allowed:\t1", 1), ("Cpus_allowed:\t3", 2), ("Cpus_allowed:\tff,ffffffff", 40),
      ("Name:\tf\nCpus_allowed:\t0000,00000a00\nCpus_allowed_list:\t9,11", 2),
      ("Cpus_allowed:\t0", nil), ("Cpus_allowed_list:\t0-1", nil), ("", nil),
    ])
  func areTheBitsOfTheMask(_ status: String, _ count: Int?) {
    #expect(Processors.allowed(inStatus: status) == count)
  }
}
