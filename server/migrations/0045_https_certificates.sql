-- Certificates that the server orders for its hosts.
create table https_certificate (
  host text primary key,
  -- Where it is ordered.
  directory_url text not null,
  -- The certificate and those that vouch for it, in PEM; null until the first one has come.
  chain text,
  -- From this and the server's secret the private key follows.
  salt text,
  valid_from timestamptz,
  valid_until timestamptz,
  -- When the next one is ordered; while one is being ordered, when that is taken for given up.
  next_try_at timestamptz not null,
  -- How often it was ordered in vain since the last success, and why the last time.
  failures int not null default 0,
  last_error text,
  -- What proves to the other side that the host is ours, by TLS-ALPN-01, in PEM; null while nobody asks.
  challenge text,
  check ((chain is null) = (salt is null) and (chain is null) = (valid_from is null) and (chain is null) = (valid_until is null))
);
