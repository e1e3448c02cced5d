-- Who gives a code of an authenticator when they sign in. The secret that codes follow from is derived and not stored.
create table two_factor (
  user_id int primary key references account,
  -- Makes each secret another one.
  salt text not null,
  -- Null: its owner has not shown yet that codes can be made.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: none is taken twice.
  last_step bigint not null default 0,
  -- Of the codes for when the authenticator is lost, in base64url; each works once.
  recovery_hashes text[] not null default '{}'
);
