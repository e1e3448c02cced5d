import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { PhoneToken } from "../relay/delivery-report.ts";

/** Deletes a user's phones that no longer exist and that the relay has already deleted. */
export async function deleteUnregisteredTokens(tx: Tx, userId: number, gone: readonly PhoneToken[]): Promise<void> {
  await sql`
    delete from push_token using unnest(
      ${gone.map(({ token_kind: kind }) => kind)}::text[], ${gone.map(({ token }) => token)}::text[]
    ) as gone (kind, token)
    where user_id = ${userId} and push_token.token_kind = gone.kind and push_token.token = gone.token`.execute(tx);
}

/** Deletes phones that the relay has deleted. */
export async function deleteUnregisteredDevices(tx: Tx, relayDeviceIds: readonly number[]): Promise<void> {
  await sql`delete from push_device where relay_device_id = any(${relayDeviceIds}::bigint[])`.execute(tx);
}
