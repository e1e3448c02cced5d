import { render } from "@parlance/markdown/index.ts";
import { botTypes } from "@parlance/contract/entities/bot.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { lockPosition } from "@parlance/kernel/events/event-log.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { createChannels } from "#modules/channels/core/actions/create-channels.ts";
import { addReaction } from "#modules/messages/reactions/actions/add-reaction.ts";
import { addSubmessage } from "#modules/messages/submessages/actions/add-submessage.ts";
import { subscribeUsers } from "#modules/channels/core/actions/subscriptions/subscribe-users.ts";
import { sendMessages } from "#modules/messages/send/actions/send-messages.ts";
import { loadReferences } from "#modules/messages/render/load-references.ts";
import { createRealm } from "#modules/organizations/settings/actions/create-realm.ts";
import { createUser } from "#modules/users/accounts/actions/creation/create-user.ts";
import { setOperatorRights } from "#modules/users/accounts/actions/set-operator-rights.ts";
import { demoUsers, demoChannels, type DemoChannel, type DemoUser, demoUserKeys } from "../demo-users.ts";
import { type DemoResponses, demoConversations, type DemoMessage, PICTURE_PREFIX } from "../demo-conversations.ts";
import { setDemoState } from "./set-demo-state.ts";
import { createReadStream } from "node:fs";
import { addAttachment } from "#modules/messages/attachments/actions/add-attachment.ts";
import { newPathPrefix } from "#modules/messages/attachments/attachment-paths.ts";
import { storeFile } from "#modules/messages/uploads/store-uploaded-file.ts";

const PICTURES_FOLDER = new URL("../pictures/", import.meta.url);

/** Files in the folder `pictures`. */
const pictureNames = ["lake.webp"];

interface PictureOptions {
  readonly realmId: number;
  readonly ownerId: number;
  readonly files: FileStore;
  readonly now: Date;
}

/** Uploads the pictures of the demo organization in the name of one of its users. Returns their URLs by file name. */
async function uploadPictures(tx: Tx, { files, ...owned }: PictureOptions): Promise<ReadonlyMap<string, string>> {
  const addresses = new Map<string, string>();
  for (const name of pictureNames) {
    const content = createReadStream(new URL(name, PICTURES_FOLDER)) as AsyncIterable<Buffer>;
    const stored = await storeFile(files, newPathPrefix(owned.realmId), name, content);
    await addAttachment(tx, { ...owned, ...stored, quota: Number.MAX_SAFE_INTEGER });
    addresses.set(name, `/user_uploads/${stored.pathId}`);
  }
  return addresses;
}

const DAY_MS = 86_400_000;
/** Apparent age of the organization, so that it is older than its first message. */
const ORGANIZATION_AGE_MS = 9 * DAY_MS;
const MINUTE_MS = 60_000;

/** Demo users who may create accounts through the API, so that visitors can try this out too. */
const creators: readonly DemoUser[] = ["owner", "admin"];

type UserIds = Readonly<Record<DemoUser, number>>;
type ChannelIds = Readonly<Record<DemoChannel, number>>;

interface MessageContext {
  readonly channels: ChannelIds;
  /** URLs of the pictures, by file name. */
  readonly pictures: ReadonlyMap<string, string>;
}

export interface DemoOptions extends Pick<RealmContext, "url" | "gravatar"> {
  readonly now: Date;
  readonly passwordHashes: Readonly<Record<DemoUser, string | null>>;
  /** Storage of the pictures. */
  readonly files: FileStore;
}

/** Creates the demo organization with its users, channels and messages, and records that it was created. */
export async function createDemo(tx: Tx, { now, passwordHashes, files, ...site }: DemoOptions): Promise<void> {
  const founded = new Date(now.getTime() - ORGANIZATION_AGE_MS);
  const { id } = await createRealm(tx, {
    subdomain: "",
    name: "Parlance Demo",
    description: "A place to try out Parlance.",
    now: founded,
  });
  const realm: RealmContext = { id, subdomain: "", url: site.url, gravatar: site.gravatar, webPublicChannels: false };
  const channelIds = await createDemoChannels(tx, realm, founded);
  const people = await createUsers(tx, realm, founded, passwordHashes);
  for (const [name, { people: members }] of Object.entries(demoChannels)) {
    const userIds = members.map((part) => people[part]);
    const channel = channelIds[name as DemoChannel];
    await subscribeUsers(tx, { realmId: id, channelIds: [channel], userIds, areNew: true });
  }
  const pictures = await uploadPictures(tx, { realmId: id, ownerId: people.member2, files, now: founded });
  await sendConversations(tx, realm, now, people, { channels: channelIds, pictures });
  await setDemoState(tx, "made");
}

