-- The LDAP entry that an account belongs to, even if its name or email address changes, and the data that was copied
-- from it.
alter table directory_link
  -- `attribute=value` of the attribute that identifies entries permanently. Null: the directory has none, or it has not
  -- been read yet.
  add column entry_id text,
  -- SHA-256 of the last copied picture. Null: none was copied.
  add column picture_hash bytea;
create unique index directory_link_by_entry on directory_link (realm_id, entry_id);
