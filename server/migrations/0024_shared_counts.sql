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
