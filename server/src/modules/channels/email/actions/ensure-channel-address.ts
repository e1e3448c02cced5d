import { randomBytes } from "node:crypto";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Whose address it is, and in whose name is posted what comes there. */
interface ChannelEmailAddress {
  readonly channel_id: number;
  readonly creator_id: number;
  readonly sender_id: number;
}

/** 128 bits, which nobody guesses. */
const TOKEN_BYTES = 16;

/** The secret part of an address, which stays the same once somebody has asked for it. */
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
