-- Voices that workspaces have added to the embedded ones: of an engine elsewhere, or an embedded
-- voice under another name. One that is published is in every workspace's list.
create table voices (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  voice_name text not null,
  -- 0 male, 1 female, 3 neutral
  gender integer not null check (gender in (0, 1, 3)),
  is_premium boolean not null,
  description text not null,
  language_code text not null,
  supports_instructions boolean not null,
  engine text not null check (engine in ('embedded', 'openai')),
  -- What the engine calls it.
  engine_voice text not null,
  published boolean not null,
  created_by integer references users on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index voices_workspace on voices (workspace_id);
create index voices_published on voices (id) where published;

alter table voices enable row level security;
create policy see_published on voices for select to atelier_tenant
  using (workspace_id = current_workspace() or published);
create policy one_workspace on voices to atelier_tenant
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
grant select, insert, update, delete on voices to atelier_tenant;

-- A sentence in each embedded voice, made when first asked for.
create table voice_samples (
  voice_id uuid primary key,
  content_key text not null
);

-- What was said in a recording. Completion is written here by whoever did the work, through the
-- door for callbacks; the task of a submission only says that it was submitted.
create table transcriptions (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  job_status text not null check (job_status in
    ('CREATED', 'PENDING', 'PROCESSING', 'RENDERING', 'UPDATED', 'DONE', 'FAILED')),
  provider text not null,
  language_code text not null,
  -- The task that submits, and the one that does the work when that is done here.
  task_id uuid not null,
  run_task_id uuid,
  source text not null,
  content_key text,
  file_name text,
  duration_ms bigint,
  percent integer not null default 0,
  phrases jsonb,
  text text,
  errors jsonb not null default '[]',
  -- The secret part of the address that the provider calls, and the provider's name for the job.
  callback_hash text not null unique,
  callback_secret text not null,
  provider_job_id text,
  -- When to ask a provider that has not called, and when to stop waiting.
  ask_at timestamptz(3),
  give_up_at timestamptz(3),
  created_by integer references users on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index transcriptions_workspace on transcriptions (workspace_id, created_at desc, id);
create index transcriptions_content on transcriptions (content_key) where content_key is not null;
create index transcriptions_silent on transcriptions (ask_at)
  where ask_at is not null and finished_at is null;

-- What is finished of a transcription that still runs; a worker that takes it over goes on after it.
create table transcription_parts (
  transcription_id uuid not null references transcriptions on delete cascade,
  workspace_id integer not null references workspaces on delete cascade,
  sequence integer not null,
  phrases jsonb not null,
  done_ms bigint not null,
  primary key (transcription_id, sequence)
);

-- Callbacks that were applied. Providers send again for days what they think was not taken.
create table transcription_callbacks (
  transcription_id uuid not null references transcriptions on delete cascade,
  workspace_id integer not null references workspaces on delete cascade,
  event_id text not null,
  received_at timestamptz(3) not null,
  primary key (transcription_id, event_id)
);

-- Videos. One submission has one variation so far; both have ids because clients ask for both.
create table videos (
  id uuid primary key,
  variation_id uuid not null unique,
  workspace_id integer not null references workspaces on delete cascade,
  job_status text not null check (job_status in
    ('CREATED', 'PENDING', 'PROCESSING', 'RENDERING', 'DONE', 'FAILED')),
  model text not null,
  capability text not null,
  parameters jsonb not null,
  provider text not null,
  storage text not null,
  -- The secret part of the address that an engine elsewhere calls, and what it signs with.
  callback_hash text not null unique,
  callback_secret text not null,
  give_up_at timestamptz(3),
  task_id uuid not null,
  run_task_id uuid,
  asset_id uuid references assets on delete set null,
  percent integer not null default 0,
  errors jsonb not null default '[]',
  warnings jsonb not null default '[]',
  created_by integer references users on delete set null,
  created_at timestamptz(3) not null,
  modified timestamptz(3) not null
);
create index videos_workspace on videos (workspace_id, created_at desc, id);

do $$
declare name text;
begin
  foreach name in array array['transcriptions', 'transcription_parts', 'transcription_callbacks', 'videos'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy one_workspace on %I to atelier_tenant using (workspace_id = current_workspace())', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
