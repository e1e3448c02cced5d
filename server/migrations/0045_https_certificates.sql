-- Certificates that the server orders for its hosts.
create table https_certificate (
  host text primary key,
  -- URL of the certificate authority.
  directory_url text not null,
  -- The certificate and its chain, in PEM. Null until the first one was issued.
  chain text,
  -- The private key is derived from this and the server's secret.
  salt text,
  valid_from timestamptz,
  valid_until timestamptz,
  -- Time of the next order. While an order is in progress: the time at which it counts as abandoned.
  next_try_at timestamptz not null,
  -- Number of failed orders since the last success, and the error of the last one.
  failures int not null default 0,
  last_error text,
  -- Certificate for the TLS-ALPN-01 challenge, in PEM. Null if no challenge is in progress.
  challenge text,
  check ((chain is null) = (salt is null) and (chain is null) = (valid_from is null) and (chain is null) = (valid_until is null))
);
