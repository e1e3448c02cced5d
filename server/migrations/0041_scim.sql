-- External directories (SCIM) that synchronize an organization's users and groups.
create table scim_token (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  name text not null,
  -- SHA-256 of the token.
  token_hash bytea not null unique,
  creator_id int not null references account,
  created_at timestamptz not null,
  -- Accurate to a few minutes. Null: never.
  last_used_at timestamptz
);
create index scim_token_by_realm on scim_token (realm_id);

-- Data of a directory about users that only the directory needs.
create table scim_user (
  user_id int primary key references account,
  realm_id int not null references realm,
  external_id text,
  -- Null: the user's email address.
  user_name text,
  user_name_key text,
  given_name text,
  family_name text,
  -- True if the directory has deleted the user. The directory does not find the user while the account is deactivated.
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

-- For deactivated accounts: true if a directory deactivated the account, so that a directory may reactivate it.
alter table account add column is_deactivated_by_directory boolean not null default false;
