-- How many reminders of the question the person got in their chat.
alter table door_messages add column reminders_sent integer not null default 0;
-- Null while a process handles the update. If it dies, the update may be handled again.
alter table door_updates add column handled_at timestamptz(3);
update door_updates set handled_at = seen_at where handled_at is null;
