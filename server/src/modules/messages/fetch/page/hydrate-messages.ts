import type { MessageFlag, Submessage, TopicLink } from "@parlance/contract/entities/message.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { inSlices, mapPausing } from "#kernel/time-slicing.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { linkifiers } from "#modules/organizations/linkifiers/linkifiers-snapshot.ts";
import { topicLinker, type TopicLinker } from "#modules/organizations/linkifiers/matching/topic-links.ts";
import { channels, type Channels, type KnownChannel } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { isWithin } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { FlagsOfMarks } from "#modules/messages/read-state/user-message.ts";
import { usersInSight } from "#modules/users/core/visibility/user-visibility.ts";
import {
  type Correspondent,
  knownCorrespondents,
  loadCorrespondents,
  unknownCorrespondent,
} from "#modules/messages/core/message-users.ts";
import type { MessageText } from "./message-content-cache.ts";
import type { MessagePart } from "../message-extensions.ts";
import type { PageLimit } from "./page-size-limit.ts";
import { type ConversationRow, MANY, type PageRow, type PageWish, type TextRow } from "./load-page.ts";
import { type FoundMessage, type FoundPage, findPage, type TextSource } from "./load-page-content.ts";
import type { MessageReader } from "#modules/messages/core/message-viewer.ts";

/** A message with all that is shown with it. */
export interface HydratedMessage {
  readonly id: number;
  readonly text: MessageText;
  /** Where its text was not kept: what that was made of. */
  readonly row: TextRow | undefined;
  readonly sender: Correspondent;
  readonly recipientId: number;
  /** Null for direct messages. */
  readonly channel: Pick<KnownChannel, "id" | "name"> | null;
  /** Those of its topic. */
  readonly topicLinks: readonly TopicLink[];
  /** Everybody in the conversation; none for messages in channels. */
  readonly members: readonly Correspondent[];
  readonly flags: readonly MessageFlag[];
  /** In their order. */
  readonly submessages: readonly Submessage[];
  /** What other modules add to it. */
  readonly additions: readonly Addition[];
}

type Addition = NonNullable<ReturnType<ReturnType<MessagePart["additions"]>["get"]>>;

/** For whom, and whether as HTML or as Markdown. */
export interface Hydration extends Omit<PageWish, "ids" | "anchor"> {
  readonly directory: Directory;
  readonly realm: RealmContext;
  readonly reader: MessageReader;
  readonly texts: TextSource;
}

/**
 * Messages that the reader may read, in ascending order of their ids, with all that is shown with them; of very large ones
 * those that `limit` leaves.
 */
export async function hydrate(
  hydration: Hydration,
  query: Pick<PageWish, "ids" | "anchor">,
  limit: PageLimit | ((anchor: number) => PageLimit),
) {
  const page = await findPage({ ...hydration, ...query }, hydration.texts, limit);
  return { ...page, messages: await assembleAll(hydration, page), lastId: page.found.at(-1)?.row.id };
}

async function assembleAll(hydration: Hydration, page: FoundPage): Promise<HydratedMessage[]> {
  if (page.found.length === 0) return [];
  const { directory, reader } = hydration;
  const people = await asKnownTo(hydration, await peopleOf(hydration, page));
  const surroundings: Surroundings = {
    people,
    reader,
    conversations: page.conversations,
    channels: directory.of(channels),
    submessages: Map.groupBy(page.submessages, ({ message_id }) => message_id),
    linksOf: topicLinker(directory.of(linkifiers).inOrder),
    flags: new FlagsOfMarks(),
    parts: page.parts,
  };
  const messages = await inSlices(mapPausing(page.found, (found) => assemble(found, surroundings), MANY));
  return messages.filter((message) => message !== null);
}

/** Who sent the messages, and everybody in direct conversations. */
async function peopleOf(
  { db, directory, realm }: Hydration,
  { found, conversations }: FoundPage,
): Promise<ReadonlyMap<number, Correspondent>> {
  const ids = [
    ...new Set([
      ...found.map(({ row }) => row.sender_id),
      ...[...conversations.values()].flatMap(({ member_ids }) => member_ids ?? []),
    ]),
  ];
  const known = knownCorrespondents(directory, realm, ids);
  // Newcomers may have written since the request came.
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  return new Map([...known, ...(await loadCorrespondents(db, realm, missing))]);
}

/** Where guests may not know of everybody, messages do not tell them more. */
async function asKnownTo(
  { db, reader, realm }: Hydration,
  people: ReadonlyMap<number, Correspondent>,
): Promise<ReadonlyMap<number, Correspondent>> {
  const sight = reader.isSpectator ? null : await usersInSight(db, reader);
  if (sight === null) return people;
  return new Map([...people].map(([id, person]) => [id, sight.has(id) ? person : unknownCorrespondent(id, realm)]));
}

interface Surroundings {
  readonly people: ReadonlyMap<number, Correspondent>;
  readonly reader: MessageReader;
  readonly conversations: FoundPage["conversations"];
  readonly channels: Channels;
  readonly submessages: ReadonlyMap<number, readonly Submessage[]>;
  readonly linksOf: TopicLinker;
  readonly flags: FlagsOfMarks;
  readonly parts: FoundPage["parts"];
}

/** Null where what it belongs to came, or went, while it was asked for. */
function assemble({ row, text, fresh }: FoundMessage, around: Surroundings): HydratedMessage | null {
  const { people, conversations, parts } = around;
  const own = conversations.get(row.recipient_id);
  const sender = people.get(row.sender_id);
  const memberIds = own?.member_ids ?? null;
  const channel = memberIds ? null : around.channels.byRecipient(row.recipient_id);
  if (sender === undefined || channel === undefined) return null;
  return {
    id: row.id,
    text,
    row: fresh,
    sender,
    recipientId: row.recipient_id,
    channel,
    topicLinks: channel === null ? [] : around.linksOf(text.topic),
    members: memberIds === null ? [] : memberIds.flatMap((id) => people.get(id) ?? []),
    flags: flagsIn(own, row, around),
    submessages: around.submessages.get(row.id) ?? [],
    additions: parts.length === 0 ? [] : parts.flatMap((part) => part.get(row.id) ?? []),
  };
}

function flagsIn(
  own: ConversationRow | undefined,
  { id, marks }: PageRow,
  { reader, flags }: Surroundings,
): readonly MessageFlag[] {
  if (reader.isSpectator) return ["read"];
  const { is_active = false, read_up_to = 0, member_ids = null, periods = null } = own ?? {};
  const wasThere = periods?.some(([from, to]) => isWithin(id, { from, to })) ?? false;
  return flags.of({ marks, isAbove: id > read_up_to, is_active, is_received: member_ids !== null || wasThere });
}
