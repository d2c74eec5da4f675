-- When the person proved that the address is theirs. Null: nobody did. Everyone who was here before
-- counts as verified, because they get email already.
alter table users add column email_verified_at timestamptz(3);
-- allow rewrite-rows: one small row per person.
update users set email_verified_at = created_at;
grant select (email_verified_at) on users to atelier_tenant;

-- An address has one owner. Accounts that only claim it don't block the owner or each other.
-- allow unique-index: rows of the previous version have no date, so they are not in the index.
create unique index users_verified_email on users (lower(email)) where email_verified_at is not null;
drop index users_email;
-- allow index-lock: one small row per person.
create index users_email on users (lower(email));

-- The address that a mailed link proves. Null for a link that only sets a password.
alter table sign_in_links add column email text;
-- allow index-lock: links live for a day at most.
create index sign_in_links_email on sign_in_links (lower(email)) where email is not null;

-- A board that became restricted kept slugs that people could guess, so a refusal of the same slug for
-- another board revealed it. Such a slug gets the suffix that restricted boards get.
create temporary table hidden_slugs on commit drop as
  select s.workspace_id, s.slug,
    regexp_replace(left(s.slug, 50), '-+$', '') || '-' || left(md5(gen_random_uuid()::text), 6) as hidden
  from pm_board_slugs s join pm_boards b on b.workspace_id = s.workspace_id and b.id = s.board_id
  where (b.access = 0 or b.space_id is not null) and s.slug !~ '-[0-9a-f]{6}$';
update pm_board_slugs s set slug = h.hidden from hidden_slugs h
  where s.workspace_id = h.workspace_id and s.slug = h.slug;
update pm_boards b set slug = h.hidden from hidden_slugs h
  where b.workspace_id = h.workspace_id and b.slug = h.slug;
