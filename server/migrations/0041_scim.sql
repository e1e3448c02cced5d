-- Directories outside that keep an organization's people and groups as they have them.
create table scim_token (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  name text not null,
  -- SHA-256 of the token.
  token_hash bytea not null unique,
  creator_id int not null references account,
  created_at timestamptz not null,
  -- To a few minutes; null: never.
  last_used_at timestamptz
);
create index scim_token_by_realm on scim_token (realm_id);

-- What a directory says of somebody and nobody else needs.
create table scim_user (
  user_id int primary key references account,
  realm_id int not null references realm,
  external_id text,
  -- Null: their e-mail address.
  user_name text,
  user_name_key text,
  given_name text,
  family_name text,
  -- The directory has deleted them, and does not find them while they are deactivated.
  is_deleted boolean not null default false
);
create unique index scim_user_by_name on scim_user (realm_id, user_name_key);
create index scim_user_by_external_id on scim_user (realm_id, external_id);

create table scim_group (
  group_id int primary key references user_group,
  realm_id int not null references realm,
  external_id text
);
create index scim_group_by_external_id on scim_group (realm_id, external_id);

-- Of deactivated accounts: whether a directory has said so, which may then take it back.
alter table account add column is_deactivated_by_directory boolean not null default false;
