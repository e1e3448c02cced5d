-- Who keeps their presence to themselves is known of all accounts in memory.
drop index account_away;
