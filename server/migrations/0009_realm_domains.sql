-- Allowed domains of email addresses, in organizations that restrict them.
create table realm_domain (
  -- Clients list the domains in the order in which they were added.
  id int generated always as identity unique,
  realm_id int not null references realm,
  -- In lower case.
  domain text not null,
  allow_subdomains boolean not null default false,
  primary key (realm_id, domain)
);
