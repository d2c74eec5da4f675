-- Files that people and tools made. The bytes are in storage under the hash of their content, so the
-- same picture is kept once; a row gives it a name, an owner and a life of its own.
create table assets (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  -- 0 created, 1 processing, 2 processing failed, 3 thumbnail failed, 4 done
  status integer not null check (status between 0 and 4),
  -- 0 image, 2 video, 4 giphy, 6 font, 8 audio, 17 pdf
  asset_type integer not null check (asset_type in (0, 2, 4, 6, 8, 17)),
  name text not null,
  payload jsonb not null default '{}',
  resource text,
  resource_id text,
  content_key text,
  content_type text,
  bytes bigint,
  width integer,
  height integer,
  duration_ms integer,
  sha256 text,
  thumbnail_key text,
  thumbnail_type text,
  error text,
  created_by integer references users on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- For transient results of tools.
  expires_at timestamptz(3)
);
create index assets_workspace on assets (workspace_id, created_at desc, id);
create index assets_expiry on assets (expires_at) where expires_at is not null;
create index assets_content on assets (content_key);
create index assets_thumbnail on assets (thumbnail_key) where thumbnail_key is not null;

-- Bytes that no row needs any more. Deleted after a while, by which time any upload that was about
-- to use the same content has written its row.
create table unused_contents (
  content_key text primary key,
  since timestamptz(3) not null
);

alter table assets enable row level security;
create policy one_workspace on assets to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on assets to atelier_tenant;

-- Secrets of the installation itself, such as the one that signs links to files.
create table server_secrets (
  name text primary key,
  value text not null
);
