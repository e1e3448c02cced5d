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

/** A message with all that is shown with it. */
export interface HydratedMessage {
  readonly id: number;
  readonly shared: SharedMessageJson;
  /** Where its text was not kept: what that was made of. */
  readonly contentRow: ContentRow | undefined;
  readonly sender: MessageUser;
  readonly recipientId: number;
  /** Null for direct messages. */
  readonly channel: Pick<ChannelSnapshot, "id" | "name"> | null;
  /** Those of its topic. */
  readonly topicLinks: readonly TopicLink[];
  /** Everybody in the conversation; none for messages in channels. */
  readonly members: readonly MessageUser[];
  readonly flags: readonly MessageFlag[];
  /** In their order. */
  readonly submessages: readonly Submessage[];
  /** What other modules add to it. */
  readonly additions: readonly Addition[];
}

type Addition = NonNullable<ReturnType<ReturnType<MessageExtension["additions"]>["get"]>>;

/** For whom, and whether as HTML or as Markdown. */
export interface HydrateOptions extends Omit<LoadPageOptions, "ids" | "anchor"> {
  readonly snapshot: OrganizationSnapshot;
  readonly realm: RealmContext;
  readonly viewer: MessageViewer;
  readonly contentSource: ContentSource;
}

/**
 * Messages that the reader may read, in ascending order of their ids, with all that is shown with them; of very large ones
 * those that `limit` leaves.
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

/** Who sent the messages, and everybody in direct conversations. */
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
  // Newcomers may have written since the request came.
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  return new Map([...known, ...(await loadMessageUsers(db, realm, missing))]);
}

/** Where guests may not know of everybody, messages do not tell them more. */
async function hideInaccessibleUsers(
  { db, viewer, realm }: HydrateOptions,
  people: ReadonlyMap<number, MessageUser>,
): Promise<ReadonlyMap<number, MessageUser>> {
  const sight = viewer.isSpectator ? null : await visibleUserIds(db, viewer);
  if (sight === null) return people;
  return new Map([...people].map(([id, person]) => [id, sight.has(id) ? person : hiddenMessageUser(id, realm)]));
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

/** Null where what it belongs to came, or went, while it was asked for. */
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
