-- True if a stock client registered the token. Notifications without encryption then use the names of the other brand.
alter table push_token add column by_stock_client boolean not null default false;
