import { describe, expect, test } from 'vitest'
import { findUnmovable, migrationFindings, splitStatements } from '../../scripts/migration-rules.ts'

const listRules = (sql: string) => migrationFindings(sql).map(({ rule }) => rule)

describe('a migration that the previous version does not survive', () => {
  test.each([
    ['alter table boards add column tone text not null', 'not-null-column'],
    [
      'alter table boards add column a text, add column b int not null, add column c int',
      'not-null-column',
    ],
    ['alter table boards add tone text not null', 'not-null-column'],
    ['alter table only boards alter column tone set not null', 'set-not-null'],
    ['alter table boards alter column tone drop default', 'drop-default'],
    ['alter table boards drop column if exists tone', 'drop-column'],
    ['alter table boards drop tone', 'drop-column'],
    ['alter table boards rename column tone to voice', 'rename'],
    ['ALTER TABLE boards RENAME TO walls', 'rename'],
    ['alter table boards alter column tone type integer using 1', 'change-type'],
    ['alter table boards alter tone set data type integer', 'change-type'],
    ['alter table boards add constraint short check (length(tone) < 9)', 'new-constraint'],
    ['alter table boards add foreign key (a) references users', 'new-constraint'],
    ['create unique index one on boards (tone)', 'unique-index'],
    ['drop table if exists boards', 'drop-object'],
    ['drop function current_workspace()', 'drop-object'],
    ['revoke select on boards from atelier_tenant', 'revoke'],
  ])('%s', (sql, rule) => {
    expect(listRules(sql)).toEqual([rule])
    expect(listRules(`-- contract: oldest 0031: no version since 0031 uses it.\n${sql};`)).toEqual(
      [],
    )
    expect(listRules(`-- contract: oldest 0031:\n${sql}`)).toEqual([rule])
  })
})

describe('a migration that makes the previous version wait', () => {
  test.each([
    ['create index slow on boards (tone)', 'index-lock'],
    ["update boards set tone = 'calm'", 'rewrite-rows'],
    ['delete from boards', 'rewrite-rows'],
    ['lock table boards', 'lock-table'],
    ["do $$ begin execute 'alter table x drop column y'; end $$", 'do-block'],
  ])('%s', (sql, rule) => {
    expect(listRules(sql)).toEqual([rule])
    expect(listRules(`-- contract: oldest 0031: for another statement.\n${sql}`)).toEqual([rule])
    expect(listRules(`-- allow ${rule}: the table has a row per workspace.\n${sql};`)).toEqual([])
    expect(listRules(`-- allow ${rule}: why not\n${sql};`)).toEqual([rule])
  })
})

describe('a migration that keeps workspaces on one machine', () => {
  test.each([
    [
      'create policy mine on notes using (exists (select from memberships m where m.user_id = author))',
      'policy-reads-table',
    ],
    ['create table notes (id integer generated always as identity)', 'narrow-identity'],
    ['create table notes (id bigserial)', 'narrow-identity'],
    ['grant usage on schema public to atelier_tenant', 'names-public'],
    ['alter table public.notes add column a text', 'names-public'],
    ['create extension if not exists pg_trgm', 'extension-schema'],
    ['create table notes (slug text unique)', 'unique-across-workspaces'],
    ['create table notes (a int, b int, unique (a, b))', 'unique-across-workspaces'],
    ['create unique index one on notes (lower(slug))', 'unique-across-workspaces'],
  ])('%s', (sql, rule) => {
    expect(findUnmovable(sql).map((finding) => finding.rule)).toEqual([rule])
    expect(findUnmovable(`-- allow ${rule}: it belongs to the directory.\n${sql};`)).toEqual([])
  })

  test.each([
    'create policy mine on notes for select using (workspace_id = current_workspace())',
    'create table notes (id bigint generated always as identity, unique (workspace_id, slug))',
    'create unique index one on notes (workspace_id, lower(slug))',
    'create extension if not exists pg_trgm with schema extensions',
    "comment on table notes is 'unique'",
  ])('not: %s', (sql) => {
    expect(findUnmovable(sql)).toEqual([])
  })
})

describe('a migration that only adds', () => {
  test.each([
    'alter table boards add column tone text',
    "alter table boards add column tone text not null default ''",
    'alter table boards add constraint short check (length(tone) < 9) not valid',
    'alter table boards validate constraint short',
    'alter table boards drop constraint short',
    'drop index slow',
    "update boards set tone = 'calm' where tone is null and id < 1000",
    'create table notes (id int not null); create unique index one on notes (id); create index two on notes (id)',
    "comment on table boards is 'drop table boards; -- it''s text'",
    'do $$ begin alter table notes enable row level security; end $$',
  ])('%s', (sql) => expect(listRules(sql)).toEqual([]))
})

test('findings name the line of their statement', () => {
  const sql = `-- A comment.\ncreate table notes (\n  id int\n);\n\n-- Another; with a semicolon.\ndrop table boards;\n`
  expect(migrationFindings(sql).map(({ line }) => line)).toEqual([7])
  expect(splitStatements(sql).map(({ line }) => line)).toEqual([2, 7])
})
