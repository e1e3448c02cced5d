-- Users with two-factor authentication by an authenticator app. The secret of the codes is derived and not stored.
create table two_factor (
  user_id int primary key references account,
  -- Makes each secret different.
  salt text not null,
  -- Null: the user has not yet confirmed the setup with a code.
  confirmed_at timestamptz,
  -- The time step of the last accepted code. No code is accepted twice.
  last_step bigint not null default 0,
  -- Hashes of the recovery codes, in base64url. Each code works once.
  recovery_hashes text[] not null default '{}'
);
