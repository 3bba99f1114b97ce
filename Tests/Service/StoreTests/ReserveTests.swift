import Foundation
import SQLiteStorage
import Store
import TestSupport
import Testing

/// Removals from a database whose disk is full.
@Suite(.enabled(if: getuid() == 0, "needs root, to mount a small disk"))
struct ReserveTests {
  /// Takes every byte of a disk.
  private func fill(_ disk: String) throws {
    let file = open("\(disk)/ballast", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    for size in [1 << 16, 1 << 12, 1] {
      let bytes = [UInt8](repeating: 1, count: size)
      while write(file, bytes, size) == size {}
    }
  }

  @Test func `jobs are cancelled and removed on a full disk, also by a service that begins there`()
    throws
  {
    let folder = try ScratchFolder()
    let disk = try folder.folder("disk")
    let mounted = try Program(named: "mount").run(["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk])
    // Containers may forbid it even to root.
    guard mounted.exitCode == 0 else { return }
    defer { _ = try? Program(named: "umount").run(["-l", disk]) }
    let path = "\(disk)/jobs.db"
    func submit(_ id: String, to store: SQLiteStore) throws {
      var job = StoreStage.job(id)
      job.webhookURL = "https://hooks.example.org/"
      _ = try store.submit(job, key: nil, limits: StoreStage.roomy)
    }
    var store: SQLiteStore? = try SQLiteStore(path: path, isService: true)
    for number in 0..<60 { try submit("job-\(number)", to: #require(store)) }
    var next = 0
    func removeSome(from open: SQLiteStore) throws {
      for _ in 0..<20 {
        // Other writers take what is left.
        try fill(disk)
        let id = "job-\(next)"
        #expect(try open.cancel(id, of: "ada", at: 2000)?.state == .cancelled)
        try fill(disk)
        // As the files of the job before.
        let rest = size(of: "\(disk)/ballast") - 1 << 16
        #expect(truncate("\(disk)/ballast", off_t(rest)) == 0)
        try open.remove(id)
        #expect(try open.job(id) == nil)
        next += 1
      }
    }
    for _ in 0..<2 {
      try removeSome(from: #require(store))
      store = nil
      try fill(disk)
      store = try SQLiteStore(path: path, isService: true)
    }
    #expect(try store?.counts()[.queued] == 20)
    store = nil
    try FileManager.default.removeItem(atPath: "\(disk)/ballast")
    let last = try SQLiteStore(path: path, isService: true)
    try submit("late", to: last)
    // The room is taken again.
    #expect(size(of: "\(path).reserve") == 1 << 20)
  }

  private func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }
}
