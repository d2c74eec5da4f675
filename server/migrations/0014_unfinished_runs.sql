-- A workspace may have only so many runs under way, and every start counts them.
create index workflow_runs_unfinished on workflow_runs (workspace_id) where status in ('RUNNING', 'PAUSED');
