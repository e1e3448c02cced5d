import { sql } from "kysely";
import type { Write } from "#kernel/http/context.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { NoSuchToken } from "../errors.ts";
import { forwarding } from "../job-kinds.ts";
import { type PlainDevice, tokenHashInSql } from "../queries.ts";

/**
 * Forgets the token of a phone, here and at the relay.
 * @throws NoSuchToken
 */
export async function dropToken(
  { tx, actor }: Write,
  { token_kind, token }: Pick<PlainDevice, "token_kind" | "token">,
): Promise<void> {
  const { rows } = await sql<{ app_id: string | null }>`
    delete from push_token
    where user_id = ${actor.id} and token_kind = ${token_kind}
      and ${tokenHashInSql(sql<string>`token`)} = ${tokenHashInSql(sql<string>`${token}::text`)}
    returning app_id`.execute(tx);
  const [row] = rows;
  if (!row) throw new NoSuchToken();
  const device = { token_kind, token, app_id: row.app_id };
  requestJob(tx, forwarding, { ...device, user_id: actor.id, realm_id: actor.realmId, is_kept: false });
}
