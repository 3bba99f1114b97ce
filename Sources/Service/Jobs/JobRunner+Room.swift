internal import Files
internal import Foundation
public import Store
internal import Synchronization

/// How a job waits that met a full disk.
struct RoomWait {
  /// The shortest and the longest time until it is tried again without more room, in seconds: what took the room
  /// may have been another job's attempt, which is gone now.
  static let (shortest, longest) = (60.0, 3600.0)

  /// What was free when its files were removed; nil where that could not be told.
  private(set) var free: Int?
  /// When it is tried again in any case, in milliseconds of the steady clock.
  private(set) var end: Int64
  private var seconds: Double

  /// Begins to wait, longer than the last time where there was one.
  init(after last: RoomWait?, free: Int?, at time: Int64) {
    seconds = last.map { min($0.seconds * 2, Self.longest) } ?? Self.shortest
    self.free = free
    end = time + Int64(seconds * 1000)
  }

  /// Whether it may be tried again: there is an eighth more room than it had, and 1 MiB, or its time is over.
  ///
  /// Room that comes and goes with other work does not have the job rendered again and again.
  func isOver(free now: Int?, at time: Int64) -> Bool {
    if time >= end { return true }
    guard let free, let now else { return false }
    return now >= free + free / 8 + (1 << 20)
  }
}

// Waiting for room on the disk.
extension JobRunner {
  private var freeBytes: Int? { DiskSpace.freeBytes(of: folders.dataFolder) }

  /// Whether a job that waits does so for room on the disk.
  public func waitsForRoom(_ job: JobRecord) -> Bool {
    job.state == .queued && (isShortOfRoom || roomWaits.withLock { $0[job.id] } != nil)
  }

  /// Whether less of the disk is free than must stay so.
  private var isShortOfRoom: Bool { freeBytes.map { $0 < settings.minimumFreeBytes } ?? false }

  /// Whether jobs may begin; the operator is told once where they may not.
  func hasRoom() -> Bool {
    guard isShortOfRoom else {
      isToldOfRoom.withLock { $0 = false }
      return true
    }
    guard (try? store.counts()[.queued]) ?? 0 > 0 else { return false }
    let isTold = isToldOfRoom.withLock { told in
      defer { told = true }
      return told
    }
    if !isTold {
      onFault(
        "no job begins until \(settings.minimumFreeBytes >> 20) MiB of the disk of"
          + " \(folders.dataFolder) are free; free some space or shorten the retention")
    }
    return false
  }

  /// The jobs that met a full disk and may not be tried again yet.
  ///
  /// One at a time is: two that each hold what the other lacks would take turns, and each find room whenever the
  /// other has failed.
  ///
  /// - Parameter running: the jobs that are worked on.
  func jobsWithoutRoom(while running: Set<String>) -> Set<String> {
    let (free, time) = (freeBytes, clocks.steady())
    return roomWaits.withLock { waits in
      let isOneTried = waits.keys.contains { running.contains($0) }
      return Set(waits.filter { isOneTried || !$0.value.isOver(free: free, at: time) }.keys)
    }
  }

  /// Notes that a job met a full disk; its attempt's files are gone by now.
  func noteFullDisk(of job: JobRecord) {
    let (free, time) = (freeBytes, clocks.steady())
    let isFirst = roomWaits.withLock { waits in
      defer { waits[job.id] = RoomWait(after: waits[job.id], free: free, at: time) }
      return waits[job.id] == nil
    }
    if isFirst {
      onFault(
        "job \(job.id) met a full disk and waits for room; free some space or shorten the retention"
      )
    }
  }
}
