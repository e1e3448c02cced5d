import type { EventBody } from "@parlance/contract/events/index.ts";
import type { RealmEmojiMap } from "@parlance/contract/nouns/emoji.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { listCustomEmoji } from "../queries.ts";

/** Publishes all custom emoji of the organization, including deactivated ones, to all its users. */
export async function announceEmoji(tx: Tx, realmId: number): Promise<void> {
  emit(tx, toEveryone(realmId), emojiChanged(await listCustomEmoji(tx, realmId)));
}

const emojiChanged = (realm_emoji: RealmEmojiMap): EventBody => ({ type: "realm_emoji", op: "update", realm_emoji });
