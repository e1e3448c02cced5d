import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { forwarding } from "../job-kinds.ts";
import type { PlainDevice } from "../queries.ts";

/** Forgets the tokens of a user's phones, here and at the relay: whoever had the former key has them no longer. */
export async function dropTokensOf(tx: Tx, { id, realmId }: { readonly id: number; readonly realmId: number }) {
  const { rows } = await sql<PlainDevice>`
    delete from push_token where user_id = ${id} returning user_id, token_kind, token, app_id`.execute(tx);
  for (const row of rows) requestJob(tx, forwarding, { ...row, realm_id: realmId, is_kept: false });
}
