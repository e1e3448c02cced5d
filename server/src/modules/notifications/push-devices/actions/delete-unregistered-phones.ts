import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";

/** Forgets phones that the relay does not know any more. */
export async function forgetDevices(tx: Tx, relayDeviceIds: readonly number[]): Promise<void> {
  await sql`delete from push_device where relay_device_id = any(${relayDeviceIds}::bigint[])`.execute(tx);
}
