import { randomBytes } from "node:crypto";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** An email address of a channel: the user who requested it, and the user or bot as whom emails to it are posted. */
interface ChannelEmailAddress {
  readonly channel_id: number;
  readonly creator_id: number;
  readonly sender_id: number;
}

/** Number of random bytes in an address's token, enough to make it impossible to guess. */
const TOKEN_BYTES = 16;

/** Returns the secret token of an email address. The first call creates the token; later calls return the same one. */
export async function ensureChannelAddress(tx: Tx, address: ChannelEmailAddress, now: Date): Promise<string> {
  await tx
    .insertInto("channel_address")
    .values({ ...address, token: randomBytes(TOKEN_BYTES).toString("hex"), created_at: now })
    .onConflict((conflict) => conflict.columns(["channel_id", "creator_id", "sender_id"]).doNothing())
    .execute();
  const { token } = await tx
    .selectFrom("channel_address")
    .select("token")
    .where("channel_id", "=", address.channel_id)
    .where("creator_id", "=", address.creator_id)
    .where("sender_id", "=", address.sender_id)
    .executeTakeFirstOrThrow();
  return token;
}
