-- Space in the organization's upload quota that an unfinished upload uses, in bytes: the received bytes, or the whole
-- size while a request is sending more. Null: the whole size, as earlier releases count.
alter table resumable_upload add column charged bigint;
