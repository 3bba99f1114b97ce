import Store

/// What the store does, in plain arrays: slow, and simple enough to be seen to be right.
struct ModelStore {
  private struct Key {
    var tenant: String
    var key: IdempotencyKey
    var job: String
    var expires: Int64
  }

  /// In the order of acceptance.
  private(set) var jobs: [JobRecord] = []
  private var leases: [String: Int64] = [:]
  private var keys: [Key] = []
  /// Tenants that were served, the last one at the end.
  private var served: [String] = []

  mutating func submit(
    _ job: JobRecord, key: IdempotencyKey?, limits: QueueLimits
  ) throws(StoreError) -> Submission {
    if let key {
      keys.removeAll { $0.expires <= job.createdAt }
      if let old = keys.first(where: { $0.tenant == job.tenant && $0.key.value == key.value }),
        let index = index(old.job)
      {
        return old.key.fingerprint == key.fingerprint ? .repeated(jobs[index]) : .conflict
      }
    }
    let waiting = jobs.filter { $0.state == .queued }
    let own = waiting.filter { $0.tenant == job.tenant }.count
    // A tenant that has less than an equal part of the places is let in, until twice as many wait.
    let tenants = Set(waiting.map(\.tenant) + [job.tenant]).count
    let hasShare = own >= max(1, limits.all / tenants)
    if waiting.count >= (hasShare ? limits.all : 2 * limits.all) {
      throw .queueFull(limit: limits.all)
    }
    if own >= limits.perTenant { throw .queueFull(limit: limits.perTenant) }
    jobs.append(job)
    if let key {
      keys.append(
        Key(tenant: job.tenant, key: key, job: job.id, expires: job.createdAt + 86_400_000))
    }
    return .accepted(job)
  }

  mutating func claim(at time: Int64, leasedUntil end: Int64) -> JobRecord? {
    let waiting = jobs.filter { $0.state == .queued }
    let next = waiting.min { one, other in
      let turns = [one, other].map { served.firstIndex(of: $0.tenant) ?? -1 }
      return turns[0] < turns[1]
    }
    // The first of those with the smallest turn, and a tenant's first: `min` keeps the first.
    guard let next, let index = index(next.id) else { return nil }
    served.removeAll { $0 == next.tenant }
    served.append(next.tenant)
    jobs[index].state = .rendering
    jobs[index].startedAt = time
    (jobs[index].frame, jobs[index].trackedFrames) = (0, 0)
    jobs[index].attempts += 1
    leases[next.id] = end
    return jobs[index]
  }

  mutating func report(
    _ hold: JobHold, trackedFrames: Int, frame: Int, frameCount: Int?
  ) -> Bool {
    guard let index = held(hold) else { return false }
    jobs[index].trackedFrames = trackedFrames
    jobs[index].frame = frame
    if let frameCount { jobs[index].frameCount = frameCount }
    return true
  }

  mutating func extend(_ hold: JobHold, until end: Int64) -> Bool {
    guard held(hold) != nil else { return false }
    leases[hold.job] = end
    return true
  }

  mutating func finish(_ hold: JobHold, _ ending: JobEnding) -> Bool {
    guard let index = held(hold) else { return false }
    jobs[index].state = ending.state
    jobs[index].finishedAt = ending.time
    jobs[index].frame = ending.frames
    jobs[index].facesDrawnFrames = ending.facesDrawnFrames
    jobs[index].failure = ending.failure
    jobs[index].notes = ending.notes
    jobs[index].storedBytes = ending.storedBytes
    jobs[index].resultAttempt = ending.state == .done ? hold.attempt : nil
    return true
  }

  mutating func handBack(_ hold: JobHold, isCounted: Bool) {
    guard let index = held(hold) else { return }
    if !isCounted { jobs[index].uncountedAttempts += 1 }
    requeue(index)
  }

  mutating func cancel(_ id: String, of tenant: String, at time: Int64) -> JobRecord? {
    guard let index = index(id), jobs[index].tenant == tenant else { return nil }
    if !jobs[index].state.isFinal {
      jobs[index].state = .cancelled
      jobs[index].finishedAt = time
      jobs[index].storedBytes = 0
    }
    return jobs[index]
  }

  mutating func expire(at time: Int64) -> [String] {
    let lost = jobs.indices.filter {
      jobs[$0].state == .rendering && leases[jobs[$0].id] ?? 0 <= time
    }
    for index in lost { requeue(index) }
    return lost.map { jobs[$0].id }
  }

  func list(of tenant: String, after cursor: String?, limit: Int) -> [JobRecord] {
    let all = Array(jobs.filter { $0.tenant == tenant }.reversed())
    guard let cursor else { return Array(all.prefix(limit)) }
    guard let place = all.firstIndex(where: { $0.id == cursor }) else { return [] }
    return Array(all[(place + 1)...].prefix(limit))
  }

  func expired(
    finishedBefore time: Int64, keepingBytes: Int64, passingOver passedOver: Set<String>, limit: Int
  ) -> [JobRecord] {
    let ended = jobs.filter(\.state.isFinal).enumerated().sorted {
      ($0.element.finishedAt ?? 0, $0.offset) < ($1.element.finishedAt ?? 0, $1.offset)
    }.map(\.element)
    let free = ended.filter { !passedOver.contains($0.id) }
    var taken = free.filter { $0.finishedAt ?? 0 < time }
    while true {
      let left = jobs.filter { !taken.contains($0) }
      func held(_ tenant: String) -> Int64 {
        left.filter { $0.tenant == tenant }.map(\.storedBytes).reduce(0, +)
      }
      let candidates = free.filter { left.contains($0) && $0.storedBytes > 0 }
      let givers = Set(candidates.map(\.tenant)).sorted { (held($1), $0) < (held($0), $1) }
      guard left.map(\.storedBytes).reduce(0, +) > keepingBytes, let giver = givers.first,
        let next = candidates.first(where: { $0.tenant == giver })
      else { return Array(taken.prefix(limit)) }
      taken.append(next)
    }
  }

  mutating func remove(_ id: String) {
    jobs.removeAll { $0.id == id }
    keys.removeAll { $0.job == id }
  }

  var counts: [JobRecord.State: Int] {
    Dictionary(
      uniqueKeysWithValues: JobRecord.State.allCases.map { state in
        (state, jobs.filter { $0.state == state }.count)
      })
  }

  private func index(_ id: String) -> Int? { jobs.firstIndex { $0.id == id } }

  private func held(_ hold: JobHold) -> Int? {
    guard let index = index(hold.job), jobs[index].state == .rendering,
      jobs[index].attempts == hold.attempt
    else {
      return nil
    }
    return index
  }

  private mutating func requeue(_ index: Int) {
    jobs[index].state = .queued
    (jobs[index].frame, jobs[index].trackedFrames) = (0, 0)
  }
}
