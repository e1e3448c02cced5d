-- Accounts of people whom the LDAP server knows: they come in by it, and by no password that is kept here.
create table directory_link (
  user_id int primary key references account,
  realm_id int not null references realm,
  -- Distinguished name of the entry, as it was last seen.
  dn text not null,
  -- When a synchronisation deactivated the account; null: it did not, or somebody else has decided since.
  deactivated_at timestamptz
);
create index directory_link_by_realm on directory_link (realm_id);
