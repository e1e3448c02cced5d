import type { Write } from "@parlance/kernel/http/context.ts";
import { postNotices } from "#modules/messages/send/actions/post-notices.ts";
import { assertCanReadMessage } from "#modules/messages/core/policy.ts";
import { normalizeTopic } from "#modules/messages/conversations/message-text.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { DescriptionRequired, NoModerationChannel } from "../errors.ts";
import { loadMessageToReport, loadUserName, findActiveChannel } from "../queries.ts";
import { reportText, type Reason } from "../report-text.ts";

/**
 * Reports a message to the organization's moderators: posts the report in their channel, in a topic named after the
 * message's sender (or in the empty topic, if the channel allows no other).
 * @throws InvalidMessages, NoModerationChannel, DescriptionRequired
 */
export async function reportMessage(
  { tx, actor, realm, now }: Write,
  messageId: number,
  { reason, description }: { readonly reason: Reason; readonly description: string },
): Promise<void> {
  await assertCanReadMessage(tx, { ...actor, isSpectator: false }, messageId);
  const { moderation_request_channel_id: channelId } = await loadRealmSettings(tx, realm.id);
  const channel = await findActiveChannel(tx, realm.id, channelId);
  if (!channel) throw new NoModerationChannel();
  if (reason === "other" && description === "") throw new DescriptionRequired();
  const message = await loadMessageToReport(tx, messageId);
  const reporter = await loadUserName(tx, actor.id);
  const topic =
    channel.topics_policy === "empty_topic_only" ? "" : normalizeTopic(`Reports: ${message.sender.full_name}`);
  const content = reportText(realm, { reporter, reason, description, message });
  await postNotices(tx, { realm, now }, [{ to: { channelId: channel.id, topic }, content }], { viewer: actor });
}
