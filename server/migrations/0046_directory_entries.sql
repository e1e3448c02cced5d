-- Which entry of the directory an account belongs to, whatever becomes of its name and its address, and what was taken from it.
alter table directory_link
  -- `attribute=value` of the attribute that names entries for ever; null: the directory has none, or was not asked yet.
  add column entry_id text,
  -- SHA-256 of the picture that was taken last; null: none was.
  add column picture_hash bytea;
create unique index directory_link_by_entry on directory_link (realm_id, entry_id);
