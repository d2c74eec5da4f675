-- Links that let a person in once, to set a password. Only the system reads them: they decide who
-- somebody is. They are kept as hashes; whoever asks for a new one ends the old.
create table sign_in_links (
  user_id integer primary key references users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
