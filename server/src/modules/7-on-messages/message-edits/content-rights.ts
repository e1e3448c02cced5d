import { AppError } from "#kernel/errors.ts";
import type { Write } from "#kernel/http/context.ts";
import {
  countParticipants,
  groupMentionProblem,
  wildcardProblem,
} from "#modules/6-messages/messages/mention-rights.ts";
import { destinationOf, type EditableMessage } from "./editable-message.ts";
import type { NewContent } from "./prepared-update.ts";

/**
 * Returns a new text of a message if it can be shown, and if the actor may mention there whom it mentions.
 * @throws NullBytes, UnableToRender, ChannelWildcardNotAllowed, TopicWildcardNotAllowed, MayNotMentionGroup
 */
export async function checkContent(
  { tx, actor, directory }: Write,
  message: EditableMessage,
  content: NewContent | AppError,
): Promise<NewContent> {
  if (content instanceof AppError) throw content;
  const { mentions } = content.rendered;
  const to = destinationOf(message);
  const mentioning = { userId: actor.id, to, mentions, subscriberCount: message.subscriber_count };
  const participants = (await countParticipants(tx, [mentioning])).get(0) ?? 0;
  const problem =
    wildcardProblem(directory, mentioning, () => participants) ?? groupMentionProblem(directory, mentioning);
  if (problem) throw problem;
  return content;
}
