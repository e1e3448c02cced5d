-- Icons and logos that organizations have uploaded. They are in the file store.
create table realm_picture (
  realm_id int not null references realm,
  kind text not null check (kind in ('icon', 'logo', 'night_logo')),
  -- 40 hexadecimal digits and `.png`.
  file_name text collate "C" not null,
  primary key (realm_id, kind)
);
