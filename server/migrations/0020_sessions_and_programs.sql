-- People see and end the sessions and programs that act for them.

-- How a session came about and when it was last used, so that its person recognises it.
alter table sessions
  add column kind text not null default 'token' check (kind in ('token', 'browser')),
  -- A browser that was signed in with an access token ends with that token's session.
  add column parent_id uuid references sessions on delete cascade,
  add column address text,
  add column user_agent text,
  add column last_used_at timestamptz(3);
update sessions set kind = 'browser' where access_expires_at = refresh_expires_at;
create index sessions_parent on sessions (parent_id) where parent_id is not null;

alter table oauth_grants add column last_used_at timestamptz(3);
create index oauth_grants_user on oauth_grants (user_id);
create index oauth_codes_user on oauth_codes (user_id);

-- A key that a key has made ends with it.
alter table api_keys add column parent_id uuid references api_keys on delete cascade;
create index api_keys_parent on api_keys (parent_id) where parent_id is not null;
