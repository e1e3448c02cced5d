import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { lockEmojiToAdd } from "../policy.ts";
import { announceEmoji } from "./announce-emoji.ts";

interface NewEmoji {
  readonly name: string;
  /** File name of the emoji's image, which is already stored. */
  readonly fileName: string;
}

/**
 * Adds an emoji.
 * @throws InsufficientPermission, EmojiNameInUse, BuiltInEmoji
 */
export async function addEmoji(ctx: Write, { name, fileName }: NewEmoji): Promise<void> {
  const { tx, actor, realm, now } = ctx;
  await lockEmojiToAdd(ctx, name);
  const { id } = await tx
    .insertInto("custom_emoji")
    .values({ realm_id: realm.id, name, author_id: actor.id, file_name: fileName })
    .returning("id")
    .executeTakeFirstOrThrow();
  await announceEmoji(tx, realm.id, id);
  const act = { realmId: realm.id, actorId: actor.id, act: "emoji.added", targetId: id } as const;
  await recordAct(tx, { ...act, after: { id, name }, now });
}
