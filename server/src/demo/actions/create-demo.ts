import { render } from "@parlance/markdown/index.ts";
import { botTypes } from "@parlance/contract/entities/bot.ts";
import type { Tx } from "#kernel/db/types.ts";
import { lockPosition } from "#kernel/events/log.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { createChannels } from "#modules/4-channels/channels/actions/create-channels.ts";
import { subscribeUsers } from "#modules/4-channels/channels/actions/subscribe-users.ts";
import { sendMessages } from "#modules/6-messages/messages/actions/send-messages.ts";
import { lookUpReferences } from "#modules/6-messages/messages/references.ts";
import { createRealm } from "#modules/8-lifecycle/realm-administration/actions/create-realm.ts";
import { createUser } from "#modules/8-lifecycle/accounts/actions/create-user.ts";
import { setOperatorRights } from "#modules/8-lifecycle/accounts/actions/set-operator-rights.ts";
import { cast, channels, type DemoChannel, type Part, parts } from "../cast.ts";
import { conversations } from "../conversations.ts";
import { markDemo } from "./mark-demo.ts";

const DAY_MS = 86_400_000;
/** How long ago the organization pretends to have been founded: before its first message. */
const AGE_MS = 9 * DAY_MS;
const MINUTE_MS = 60_000;

/** Parts that may create accounts over the API, so that this can be tried out too. */
const creators: readonly Part[] = ["owner", "admin"];

type People = Readonly<Record<Part, number>>;
type Channels = Readonly<Record<DemoChannel, number>>;

export interface NewDemo extends Pick<RealmContext, "url" | "gravatar"> {
  readonly now: Date;
  readonly passwordHashes: Readonly<Record<Part, string | null>>;
}

/** Creates the demo organization with its people, channels and messages, and notes that it was made. */
export async function createDemo(tx: Tx, { now, passwordHashes, ...site }: NewDemo): Promise<void> {
  const founded = new Date(now.getTime() - AGE_MS);
  const { id } = await createRealm(tx, {
    subdomain: "",
    name: "Parlance Demo",
    description: "A place to try things out.",
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
  await converse(tx, realm, now, people, channelIds);
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

async function converse(tx: Tx, realm: RealmContext, now: Date, people: People, channelIds: Channels): Promise<void> {
  const said = conversations
    .flatMap(({ to, lines }) => lines.map(([from, minutesAgo, content]) => ({ to, from, minutesAgo, content })))
    .sort((a, b) => b.minutesAgo - a.minutesAgo);
  const contents = said.map(({ content }) => content);
  const lookups = await lookUpReferences(tx, { realmId: realm.id, realmUrl: realm.url, viewer: null }, contents);
  await lockPosition(tx, realm.id);
  // One by one, because each has a time of its own; ids and times go the same way.
  for (const { to, from, minutesAgo, content } of said) {
    const at = { realm, now: new Date(now.getTime() - minutesAgo * MINUTE_MS) };
    const senderId = people[from];
    const draft = {
      senderId,
      to:
        "people" in to
          ? { kind: "direct" as const, userIds: to.people.map((part) => people[part]) }
          : { kind: "channel" as const, channelId: channelIds[to.channel], topic: to.topic },
      topicLinks: [],
      content,
      rendered: render(content, lookups),
      client: "demo",
      readBy: [senderId],
    };
    await sendMessages(tx, at, [draft]);
  }
}
