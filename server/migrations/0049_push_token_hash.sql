-- A cast to bytea treats backslashes as escapes, and fails for invalid ones: a token with a backslash could not be
-- stored.
drop index push_token_once;
create unique index push_token_once on push_token (user_id, token_kind, sha256(replace(token, '\', '\\')::bytea));
