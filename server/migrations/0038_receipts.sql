-- Keys that sign receipts of consent. Old ones stay, so that old receipts can be verified.
create table receipt_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- Encrypted; null once the key is retired.
  private_jwk text,
  created_at timestamptz(3) not null,
  retired_at timestamptz(3)
);

-- A receipt is signed once, and is the same whenever it is fetched.
create table receipts (
  workspace_id integer not null references workspaces on delete cascade,
  question_id uuid not null,
  jws text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, question_id),
  foreign key (workspace_id, question_id) references questions (workspace_id, id) on delete cascade
);

alter table receipts enable row level security;
create policy one_workspace on receipts to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on receipts to atelier_tenant;
