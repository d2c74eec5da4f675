-- Small work that must happen after a commit. A job that is done is deleted.
create table jobs (
  id bigint generated always as identity primary key,
  queue text not null,
  data jsonb not null,
  -- When it may be claimed: at its start, at its next attempt, or when its worker's lease ends.
  due_at timestamptz not null default now(),
  lease uuid,
  attempts integer not null default 0,
  -- Why the last attempt failed. With `failed_at`, there is no further one.
  error text,
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
create index jobs_due on jobs (queue, due_at) where failed_at is null;
create index jobs_failed on jobs (failed_at) where failed_at is not null;

-- A request sends jobs, for no other workspace than its own, and reads none.
alter table jobs enable row level security;
create policy own_workspace on jobs for insert to atelier_tenant
  with check (coalesce((data ->> 'workspace_id')::integer, current_workspace()) = current_workspace());
grant insert on jobs to atelier_tenant;

-- Every row with a lease has the same columns: `lease`, `due_at` and `attempts`.
alter table tasks rename column run_after to due_at;
alter table tasks rename column lease_token to lease;
update tasks set due_at = lease_until where finished_at is null and lease is not null;
alter table tasks drop column lease_until;
create index tasks_due on tasks (lane, due_at) where finished_at is null;
alter table social_posts rename column lease_until to due_at;

-- Found every two seconds: work whose task ended without it, and engines that never report.
create index transcriptions_unfinished on transcriptions (id) where finished_at is null;
create index videos_unfinished on videos (give_up_at) where job_status not in ('DONE', 'FAILED');

-- Jobs were in the schema of pg-boss. They move in this transaction: a process of the version before
-- that still runs waits for it, and then fails to send jobs instead of sending them to nobody. Jobs
-- that only woke tasks and webhooks need no successor: their own tables say what is due.
do $$
declare
  ours constant text[] := array['tasks-heavy', 'tasks-light', 'task-webhooks', 'answer-webhooks',
    'deliver-email', 'deliver-chat', 'deliver-push', 'deliver-digest', 'chat-forward',
    'password-mails', 'social-publish', 'webhook-deliveries', 'workflow-runs'];
begin
  if to_regclass('pgboss.job') is null then return; end if;
  execute 'lock table pgboss.job in access exclusive mode';
  execute $sql$
    insert into jobs (queue, data, due_at, attempts, error, failed_at, created_at)
    select name, coalesce(data, '{}'), case state when 'active' then now() else start_after end,
      retry_count, output ->> 'message', case state when 'failed' then completed_on end, created_on
    from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') and name = any($1)
      and name not in ('tasks-heavy', 'tasks-light', 'webhook-deliveries')$sql$ using ours;
  -- Another program in the same database may use it too.
  execute 'delete from pgboss.job where name = any($1)' using ours;
  if not exists (select from pgboss.queue where name <> all(ours)) then
    drop schema pgboss cascade;
  end if;
end $$;
