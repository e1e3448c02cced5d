-- Folders into which an organization sorts its channels.
create table channel_folder (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  name text not null,
  name_key text not null,
  description text not null,
  rendered_description text not null,
  position int not null,
  is_archived boolean not null default false,
  creator_id int references account,
  created_at timestamptz not null,
  unique (realm_id, name_key)
);

alter table channel add foreign key (folder_id) references channel_folder;
create index channel_by_folder on channel (folder_id) where folder_id is not null;
