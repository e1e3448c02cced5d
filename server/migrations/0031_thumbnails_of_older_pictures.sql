-- Pictures that were uploaded before there were thumbnails get theirs by a job, too.
insert into attachment_picture (attachment_id)
select id from attachment where content_type like 'image/%'
on conflict do nothing;
