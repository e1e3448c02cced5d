-- Whether a stock client registered the token: it reads names of another brand in notifications without encryption.
alter table push_token add column by_stock_client boolean not null default false;
