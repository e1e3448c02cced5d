import { AppError } from "#kernel/errors.ts";
import type { Write } from "#kernel/http/context.ts";
import { groupMentionProblem, wildcardProblem } from "#modules/messages/send/permissions/mention-permission.ts";
import { loadTopicParticipants } from "#modules/messages/send/context/topic-participants.ts";
import { destinationOf, type EditableMessage } from "./editable-message.ts";
import type { NewContent } from "./update-request.ts";

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
  const { rendered } = content;
  const to = destinationOf(message);
  const mentioning = { userId: actor.id, to, mentions: rendered.mentions, subscriberCount: message.subscriber_count };
  const participants = (await loadTopicParticipants(tx, [{ to, rendered }])).get(0) ?? [];
  const problem =
    wildcardProblem(directory, mentioning, () => participants.length) ?? groupMentionProblem(directory, mentioning);
  if (problem) throw problem;
  return content;
}