async function createDemoChannels(tx: Tx, realm: RealmContext, now: Date): Promise<ChannelIds> {
  const rows = await createChannels(tx, {
    realmId: realm.id,
    creatorId: null,
    now,
    channels: Object.entries(demoChannels).map(([name, { description }]) => ({
      name,
      description,
      renderedDescription: `<p>${description}</p>`,
      isDefault: name === "general",
      inviteOnly: name === "private",
    })),
  });
  return Object.fromEntries(rows.map(({ name, id }) => [name, id])) as ChannelIds;
}

async function createUsers(
  tx: Tx,
  realm: RealmContext,
  now: Date,
  passwordHashes: DemoOptions["passwordHashes"],
): Promise<UserIds> {
  const people: Partial<Record<DemoUser, number>> = {};
  for (const part of demoUserKeys) {
    const passwordHash = passwordHashes[part];
    const bot = part === "bot" ? { botType: botTypes.generic, ownerId: people.owner ?? null } : {};
    const { id } = await createUser(tx, { realm, passwordHash, now, ...demoUsers[part], ...bot });
    if (creators.includes(part)) await setOperatorRights(tx, id, { canCreateUsers: true });
    people[part] = id;
  }
  return people as UserIds;
}

async function sendConversations(
  tx: Tx,
  realm: RealmContext,
  now: Date,
  userIds: UserIds,
  places: MessageContext,
): Promise<void> {
  const lines = demoConversations
    .flatMap(({ to, messages }) => messages.map((line) => ({ to, line: insertPictureUrls(line, places.pictures) })))
    .sort((a, b) => b.line[1] - a.line[1]);
  const contents = lines.map(({ line: [, , content] }) => content);
  const lookups = await loadReferences(tx, { realmId: realm.id, realmUrl: realm.url, viewer: null }, contents);
  await lockPosition(tx, realm.id);
  // Messages are sent one after the other, because each has its own time, and ids must be in the order of times.
  for (const { to, line } of lines) {
    const [from, minutesAgo, content, answers] = line;
    const at = { realm, now: new Date(now.getTime() - minutesAgo * MINUTE_MS) };
    const senderId = userIds[from];
    const draft = {
      senderId,
      to:
        "people" in to
          ? { kind: "direct" as const, userIds: to.people.map((part) => userIds[part]) }
          : { kind: "channel" as const, channelId: places.channels[to.channel], topic: to.topic },
      topicLinks: [],
      content,
      rendered: render(content, lookups),
      client: "demo",
      readBy: [senderId],
    };
    for (const { id } of await sendMessages(tx, at, [draft])) await addResponses(tx, { realm, userIds, id }, answers);
  }
}

/** Returns a message in which placeholders of pictures are replaced by their URLs. */
function insertPictureUrls(
  [from, minutesAgo, content, answers]: DemoMessage,
  pictures: MessageContext["pictures"],
): DemoMessage {
  const text = [...pictures].reduce(
    (before, [name, address]) => before.replace(PICTURE_PREFIX + name, address),
    content,
  );
  return [from, minutesAgo, text, answers];
}

interface SentMessage {
  readonly realm: RealmContext;
  readonly userIds: UserIds;
  /** Id of the message. */
  readonly id: number;
}

async function addResponses(
  tx: Tx,
  { realm, userIds, id }: SentMessage,
  { reactions = {}, votes = [] }: DemoResponses = {},
) {
  const as = (part: DemoUser) => ({
    tx,
    realm,
    actor: { id: userIds[part], realmId: realm.id, role: demoUsers[part].role, isBot: false, botType: null },
  });
  for (const [name, reacting] of Object.entries(reactions)) {
    for (const part of reacting) await addReaction(as(part), id, { name });
  }
  for (const [option, voters] of votes.entries()) {
    const content = JSON.stringify({ type: "vote", key: `canned,${option}`, vote: 1 });
    for (const part of voters) await addSubmessage(as(part), { messageId: id, type: "widget", content });
  }
}
