import type { Reader } from "@parlance/kernel/db/types.ts";
import type { EmailTarget } from "./email-targets.ts";

/** The conversation in which an email is posted, the account that posts it, and the user who is responsible for it. */
export type EmailDestination =
  | {
      readonly kind: "channel";
      readonly realmId: number;
      readonly channelId: number;
      /**
       * Id of the user who requested the address. Emails are posted only while this user may send messages to the
       * channel.
       */
      readonly creatorId: number;
      readonly senderId: number;
      readonly showsSender: boolean;
    }
  | { readonly kind: "reply"; readonly realmId: number; readonly userId: number; readonly messageId: number };

/**
 * Returns a key that identifies the conversation of an address. The address itself can be written in different ways.
 */
export const destinationKey = (place: EmailDestination): string =>
  place.kind === "channel" ? `channel ${place.channelId}` : `reply ${place.userId} ${place.messageId}`;

/** Finds the conversation to which an address belongs; null if there is none, or if it no longer exists. */
export async function findDestination(db: Reader, target: EmailTarget): Promise<EmailDestination | null> {
  if (target.kind === "reply") {
    const row = await db
      .selectFrom("reply_address")
      .innerJoin("account", "account.id", "reply_address.user_id")
      .select([
        "account.realm_id as realmId",
        "reply_address.user_id as userId",
        "reply_address.message_id as messageId",
      ])
      .where("reply_address.token", "=", target.token)
      .executeTakeFirst();
    return row ? { kind: "reply", ...row } : null;
  }
  const row = await db
    .selectFrom("channel_address")
    .innerJoin("channel", "channel.id", "channel_address.channel_id")
    .select(["channel.realm_id as realmId", "channel_address.channel_id as channelId"])
    .select(["channel_address.creator_id as creatorId", "channel_address.sender_id as senderId"])
    .where("channel_address.token", "=", target.token)
    .executeTakeFirst();
  return row ? { kind: "channel", showsSender: target.showsSender, ...row } : null;
}
