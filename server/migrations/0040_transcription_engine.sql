-- Which engine and device transcribed a recording, and whether it translated it to English.
alter table transcriptions add column engine jsonb;
alter table transcriptions add column translate boolean not null default false;
