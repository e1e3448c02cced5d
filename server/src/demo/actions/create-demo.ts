import { render } from "@parlance/markdown/index.ts";
import { botTypes } from "@parlance/contract/entities/bot.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { FileStore } from "#kernel/files/file-store.ts";
import { lockPosition } from "#kernel/events/event-log.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { createChannels } from "#modules/channels/core/actions/create-channels.ts";
import { addReaction } from "#modules/messages/reactions/actions/add-reaction.ts";
import { addSubmessage } from "#modules/messages/submessages/actions/add-submessage.ts";
import { subscribeUsers } from "#modules/channels/core/actions/subscriptions/subscribe-users.ts";
import { sendMessages } from "#modules/messages/send/actions/send-messages.ts";
import { lookUpReferences } from "#modules/messages/render/load-references.ts";
import { createRealm } from "#modules/organizations/settings/actions/create-realm.ts";
import { createUser } from "#modules/users/accounts/actions/creation/create-user.ts";
import { setOperatorRights } from "#modules/users/accounts/actions/set-operator-rights.ts";
import { cast, channels, type DemoChannel, type Part, parts } from "../demo-users.ts";
import { type Answers, conversations, type Line, PICTURE } from "../demo-conversations.ts";
import { addPictures } from "./add-pictures.ts";
import { markDemo } from "./set-demo-state.ts";

const DAY_MS = 86_400_000;
/** How long ago the organization pretends to have been founded: before its first message. */
const AGE_MS = 9 * DAY_MS;
const MINUTE_MS = 60_000;

/** Parts that may create accounts over the API, so that this can be tried out too. */
const creators: readonly Part[] = ["owner", "admin"];

type People = Readonly<Record<Part, number>>;
type Channels = Readonly<Record<DemoChannel, number>>;

interface Places {
  readonly channels: Channels;
  /** The addresses of pictures, by their names. */
  readonly pictures: ReadonlyMap<string, string>;
}

export interface NewDemo extends Pick<RealmContext, "url" | "gravatar"> {
  readonly now: Date;
  readonly passwordHashes: Readonly<Record<Part, string | null>>;
  /** Where its pictures are kept. */
  readonly files: FileStore;
}

/** Creates the demo organization with its people, channels and messages, and notes that it was made. */
export async function createDemo(tx: Tx, { now, passwordHashes, files, ...site }: NewDemo): Promise<void> {
  const founded = new Date(now.getTime() - AGE_MS);
  const { id } = await createRealm(tx, {
    subdomain: "",
    name: "Parlance Demo",
    description: "A place to try out Parlance.",
    now: founded,
  });
  const realm: RealmContext = { id, subdomain: "", url: site.url, gravatar: site.gravatar, webPublicChannels: false };
  const channelIds = await createDemoChannels(tx, realm, founded);
  const people = await createPeople(tx, realm, founded, passwordHashes);
  for (const [name, { people: members }] of Object.entries(channels)) {
    const userIds = members.map((part) => people[part]);
    const channel = channelIds[name as DemoChannel];
    await subscribeUsers(tx, { realmId: id, channelIds: [channel], userIds, areNew: true });
  }
  const pictures = await addPictures(tx, { realmId: id, ownerId: people.member2, files, now: founded });
  await converse(tx, realm, now, people, { channels: channelIds, pictures });
  await markDemo(tx, "made");
}

async function createDemoChannels(tx: Tx, realm: RealmContext, now: Date): Promise<Channels> {
  const rows = await createChannels(tx, {
    realmId: realm.id,
    creatorId: null,
    now,
    channels: Object.entries(channels).map(([name, { description }]) => ({
      name,
      description,
      renderedDescription: `<p>${description}</p>`,
      isDefault: name === "general",
      inviteOnly: name === "private",
    })),
  });
  return Object.fromEntries(rows.map(({ name, id }) => [name, id])) as Channels;
}

async function createPeople(
  tx: Tx,
  realm: RealmContext,
  now: Date,
  passwordHashes: NewDemo["passwordHashes"],
): Promise<People> {
  const people: Partial<Record<Part, number>> = {};
  for (const part of parts) {
    const passwordHash = passwordHashes[part];
    const bot = part === "bot" ? { botType: botTypes.generic, ownerId: people.owner ?? null } : {};
    const { id } = await createUser(tx, { realm, passwordHash, now, ...cast[part], ...bot });
    if (creators.includes(part)) await setOperatorRights(tx, id, { canCreateUsers: true });
    people[part] = id;
  }
  return people as People;
}

async function converse(tx: Tx, realm: RealmContext, now: Date, people: People, places: Places): Promise<void> {
  const said = conversations
    .flatMap(({ to, lines }) => lines.map((line) => ({ to, line: withAddresses(line, places.pictures) })))
    .sort((a, b) => b.line[1] - a.line[1]);
  const contents = said.map(({ line: [, , content] }) => content);
  const lookups = await lookUpReferences(tx, { realmId: realm.id, realmUrl: realm.url, viewer: null }, contents);
  await lockPosition(tx, realm.id);
  // One by one, because each has a time of its own; ids and times go the same way.
  for (const { to, line } of said) {
    const [from, minutesAgo, content, answers] = line;
    const at = { realm, now: new Date(now.getTime() - minutesAgo * MINUTE_MS) };
    const senderId = people[from];
    const draft = {
      senderId,
      to:
        "people" in to
          ? { kind: "direct" as const, userIds: to.people.map((part) => people[part]) }
          : { kind: "channel" as const, channelId: places.channels[to.channel], topic: to.topic },
      topicLinks: [],
      content,
      rendered: render(content, lookups),
      client: "demo",
      readBy: [senderId],
    };
    for (const { id } of await sendMessages(tx, at, [draft])) await answer(tx, { realm, people, id }, answers);
  }
}

/** A line with the addresses of the pictures in it. */
function withAddresses([from, minutesAgo, content, answers]: Line, pictures: Places["pictures"]): Line {
  const text = [...pictures].reduce((before, [name, address]) => before.replace(PICTURE + name, address), content);
  return [from, minutesAgo, text, answers];
}

interface Said {
  readonly realm: RealmContext;
  readonly people: People;
  /** The message. */
  readonly id: number;
}

async function answer(tx: Tx, { realm, people, id }: Said, { reactions = {}, votes = [] }: Answers = {}) {
  const as = (part: Part) => ({
    tx,
    realm,
    actor: { id: people[part], realmId: realm.id, role: cast[part].role, isBot: false, botType: null },
  });
  for (const [name, reacting] of Object.entries(reactions)) {
    for (const part of reacting) await addReaction(as(part), id, { name });
  }
  for (const [option, voters] of votes.entries()) {
    const content = JSON.stringify({ type: "vote", key: `canned,${option}`, vote: 1 });
    for (const part of voters) await addSubmessage(as(part), { messageId: id, type: "widget", content });
  }
}
