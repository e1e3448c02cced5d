-- Accounts of users who are in the LDAP directory. They log in with LDAP, and have no password here.
create table directory_link (
  user_id int primary key references account,
  realm_id int not null references realm,
  -- Distinguished name of the entry, as last seen.
  dn text not null,
  -- Time at which a synchronization deactivated the account. Null: none did, or the account was changed by someone else
  -- since.
  deactivated_at timestamptz
);
create index directory_link_by_realm on directory_link (realm_id);
