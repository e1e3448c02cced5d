-- A job also creates thumbnails of images that were uploaded before thumbnails existed.
insert into attachment_picture (attachment_id)
select id from attachment where content_type like 'image/%'
on conflict do nothing;
