import { sql } from "kysely";
import type { Write } from "@parlance/kernel/http/context.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { TooManyDevices } from "../errors.ts";
import { forwardTokenJob } from "../job-kinds.ts";
import { type UnencryptedDevice, tokenHashInSql } from "../queries.ts";

/** Maximum number of tokens per user, of all apps. */
const MAX_TOKENS_PER_USER = 100;

/**
 * Stores the token of a phone, and enqueues its registration at the relay. Repeating it has no further effect.
 * @throws TooManyDevices
 */
export async function addPushToken(
  { tx, actor, now, request }: Write,
  device: Omit<UnencryptedDevice, "user_id">,
): Promise<void> {
  await lockAccount(tx, actor.id);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from push_token where user_id = ${actor.id} and token <> ${device.token}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= MAX_TOKENS_PER_USER) throw new TooManyDevices();
  await sql`
    insert into push_token (user_id, token_kind, token, app_id, by_stock_client, created_at)
    values (${actor.id}, ${device.token_kind}, ${device.token}, ${device.app_id}, ${request.isFromStockClient}, ${now})
    on conflict (user_id, token_kind, ${tokenHashInSql(sql<string>`token`)}) do update set
      app_id = excluded.app_id, by_stock_client = excluded.by_stock_client`.execute(tx);
  enqueueJob(tx, forwardTokenJob, { ...device, user_id: actor.id, realm_id: actor.realmId, is_kept: true });
}
