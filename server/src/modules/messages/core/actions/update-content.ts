import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Rendered } from "@parlance/markdown/index.ts";

interface ContentUpdate {
  readonly messageId: number;
  readonly isInChannel: boolean;
  readonly source: string;
  readonly rendered: Rendered;
  readonly now: Date;
}

/** Gives a message, which must be locked, another text, without events. */
export async function updateContent(
  tx: Tx,
  { messageId, isInChannel, source, rendered, now }: ContentUpdate,
): Promise<void> {
  await tx
    .updateTable("message")
    .set({
      content: source,
      rendered_content: rendered.html,
      mentions_channel: isInChannel && rendered.mentions.channelWildcard,
      has_link: rendered.hasLink,
      has_image: rendered.hasImage,
      has_attachment: rendered.hasAttachment,
      edited_at: now,
      is_changed: true,
    })
    .where("id", "=", messageId)
    .execute();
}
