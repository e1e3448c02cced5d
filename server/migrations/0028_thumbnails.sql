-- Uploaded files that are pictures, by their first bytes. What is shown in their stead is in the file store.
create table attachment_picture (
  attachment_id int primary key references attachment on delete cascade,
  -- In pixels, upright. Null: it is not known.
  width int,
  height int,
  -- Whether a thumbnail was made, or found to be impossible. Until then one is being made.
  is_decided boolean not null default false,
  -- How large the thumbnails are, in bytes. Null: there is none; of a picture that does not move, none that does.
  still_bytes int,
  moving_bytes int,
  check ((width is null) = (height is null))
);
create index attachment_picture_undecided on attachment_picture (attachment_id) where not is_decided;
