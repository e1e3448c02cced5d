-- Hints for newcomers that somebody has seen.
create table onboarding_step_done (
  user_id int not null references account,
  name text not null,
  primary key (user_id, name)
);
