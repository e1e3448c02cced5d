-- A cast to bytes reads backslashes as escapes, and fails at those that are none: a token with one could not be stored.
drop index push_token_once;
create unique index push_token_once on push_token (user_id, token_kind, sha256(replace(token, '\', '\\')::bytea));
