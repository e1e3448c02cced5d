import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import type { Notice } from "#modules/messages/send/actions/post-notices.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import { loadSilentMention } from "#modules/users/core/silent-mention.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { CHANNEL_EVENTS_TOPIC, describePrivacy } from "../channel-notices.ts";

/** Creates the notices about changes of a channel, which are posted in the channel. */
export async function channelChangeNotices(
  db: Reader,
  actor: Actor,
  before: Channel,
  after: Channel,
): Promise<Notice[]> {
  const who = await loadSilentMention(db, actor.id);
  const contents: string[] = [];
  const differs = (name: keyof Channel) => before[name] !== after[name];
  const model = { before: describePrivacy(before), after: describePrivacy(after) };
  if (model.before !== model.after) {
    contents.push(`${who} changed who can see this channel.\n\n${oldAndNew(bold(model.before), bold(model.after))}`);
  }
  if (differs("name")) contents.push(`${who} renamed this channel from ${bold(before.name)} to ${bold(after.name)}.`);
  if (differs("description")) {
    contents.push(
      `${who} changed the description of this channel.\n\n` +
        `* **Old:**\n${quoted(before.description)}\n\n* **New:**\n${quoted(after.description)}`,
    );
  }
  if (differs("message_retention_days")) {
    const values = oldAndNew(retentionText(before), retentionText(after));
    contents.push(`${who} changed the message retention period of this channel.\n\n${values}`);
  }
  if (JSON.stringify(before.can_send_message_group) !== JSON.stringify(after.can_send_message_group)) {
    const names = await describeGroupSettings(db, [before.can_send_message_group, after.can_send_message_group]);
    contents.push(`${who} changed who may post in this channel.\n\n${oldAndNew(names[0] ?? "", names[1] ?? "")}`);
  }
  if (differs("topics_policy")) {
    const values = oldAndNew(policies[before.topics_policy], policies[after.topics_policy]);
    contents.push(`${who} changed whether messages in this channel require a topic.\n\n${values}`);
  }
  if (differs("folder_id")) {
    const folders = await loadFolderNames(db, [before, after]);
    const values = oldAndNew(folders(before), folders(after));
    contents.push(`${who} changed the folder of this channel.\n\n${values}`);
  }
  if (differs("is_archived")) contents.push(archivalText(after));
  const topic = after.topics_policy === "empty_topic_only" ? "" : CHANNEL_EVENTS_TOPIC;
  return contents.map((content) => ({ to: { channelId: after.stream_id, topic }, content }));
}

const bold = (text: string): string => `**${text}**`;
const oldAndNew = (before: string, after: string): string => `* **Old:** ${before}\n* **New:** ${after}`;
const quoted = (text: string): string => `\`\`\` quote\n${text === "" ? "*No description.*" : text}\n\`\`\``;

const archivalText = ({ name, is_archived }: Channel): string =>
  is_archived ? `Channel ${bold(name)} has been archived.` : `Channel ${bold(name)} un-archived.`;

function retentionText({ message_retention_days: days }: Channel): string {
  if (days === null) return "Organization default";
  return days < 0 ? "Forever" : `${days} ${days === 1 ? "day" : "days"}`;
}

const policies: Readonly<Record<Channel["topics_policy"], string>> = {
  inherit: "Organization default",
  allow_empty_topic: `Topics are optional (*${EMPTY_TOPIC_NAME}* is allowed)`,
  disable_empty_topic: "Topics are required",
  empty_topic_only: `Only *${EMPTY_TOPIC_NAME}* is allowed`,
};

/** Loads the names of the channels' folders. Returns a function that returns the text for a channel's folder. */
async function loadFolderNames(db: Reader, channels: readonly Channel[]): Promise<(channel: Channel) => string> {
  const ids = channels.flatMap(({ folder_id }) => folder_id ?? []);
  const rows = await db.selectFrom("channel_folder").select(["id", "name"]).where("id", "in", ids).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return ({ folder_id }) => (folder_id === null ? "*No folder*" : bold(required(names.get(folder_id))));
}

/** Returns the text for each setting value: silent mentions of its users and groups. */
async function describeGroupSettings(db: Reader, values: readonly GroupSettingValue[]): Promise<string[]> {
  const ids = values.flatMap((value) => (typeof value === "number" ? [value] : value.direct_subgroups));
  const groups = await loadGroupNames(db, ids);
  const userIds = values.flatMap((value) => (typeof value === "number" ? [] : value.direct_members));
  const people = await loadUserNames(db, userIds);
  const group = (id: number) => `@_*${required(groups.get(id))}*`;
  const person = (id: number) => `@_**${required(people.get(id))}|${id}**`;
  return values.map((value) =>
    typeof value === "number"
      ? group(value)
      : [...value.direct_members.map(person), ...value.direct_subgroups.map(group)].join(", "),
  );
}

async function loadUserNames(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("account").select(["id", "full_name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, full_name }) => [id, full_name]));
}

async function loadGroupNames(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("user_group").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name ?? ""]));
}
