import { sql } from "kysely";
import type { Write } from "@parlance/kernel/http/context.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { NoSuchToken } from "../errors.ts";
import { forwardTokenJob } from "../job-kinds.ts";
import { type UnencryptedDevice, tokenHashInSql } from "../queries.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Deletes the tokens of a user's phones, on this server and at the relay, for example so that phones which used a
 * former API key are no longer notified.
 */
export async function deletePushTokensOfUser(
  tx: Tx,
  { id, realmId }: { readonly id: number; readonly realmId: number },
) {
  const { rows } = await sql<UnencryptedDevice>`
    delete from push_token where user_id = ${id} returning user_id, token_kind, token, app_id`.execute(tx);
  for (const row of rows) enqueueJob(tx, forwardTokenJob, { ...row, realm_id: realmId, is_kept: false });
}

/**
 * Deletes the token of a phone, on this server and at the relay.
 * @throws NoSuchToken
 */
export async function deletePushToken(
  { tx, actor }: Write,
  { token_kind, token }: Pick<UnencryptedDevice, "token_kind" | "token">,
): Promise<void> {
  const { rows } = await sql<{ app_id: string | null }>`
    delete from push_token
    where user_id = ${actor.id} and token_kind = ${token_kind}
      and ${tokenHashInSql(sql<string>`token`)} = ${tokenHashInSql(sql<string>`${token}::text`)}
    returning app_id`.execute(tx);
  const [row] = rows;
  if (!row) throw new NoSuchToken();
  const device = { token_kind, token, app_id: row.app_id };
  enqueueJob(tx, forwardTokenJob, { ...device, user_id: actor.id, realm_id: actor.realmId, is_kept: false });
}
