import type { MessageFlag, Submessage, TopicLink } from "@parlance/contract/entities/message.ts";
import type { Directory } from "#kernel/directory/directory.ts";
import { inSlices, mapPausing } from "#kernel/slices.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { linkifiers } from "#modules/3-profiles/linkifiers/directory.ts";
import { topicLinker, type TopicLinker } from "#modules/3-profiles/linkifiers/topic-links.ts";
import { isWithin } from "#modules/4-channels/channels/periods.ts";
import { flagsOfFacts } from "#modules/5-on-channels/read-state/personal-facts.ts";
import { usersInSight } from "#modules/1-ground/users/sight.ts";
import { type Correspondent, knownCorrespondents, loadCorrespondents, unknownCorrespondent } from "./correspondents.ts";
import type { MessageText } from "./kept-texts.ts";
import type { MessagePart } from "./message-parts.ts";
import type { PageLimit } from "./page-limit.ts";
import { type ConversationRow, MANY, type PageRow, type PageWish, type TextRow } from "./page-statement.ts";
import { type FoundPage, findPage, type TextSource } from "./page-texts.ts";
import type { MessageReader } from "./readers.ts";

/** A message with all that is shown with it. */
export interface HydratedMessage {
  readonly id: number;
  readonly text: MessageText;
  /** Where its text was not kept: what that was made of. */
  readonly row: TextRow | undefined;
  readonly sender: Correspondent;
  readonly conversation: ConversationRow;
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
  const { conversations, parts } = page;
  const people = await asKnownTo(hydration, await peopleOf(hydration, page));
  const submessages = Map.groupBy(page.submessages, ({ message_id }) => message_id);
  const linksOf = topicLinker(hydration.directory.of(linkifiers).inOrder);
  const surroundings = { people, submessages, parts, linksOf };
  const messages = await inSlices(
    mapPausing(page.found, (found) => {
      const conversation = conversations.get(found.row.recipient_id);
      const sender = people.get(found.row.sender_id);
      return conversation && sender
        ? assemble(found, { conversation, sender, ...surroundings }, hydration.reader)
        : null;
    }, MANY),
  );
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
  readonly conversation: ConversationRow;
  readonly sender: Correspondent;
  readonly people: ReadonlyMap<number, Correspondent>;
  readonly submessages: ReadonlyMap<number, readonly Submessage[]>;
  readonly linksOf: TopicLinker;
  readonly parts: FoundPage["parts"];
}

function assemble(
  { row, text, fresh }: FoundPage["found"][number],
  around: Surroundings,
  reader: MessageReader,
): HydratedMessage {
  const { conversation, sender, people } = around;
  return {
    id: row.id,
    text,
    row: fresh,
    sender,
    conversation,
    topicLinks: conversation.channel_id === null ? [] : around.linksOf(text.topic),
    members: conversation.member_ids?.flatMap((id) => people.get(id) ?? []) ?? [],
    flags: reader.isSpectator ? ["read"] : flagsIn(conversation, row),
    submessages: around.submessages.get(row.id) ?? [],
    additions: around.parts.flatMap((part) => part.get(row.id) ?? []),
  };
}

function flagsIn({ channel_id, is_active, read_up_to, periods }: ConversationRow, row: PageRow): MessageFlag[] {
  const wasThere = periods?.some(([from, to]) => isWithin(row.id, { from, to })) ?? false;
  return flagsOfFacts({ ...row, is_received: channel_id === null || wasThere, is_active, read_up_to });
}
