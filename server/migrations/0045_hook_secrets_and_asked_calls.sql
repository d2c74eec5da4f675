-- Signing secrets of webhooks are encrypted: they begin with `sealed:`. Those of the version before are
-- in clear, and readable, until no process of that version runs; the cleanup encrypts them then.
-- allow index-lock: a workspace has at most 500 triggers.
create index workflow_triggers_clear_secrets on workflow_triggers (id)
  where secret not like 'sealed:%' or previous_secret not like 'sealed:%';

-- The JSON-RPC id of the MCP request that asked the question.
alter table questions add column asked_call text;
