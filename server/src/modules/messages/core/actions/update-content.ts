import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Rendered } from "@parlance/markdown/index.ts";

interface ContentUpdate {
  readonly messageId: number;
  readonly isInChannel: boolean;
  readonly source: string;
  readonly rendered: Rendered;
  readonly now: Date;
}

/** Changes the text of a message without emitting events. The message must be locked. */
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
