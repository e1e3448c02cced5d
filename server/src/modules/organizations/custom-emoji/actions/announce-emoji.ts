import type { EventBody } from "@parlance/contract/events/index.ts";
import type { RealmEmojiMap } from "@parlance/contract/nouns/emoji.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { recordEmojiChange } from "../emoji-snapshot.ts";
import { listCustomEmoji } from "../queries.ts";

/**
 * Publishes all custom emoji of the organization, including deactivated ones, to all its users. `changed`: the id of the
 * emoji that has changed.
 */
export async function announceEmoji(tx: Tx, realmId: number, changed: number): Promise<void> {
  recordEmojiChange(tx, realmId, changed);
  emit(tx, toEveryone(realmId), emojiChanged(await listCustomEmoji(tx, realmId)));
}

const emojiChanged = (realm_emoji: RealmEmojiMap): EventBody => ({ type: "realm_emoji", op: "update", realm_emoji });
