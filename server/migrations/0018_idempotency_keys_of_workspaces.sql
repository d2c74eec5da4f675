-- An Idempotency-Key belongs to a workspace as well as to a credential: a session reaches several
-- workspaces, and the same request in another one is another request.
alter table idempotency_keys
  add column workspace_id integer references workspaces on delete cascade,
  -- Until the response is known. A request that calls the outside claims its key first.
  add column claimed_until timestamptz(3),
  add column claim_id uuid,
  alter column status drop not null,
  alter column headers drop not null,
  alter column body drop not null;

-- An API key reaches one workspace. Of other credentials the workspace is known if there is only one.
update idempotency_keys i set workspace_id = k.workspace_id
from api_keys k where i.credential_id = 'key:' || k.id;

update idempotency_keys i set workspace_id = g.workspace_id
from oauth_grants g where i.credential_id = 'oauth:' || g.id;

update idempotency_keys i set workspace_id = m.workspace_id
from sessions s, (
  select user_id, min(workspace_id) as workspace_id from memberships
  group by user_id having count(*) = 1
) m
where i.credential_id = 'session:' || s.id and m.user_id = s.user_id and i.workspace_id is null;

delete from idempotency_keys where workspace_id is null;

alter table idempotency_keys
  alter column workspace_id set not null,
  drop constraint idempotency_keys_pkey,
  add primary key (workspace_id, credential_id, key_hash),
  add constraint idempotency_keys_outcome check (
    (claimed_until is null) = (status is not null and headers is not null and body is not null)
  );

alter table idempotency_keys enable row level security;
create policy one_workspace on idempotency_keys to atelier_tenant using (workspace_id = current_workspace());
