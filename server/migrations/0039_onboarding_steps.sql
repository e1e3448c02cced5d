-- Onboarding hints that users have seen.
create table onboarding_step_done (
  user_id int not null references account,
  name text not null,
  primary key (user_id, name)
);
