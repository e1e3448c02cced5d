import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { StoredEvent } from "@parlance/kernel/events/event-log.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { announceBotChanges } from "#modules/bots/core/actions/announce-bots.ts";
import { loadBots } from "#modules/bots/core/queries.ts";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";
import { isReservedEmail } from "#modules/users/core/email-addresses.ts";
import { notifyViewers } from "#modules/users/core/actions/notify-viewers.ts";
import { avatarSource } from "#modules/users/core/avatars/avatar-url.ts";
import { EmailInUse } from "#modules/users/core/errors.ts";
import { emailVisibilityChanged, avatarChanged, userChanged } from "#modules/users/core/events.ts";
import { toUserRecord } from "#modules/users/core/queries.ts";

interface EmailChange {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** A user of the organization, whose row is locked. */
  readonly userId: number;
  /** A valid address without surrounding whitespace. */
  readonly email: string;
}

const UNIQUE_VIOLATION = "23505";

/**
 * Changes a user's email address, with which the user logs in from then on. Emits events with the address to the users
 * who can see it and, if no avatar was uploaded, with the avatar to all users who can see the user.
 * @throws EmailInUse
 */
export async function changeEmail(tx: Tx, { realm, userId, email }: EmailChange): Promise<void> {
  if (isReservedEmail(email, realm)) throw new EmailInUse();
  const bots = await loadBots(tx, [userId]);
  const row = await storeAccount(tx, userId, { delivery_email: email }).catch((error: unknown) => {
    throw (error as { code?: string }).code === UNIQUE_VIOLATION ? new EmailInUse() : error;
  });
  const user = toUserRecord(row);
  const notify = (event: StoredEvent) => notifyViewers(tx, { realmId: realm.id, userId }, event);
  notify(emailVisibilityChanged(user, { before: null, after: user.email_address_visibility }));
  if (user.email_address_visibility === emailVisibilities.everyone) {
    notify(userChanged({ user_id: userId, new_email: email }));
  }
  // The URL of a Gravatar avatar is derived from the address.
  if (avatarSource(user) === "G") notify(avatarChanged(user));
  await announceBotChanges(tx, bots);
}
