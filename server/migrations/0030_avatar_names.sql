-- Pictures of people are in the file store from now on; those in `avatar_image` are moved there by a job. This finds whose one is.
create index account_by_avatar on account (avatar_name) where avatar_name is not null;
