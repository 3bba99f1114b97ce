/// The tables, and how a database of an older version becomes one of this version.
enum Schema {
  /// `application_id` of our databases: "AvOv" in ASCII.
  static let applicationID: Int64 = 0x4176_4F76

  /// The steps, each from one version to the next, the first from an empty database.
  ///
  /// What was once released is never changed; a change is a further step.
  static let migrations = [
    version1, version2, version3, version4, version5, version6, version7, version8,
  ]

  /// The version that this program reads and writes.
  static var version: Int64 { Int64(migrations.count) }

  private static let version1 = """
    CREATE TABLE job (
      sequence INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      tenant TEXT NOT NULL,
      state TEXT NOT NULL
        CHECK (state IN ('queued', 'rendering', 'done', 'failed', 'cancelled')),
      worker TEXT CHECK ((worker IS NOT NULL) = (state = 'rendering')),
      request TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      started_at INTEGER,
      finished_at INTEGER
        CHECK ((finished_at IS NOT NULL) = (state IN ('done', 'failed', 'cancelled'))),
      frame INTEGER NOT NULL DEFAULT 0,
      frame_count INTEGER,
      attempts INTEGER NOT NULL DEFAULT 0,
      failure_code TEXT,
      failure_detail TEXT,
      notes TEXT NOT NULL DEFAULT '[]',
      stored_bytes INTEGER NOT NULL,
      webhook_url TEXT
    ) STRICT;
    CREATE INDEX job_of_tenant ON job (tenant, sequence);
    CREATE INDEX job_waiting ON job (tenant, sequence) WHERE state = 'queued';
    CREATE INDEX job_held ON job (worker) WHERE state = 'rendering';
    CREATE INDEX job_finished ON job (finished_at, sequence) WHERE finished_at IS NOT NULL;

    -- When each tenant was last served: the one whose turn is longest ago is next.
    CREATE TABLE turn (
      tenant TEXT PRIMARY KEY,
      served INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE idempotency (
      tenant TEXT NOT NULL,
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
      expires_at INTEGER NOT NULL,
      PRIMARY KEY (tenant, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotency_expiry ON idempotency (expires_at);
    CREATE INDEX idempotency_job ON idempotency (job);

    CREATE TABLE api_key (
      id TEXT PRIMARY KEY,
      tenant TEXT NOT NULL,
      name TEXT,
      secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
      scopes TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      last_used_at INTEGER,
      disabled_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX api_key_of_tenant ON api_key (tenant);

    -- What the service signs with: links (of no tenant), and each tenant's webhooks. The current
    -- key does not retire; those that were before it are taken until they do.
    CREATE TABLE signing_key (
      purpose TEXT NOT NULL CHECK (purpose IN ('links', 'webhooks')),
      tenant TEXT NOT NULL,
      id TEXT NOT NULL,
      secret TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      retires_at INTEGER,
      PRIMARY KEY (purpose, tenant, id)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX signing_key_current ON signing_key (purpose, tenant)
      WHERE retires_at IS NULL;

    -- What has to be told: written in the transaction that ends the job.
    CREATE TABLE delivery (
      id TEXT PRIMARY KEY,
      job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
      tenant TEXT NOT NULL,
      url TEXT NOT NULL,
      origin TEXT NOT NULL,
      type TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      body BLOB,
      state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'gone', 'abandoned')),
      attempts INTEGER NOT NULL DEFAULT 0,
      next_at INTEGER CHECK ((next_at IS NOT NULL) = (state = 'pending'))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX delivery_of_job ON delivery (job);
    CREATE INDEX delivery_due ON delivery (origin, next_at) WHERE state = 'pending';

    CREATE TABLE delivery_attempt (
      delivery TEXT NOT NULL REFERENCES delivery (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      at INTEGER NOT NULL,
      status INTEGER,
      error TEXT,
      milliseconds INTEGER NOT NULL,
      PRIMARY KEY (delivery, number)
    ) STRICT, WITHOUT ROWID;
    """

  /// What each tenant holds, and its oldest jobs, without a look at the jobs themselves.
  private static let version2 = """
    CREATE INDEX job_weight ON job (tenant, finished_at, sequence, stored_bytes);
    """

  /// How far a recording has been tracked that came without its tracking.
  private static let version3 = """
    ALTER TABLE job ADD COLUMN tracked_frames INTEGER NOT NULL DEFAULT 0;
    """

  /// In how many frames avatars were drawn.
  private static let version4 = """
    ALTER TABLE job ADD COLUMN faces_drawn_frames INTEGER;
    """

  /// The version from which on a job names the attempt whose output it has.
  static let versionOfResults: Int64 = 5

  /// Until when a job is leased to its worker (none: the lease has run out), and which attempt's output it has.
  private static let version5 = """
    ALTER TABLE job ADD COLUMN leased_until INTEGER;
    ALTER TABLE job ADD COLUMN result_attempt INTEGER;
    """

  /// How many of a job's attempts do not count, as those that met a full disk.
  private static let version6 = """
    ALTER TABLE job ADD COLUMN uncounted_attempts INTEGER NOT NULL DEFAULT 0;
    """

  /// The version from which on a job has a time from which on it may not be kept.
  static let versionOfEnds: Int64 = 7

  /// Whether what was sent goes when a job ends, and when it did; from when on its files may not be kept.
  private static let version7 = """
    ALTER TABLE job ADD COLUMN purges_inputs INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE job ADD COLUMN inputs_purged_at INTEGER;
    CREATE INDEX job_to_purge ON job (finished_at, sequence)
      WHERE purges_inputs = 1 AND inputs_purged_at IS NULL AND finished_at IS NOT NULL;
    ALTER TABLE job ADD COLUMN ends_at INTEGER;
    CREATE INDEX job_ends ON job (ends_at, sequence) WHERE ends_at IS NOT NULL;
    """

  /// Where a job's request names the person that it shows.
  static let pathOfSubject = "$.provenance.subject"

  /// The version from which on a store knows what was erased.
  static let versionOfErasing: Int64 = 8

  /// Whom jobs show, and what is erased by that; keys whose jobs' inputs go.
  private static let version8 = """
    ALTER TABLE job ADD COLUMN subject TEXT;
    UPDATE job SET subject = json_extract(request, '\(pathOfSubject)')
      WHERE json_valid(request) AND json_type(request, '\(pathOfSubject)') = 'text';
    CREATE INDEX job_of_subject ON job (tenant, subject, sequence) WHERE subject IS NOT NULL;

    -- What is being erased, until it is gone. Without a subject: the jobs are, and what is left of them in this file
    -- is to be overwritten.
    CREATE TABLE erasure (
      id INTEGER PRIMARY KEY,
      tenant TEXT NOT NULL,
      subject TEXT
    ) STRICT;

    -- The jobs that it takes, by their ids: what is accepted later can have the sequence of one that is gone.
    CREATE TABLE erasure_job (
      erasure INTEGER NOT NULL REFERENCES erasure (id) ON DELETE CASCADE,
      job TEXT NOT NULL,
      PRIMARY KEY (erasure, job)
    ) STRICT, WITHOUT ROWID;

    -- What files had that were erased; nothing here says whom they showed.
    CREATE TABLE erased (
      sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
      bytes INTEGER NOT NULL,
      tenant TEXT NOT NULL,
      erased_at INTEGER NOT NULL,
      PRIMARY KEY (sha256, bytes, tenant)
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE api_key ADD COLUMN purges_inputs INTEGER NOT NULL DEFAULT 0;
    """
}
