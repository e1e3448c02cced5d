-- Sessions of browsers that are logged in.
create table web_session (
  -- SHA-256 of the token in the browser's cookie.
  token_hash bytea primary key,
  user_id int not null references account,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index web_session_by_user on web_session (user_id);
create index web_session_by_end on web_session (expires_at);

-- Links with which users who forgot their password can set a new one.
create table password_reset (
  -- SHA-256 of the key in the link.
  key_hash bytea primary key,
  user_id int not null references account,
  -- The email address to which the link was sent, in lower case. When the account's address changes, the link is no
  -- longer valid.
  email_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_by_user on password_reset (user_id) where used_at is null;
create index password_reset_by_end on password_reset (expires_at);

-- Attempts of actions that are limited in number, such as emails to an address or from a network address.
create table attempt (
  kind text not null,
  subject text not null,
  at timestamptz not null
);
create index attempt_by_subject on attempt (kind, subject, at);
create index attempt_by_age on attempt (at);

-- New email addresses that their owners have not confirmed yet.
create table email_change (
  key_hash bytea primary key,
  user_id int not null references account,
  new_email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  revoked_at timestamptz
);
create index email_change_open on email_change (user_id) where confirmed_at is null and revoked_at is null;
create index email_change_by_end on email_change (expires_at);

-- Like the right to create accounts, this right is granted only by the server's operators.
alter table account add column can_change_user_emails boolean not null default false;

-- Avatars that users have uploaded, as square PNG images. `account.avatar_name` determines which one is shown.
create table avatar_image (
  name text primary key,
  user_id int not null references account,
  -- 100 and 500 pixels wide.
  small bytea not null,
  medium bytea not null
);
create index avatar_image_by_user on avatar_image (user_id);
-- The images are already compressed.
alter table avatar_image alter column small set storage external, alter column medium set storage external;
