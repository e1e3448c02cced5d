import { AppError } from "#kernel/errors.ts";
import type { Write } from "#kernel/http/context.ts";
import { groupMentionProblems, wildcardProblems } from "#modules/6-messages/messages/mention-rights.ts";
import { destinationOf, type EditableMessage } from "./editable-message.ts";
import type { NewContent } from "./prepared-update.ts";

/**
 * Returns a new text of a message if it can be shown, and if the actor may mention there whom it mentions.
 * @throws NullBytes, UnableToRender, ChannelWildcardNotAllowed, TopicWildcardNotAllowed, MayNotMentionGroup
 */
export async function checkContent(
  { tx, actor, realm }: Write,
  message: EditableMessage,
  content: NewContent | AppError,
): Promise<NewContent> {
  if (content instanceof AppError) throw content;
  const { mentions } = content.rendered;
  const to = destinationOf(message);
  const mentioning = { userId: actor.id, to, mentions, subscriberCount: message.subscriber_count };
  const [tooMany] = await wildcardProblems(tx, realm.id, [mentioning]);
  if (tooMany) throw tooMany;
  const refused = (await groupMentionProblems(tx, realm.id, [mentioning])).get(0);
  if (refused) throw refused;
  return content;
}
