import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { PlainDevice } from "../queries.ts";

/** Forgets phones that the relay does not know any more. */
export async function forgetDevices(tx: Tx, relayDeviceIds: readonly number[]): Promise<void> {
  await sql`delete from push_device where relay_device_id = any(${relayDeviceIds}::bigint[])`.execute(tx);
}

/** Forgets tokens that the services of phones' makers do not know any more. */
export async function forgetTokens(
  tx: Tx,
  userId: number,
  gone: readonly Pick<PlainDevice, "token_kind" | "token">[],
): Promise<void> {
  await sql`
    delete from push_token where user_id = ${userId} and (token_kind, token) in (
      select * from unnest(${gone.map(({ token_kind }) => token_kind)}::text[], ${gone.map(({ token }) => token)}::text[])
    )`.execute(tx);
}
