import type { MessageFlag, Submessage, TopicLink } from "@parlance/contract/entities/message.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { runInTimeSlices, mapWithPauses } from "@parlance/kernel/base/time-slicing.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { linkifiers } from "#modules/organizations/linkifiers/linkifiers-snapshot.ts";
import { createTopicLinker, type TopicLinker } from "#modules/organizations/linkifiers/matching/topic-links.ts";
import { channels, type Channels, type ChannelSnapshot } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { isWithinPeriod } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { FlagsDecoder } from "#modules/messages/read-state/user-message.ts";
import { visibleUserIds } from "#modules/users/core/visibility/user-visibility.ts";
import {
  type MessageUser,
  messageUsersFromSnapshot,
  loadMessageUsers,
  hiddenMessageUser,
} from "#modules/messages/core/message-users.ts";
import type { SharedMessageJson } from "./message-content-cache.ts";
import type { MessageExtension } from "../message-extensions.ts";
import type { PageLimit } from "./page-size-limit.ts";
import {
  type ConversationRow,
  MESSAGES_PER_SLICE,
  type PageRow,
  type LoadPageOptions,
  type ContentRow,
} from "./load-page.ts";
import {
  type MessageWithContent,
  type PageWithContent,
  loadPageContent,
  type ContentSource,
} from "./load-page-content.ts";
import type { MessageViewer } from "#modules/messages/core/message-viewer.ts";

/** A message with all data that clients display with it. */
export interface HydratedMessage {
  readonly id: number;
  readonly shared: SharedMessageJson;
  /** The columns from which the content was created. Undefined if the content was in the cache. */
  readonly contentRow: ContentRow | undefined;
  readonly sender: MessageUser;
  readonly recipientId: number;
  /** Null for direct messages. */
  readonly channel: Pick<ChannelSnapshot, "id" | "name"> | null;
  /** Links that the organization's linkifiers find in the topic. */
  readonly topicLinks: readonly TopicLink[];
  /** The members of a direct message conversation. Empty for channel messages. */
  readonly members: readonly MessageUser[];
  readonly flags: readonly MessageFlag[];
  /** In order of creation. */
  readonly submessages: readonly Submessage[];
  /** Functions that return the fields of other modules, such as reactions, for a client. */
  readonly additions: readonly Addition[];
}

type Addition = NonNullable<ReturnType<ReturnType<MessageExtension["additions"]>["get"]>>;

/** The viewer of the messages, and the format of their content. */
export interface HydrateOptions extends Omit<LoadPageOptions, "ids" | "anchor"> {
  readonly snapshot: OrganizationSnapshot;
  readonly realm: RealmContext;
  readonly viewer: MessageViewer;
  readonly contentSource: ContentSource;
}

/**
 * Loads messages that the viewer can read, with all data that clients display with them. They are ordered by id.
 * `limit` restricts the total size of the messages.
 */
export async function hydrateMessages(
  hydration: HydrateOptions,
  query: Pick<LoadPageOptions, "ids" | "anchor">,
  limit: PageLimit | ((anchor: number) => PageLimit),
) {
  const page = await loadPageContent({ ...hydration, ...query }, hydration.contentSource, limit);
  return { ...page, messages: await assembleMessages(hydration, page), lastId: page.found.at(-1)?.row.id };
}

async function assembleMessages(hydration: HydrateOptions, page: PageWithContent): Promise<HydratedMessage[]> {
  if (page.found.length === 0) return [];
  const { snapshot, viewer } = hydration;
  const users = await hideInaccessibleUsers(hydration, await loadPageUsers(hydration, page));
  const surroundings: AssemblyContext = {
    users,
    viewer,
    conversations: page.conversations,
    channels: snapshot.get(channels),
    submessages: Map.groupBy(page.submessages, ({ message_id }) => message_id),
    linksOf: createTopicLinker(snapshot.get(linkifiers).inOrder),
    flags: new FlagsDecoder(),
    parts: page.parts,
  };
  const messages = await runInTimeSlices(
    mapWithPauses(page.found, (found) => assembleMessage(found, surroundings), MESSAGES_PER_SLICE),
  );
  return messages.filter((message) => message !== null);
}

/** Loads the senders of the messages and the members of direct message conversations. */
async function loadPageUsers(
  { db, snapshot, realm }: HydrateOptions,
  { found, conversations }: PageWithContent,
): Promise<ReadonlyMap<number, MessageUser>> {
  const ids = [
    ...new Set([
      ...found.map(({ row }) => row.sender_id),
      ...[...conversations.values()].flatMap(({ member_ids }) => member_ids ?? []),
    ]),
  ];
  const known = messageUsersFromSnapshot(snapshot, realm, ids);
  // A user who was created after the organization snapshot was taken for this request may already have sent a message.
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  return new Map([...known, ...(await loadMessageUsers(db, realm, missing))]);
}

/**
 * Replaces users whom the viewer cannot see with placeholders. Needed for guests who can see only some of the users.
 */
async function hideInaccessibleUsers(
  { db, viewer, realm }: HydrateOptions,
  people: ReadonlyMap<number, MessageUser>,
): Promise<ReadonlyMap<number, MessageUser>> {
  const visible = viewer.isSpectator ? null : await visibleUserIds(db, viewer);
  if (visible === null) return people;
  return new Map([...people].map(([id, person]) => [id, visible.has(id) ? person : hiddenMessageUser(id, realm)]));
}

interface AssemblyContext {
  readonly users: ReadonlyMap<number, MessageUser>;
  readonly viewer: MessageViewer;
  readonly conversations: PageWithContent["conversations"];
  readonly channels: Channels;
  readonly submessages: ReadonlyMap<number, readonly Submessage[]>;
  readonly linksOf: TopicLinker;
  readonly flags: FlagsDecoder;
  readonly parts: PageWithContent["parts"];
}

/**
 * Assembles a message. Returns null if the message's conversation or sender is missing because it was created or
 * deleted while the page was being loaded.
 */
function assembleMessage(
  { row, shared, contentRow }: MessageWithContent,
  around: AssemblyContext,
): HydratedMessage | null {
  const { users, conversations, parts } = around;
  const own = conversations.get(row.recipient_id);
  const sender = users.get(row.sender_id);
  const memberIds = own?.member_ids ?? null;
  const channel = memberIds ? null : around.channels.byRecipient(row.recipient_id);
  if (sender === undefined || channel === undefined) return null;
  return {
    id: row.id,
    shared,
    contentRow,
    sender,
    recipientId: row.recipient_id,
    channel,
    topicLinks: channel === null ? [] : around.linksOf(shared.topic),
    members: memberIds === null ? [] : memberIds.flatMap((id) => users.get(id) ?? []),
    flags: viewerFlags(own, row, around),
    submessages: around.submessages.get(row.id) ?? [],
    additions: parts.length === 0 ? [] : parts.flatMap((part) => part.get(row.id) ?? []),
  };
}

function viewerFlags(
  own: ConversationRow | undefined,
  { id, marks }: PageRow,
  { viewer, flags }: AssemblyContext,
): readonly MessageFlag[] {
  if (viewer.isSpectator) return ["read"];
  const { is_active = false, read_up_to = 0, member_ids = null, periods = null } = own ?? {};
  const wasThere = periods?.some(([from, to]) => isWithinPeriod(id, { from, to })) ?? false;
  return flags.flagsOf({
    marks,
    isAboveWatermark: id > read_up_to,
    is_active,
    is_received: member_ids !== null || wasThere,
  });
}
