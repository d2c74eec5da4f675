-- Programs that people let in by signing in (OAuth 2.1), beside API keys. Only the system reads
-- these tables: they decide who somebody is, before it is known which workspace they are in.

-- A program as it registered itself. It has no secret: PKCE proves that who began also ends.
create table oauth_clients (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz(3) not null
);

-- What a person has allowed a program to do in one workspace. Tokens are kept as hashes only.
create table oauth_grants (
  id uuid primary key,
  client_id text not null references oauth_clients on delete cascade,
  workspace_id integer not null,
  user_id integer not null,
  scopes text[] not null,
  -- Where its tokens are good for.
  resource text not null,
  access_hash text not null unique,
  access_expires_at timestamptz(3) not null,
  refresh_expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null,
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);
create index oauth_grants_member on oauth_grants (workspace_id, user_id);
create index oauth_grants_client on oauth_grants (client_id);

-- What the program gets back from the person's browser, good for one exchange within a minute.
-- A used one stays for a while, so that one that comes back ends what was made of it.
create table oauth_codes (
  code_hash text primary key,
  client_id text not null references oauth_clients on delete cascade,
  workspace_id integer not null,
  user_id integer not null,
  scopes text[] not null,
  resource text not null,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamptz(3) not null,
  grant_id uuid references oauth_grants on delete cascade,
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);
create index oauth_codes_member on oauth_codes (workspace_id, user_id);
create index oauth_codes_client on oauth_codes (client_id);
create index oauth_codes_grant on oauth_codes (grant_id);

-- Used refresh tokens stay, so that a stolen one that comes back ends the grant.
create table oauth_refresh_tokens (
  token_hash text primary key,
  grant_id uuid not null references oauth_grants on delete cascade,
  used_at timestamptz(3)
);
create index oauth_refresh_tokens_grant on oauth_refresh_tokens (grant_id);

-- No grants follow, so the policies only stand behind a grant that somebody may add one day.
alter table oauth_grants enable row level security;
create policy one_workspace on oauth_grants to atelier_tenant using (workspace_id = current_workspace());
alter table oauth_codes enable row level security;
create policy one_workspace on oauth_codes to atelier_tenant using (workspace_id = current_workspace());
