extension BlobStore {
  /// Whether an error is the store's own, and may pass while nothing changes on this machine: it does not answer;
  /// or it is another server, which refuses everything for a while, or stands behind something that answers in
  /// its place (credentials that expired, a wrong clock, a certificate, a proxy's page).
  ///
  /// What waits for it loses nothing. A damaged blob, a store that is full and faults of this machine's files
  /// are not of this kind.
  public func mayRecover(from error: BlobError) -> Bool {
    switch error {
    case .unavailable: true
    case .refused(let place, _), .unusable(let place, _): isShared && place == self.place
    case .badKey, .exists, .full, .damaged: false
    }
  }
}
