import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { BrowserKeys } from "../push-encryption.ts";

/** Maximum number of browsers per user that receive notifications. If there are more, the oldest are deleted. */
const MAX_BROWSERS_PER_USER = 20;

export interface NewBrowser extends BrowserKeys {
  readonly userId: number;
  readonly endpoint: string;
  readonly now: Date;
}

/**
 * Registers a browser for a user's notifications. If the browser was registered for another user, it no longer receives
 * that user's notifications.
 */
export async function addBrowser(tx: Tx, { userId, endpoint, p256dh, auth, now }: NewBrowser): Promise<void> {
  await sql`
    insert into push_browser (user_id, endpoint, p256dh, auth, created_at)
    values (${userId}, ${endpoint}, ${p256dh}, ${auth}, ${now})
    on conflict (endpoint) do update set
      user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`.execute(
    tx,
  );
  await sql`
    delete from push_browser where id in (
      select id from push_browser where user_id = ${userId} order by created_at desc, id desc offset ${MAX_BROWSERS_PER_USER}
    )`.execute(tx);
}
