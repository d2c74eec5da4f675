-- What the processes count together while there is no Redis: requests, wrong passwords, open sockets.
-- The counts last minutes, so they are not worth a write-ahead log; after a crash they start at zero.
-- `key` is a hash, because it stands for email and IP addresses.
create unlogged table window_counts (
  key text primary key,
  used integer not null,
  ends_at timestamptz not null
);
create index window_counts_ends_at on window_counts (ends_at);

-- How many each process holds. A process that died stops renewing its row.
create unlogged table held_counts (
  key text not null,
  holder uuid not null,
  held integer not null,
  expires_at timestamptz not null,
  primary key (key, holder)
);
create index held_counts_expires_at on held_counts (expires_at);

-- The running processes. A migration that an older one would not survive waits until it has stopped.
create table processes (
  id uuid primary key,
  version text not null,
  -- The number of the newest migration that its version has.
  newest_migration integer not null,
  roles text not null,
  host text not null,
  pid integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- Written by migrations that remove something: a version works on this schema only if its newest
-- migration is at least the greatest of these numbers.
create table schema_compatibility (
  migration text primary key,
  oldest_migration integer not null
);
