import type { Tx } from "#kernel/db/types.ts";
import { lockPosition } from "#kernel/events/log.ts";
import { render } from "#markdown/index.ts";
import { systemBotId } from "#modules/realms/system-realm.ts";
import type { Sending } from "../new-message.ts";
import { lookUpReferences } from "../references.ts";
import { EMPTY_TOPIC_NAME, normalizeContent } from "../text.ts";
import { sendMessages } from "./send-messages.ts";

/** What the server itself has to say. */
export interface Notice {
  /** A topic of a channel, or one person. */
  readonly to: { readonly channelId: number; readonly topic: string } | { readonly userId: number };
  readonly content: string;
  /** For whom it counts as read: those who know already. */
  readonly readBy?: readonly number[];
}

const CLIENT = "Internal";

/** Posts as the notification bot, in the transaction of the change that the notices tell of. Call it late: it takes the realm's position. */
export async function postNotices(tx: Tx, at: Sending, notices: readonly Notice[]): Promise<readonly number[]> {
  if (notices.length === 0) return [];
  const senderId = await systemBotId(tx, "notification-bot");
  const contents = notices.map(({ content }) => normalizeContent(content));
  const lookups = await lookUpReferences(tx, { realmId: at.realm.id, viewer: null }, contents);
  await lockPosition(tx, at.realm.id);
  return sendMessages(
    tx,
    at,
    notices.map(({ to, readBy = [] }, index) => {
      const content = contents[index] ?? "";
      return {
        senderId,
        to:
          "userId" in to
            ? { kind: "direct", userIds: [senderId, to.userId] }
            : { kind: "channel", channelId: to.channelId, topic: to.topic },
        content,
        rendered: render(content, { ...lookups, emptyTopicName: EMPTY_TOPIC_NAME }),
        client: CLIENT,
        readBy: [senderId, ...readBy],
      };
    }),
  );
}
