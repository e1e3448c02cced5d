-- Uploaded files that are images, according to their first bytes. Their thumbnails are in the file store.
create table attachment_picture (
  attachment_id int primary key references attachment on delete cascade,
  -- In pixels, with the rotation applied. Null: unknown.
  width int,
  height int,
  -- True if the thumbnail was created, or could not be created. Until then, it is being created.
  is_decided boolean not null default false,
  -- Size of the thumbnails in bytes. Null: there is none; a picture without animation has no animated one.
  still_bytes int,
  moving_bytes int,
  check ((width is null) = (height is null))
);
create index attachment_picture_undecided on attachment_picture (attachment_id) where not is_decided;
