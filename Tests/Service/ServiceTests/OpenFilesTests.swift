import Foundation
import HTTPServer
import Service
import ServiceConfiguration
import TestSupport
import Testing

@Suite struct OpenFilesTests {
  @Test func `the limit of open files is raised as far as it may be, and never lowered`() throws {
    try OwnProcess.run { _ in
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      func soft() -> Int {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? Int(limit.rlim_cur) : -1
      }
      var limit = rlimit(rlim_cur: 200, rlim_max: 400)
      guard setrlimit(resource, &limit) == 0 else { exit(1) }
      guard OpenFiles.raise(to: 300) == 300, soft() == 300 else { exit(2) }
      guard OpenFiles.raise(to: 100) == 300, soft() == 300 else { exit(3) }
      guard OpenFiles.raise(to: 500) == 400, soft() == 400 else { exit(4) }
      exit(0)
    }
  }

  @Test func `as many connections as may be have room for their sockets and bodies`() {
    var settings = ServiceSettings()
    settings.http.maximumConnections = 5000
    #expect(settings.neededDescriptors > 2 * 5000)
  }
}
