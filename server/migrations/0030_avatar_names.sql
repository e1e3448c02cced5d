-- Avatars are in the file store from this release on. A job moves those in `avatar_image`, and finds their users with
-- this index.
create index account_by_avatar on account (avatar_name) where avatar_name is not null;
