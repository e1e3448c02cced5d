-- What an unfinished upload takes of its organization's upload space, in bytes: what has come in; all of it while a request
-- brings more. Null: all of it, as releases before this one count.
alter table resumable_upload add column charged bigint;
