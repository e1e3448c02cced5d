-- The users who do not share their presence are found in the organization snapshot.
drop index account_away;
