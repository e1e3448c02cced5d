import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { lockEmojiToDeactivate } from "../policy.ts";
import { announceEmoji } from "./announce-emoji.ts";

/**
 * Deactivates an emoji. Existing messages and reactions still show it; its name can be used again.
 * @throws EmojiNotFound, NotEmojiAuthor
 */
export async function deactivateEmoji({ tx, actor, realm, now }: Write, name: string): Promise<void> {
  const { id } = await lockEmojiToDeactivate(tx, actor, name);
  await tx.updateTable("custom_emoji").set({ is_deactivated: true }).where("id", "=", id).execute();
  await announceEmoji(tx, realm.id, id);
  const act = { realmId: realm.id, actorId: actor.id, act: "emoji.deactivated", targetId: id } as const;
  await recordAct(tx, { ...act, before: { id, name }, now });
}
