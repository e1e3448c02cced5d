import { sql } from "kysely";
import type { Linkifier, Upload } from "@parlance/markdown/render-types.ts";
import { findReferences, type Lookups, noReferences, preloadFor, type References } from "@parlance/markdown/index.ts";
import { type MaybePromise, thenMaybe } from "@parlance/kernel/base/maybe-promise.ts";
import { pipelined, pipelinedMaybe } from "@parlance/kernel/db/pipeline.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { canSeeMetadataIn, channelNameKey, loadChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import { channels as channelsPart } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { canSeeMetadata } from "@parlance/contract/rules/channel-access.ts";
import { loadCustomEmojiUrls } from "#modules/organizations/emoji/custom-emoji-urls.ts";
import { findAttachments, type FoundAttachment } from "#modules/messages/attachments/attachment-access.ts";
import { linkifiers as linkifiersPart } from "#modules/organizations/linkifiers/linkifiers-snapshot.ts";
import { loadCompiledLinkifiers } from "#modules/organizations/linkifiers/load-linkifiers.ts";
import { visibleUserIds } from "#modules/users/core/visibility/user-visibility.ts";
import { type EmptiedTopic, loadNewestInTopics, loadRenderingOptions } from "./rendering-options.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";

/**
 * The author of texts, and the organization. A text can only refer to entities that the author can see. The author
 * `null` stands for the server itself, which can refer to all entities.
 */
interface ReferenceContext {
  readonly realmId: number;
  /** URL of the organization. If it is given, links to pages of the organization are made relative. */
  readonly realmUrl?: string;
  readonly viewer: Actor | null;
  /** The organization snapshot. If it is omitted, the database is queried instead. */
  readonly snapshot?: OrganizationSnapshot;
  readonly emptied?: readonly EmptiedTopic[];
}

/**
 * Loads the entities to which texts refer: groups, emoji, and the users, channels, topics and attachments that the
 * author can see. Also loads the options of the organization and the author that affect rendering.
 */
export function loadReferences(db: Reader, writer: ReferenceContext, texts: readonly string[]): MaybePromise<Lookups> {
  const work = [
    loadAll(db, writer, texts.map(findReferences)),
    loadLinkifiers(db, writer),
    loadRenderingOptions(db, writer, texts),
  ] as const;
  return thenMaybe(pipelinedMaybe(work), ([found, linkifiers, options]) =>
    thenMaybe(preloadFor(texts, options.defaultCodeLanguage), () => ({
      ...found,
      linkifiers,
      ...options,
      realmUrl: writer.realmUrl,
      emptyTopicName: EMPTY_TOPIC_NAME,
    })),
  );
}

type LoadedReferences = Pick<Lookups, "users" | "groups" | "channels" | "customEmoji" | "uploads" | "topicTargets">;

const NO_REFERENCES: LoadedReferences = {
  users: [],
  groups: [],
  channels: [],
  customEmoji: new Map(),
  uploads: new Map(),
  topicTargets: new Map(),
};

function loadAll(
  db: Reader,
  writer: ReferenceContext,
  references: readonly References[],
): MaybePromise<LoadedReferences> {
  return references.every((one) => one === noReferences) ? NO_REFERENCES : loadEach(db, writer, references);
}

async function loadEach(
  db: Reader,
  writer: ReferenceContext,
  references: readonly References[],
): Promise<LoadedReferences> {
  const all = <K extends keyof References>(kind: K) => [
    ...new Set(references.flatMap((one) => one[kind] as readonly References[K][number][])),
  ];
  const [users, groups, channels, customEmoji, uploads] = await pipelined([
    loadUsers(db, writer, all("userNames"), all("userIds")),
    loadGroups(db, writer.realmId, all("groupNames")),
    loadChannels(db, writer, all("channelNames")),
    loadCustomEmojiUrls(db, writer.realmId, all("emojiNames")),
    loadUploads(db, writer, all("uploads")),
  ]);
  const topicTargets = await loadNewestInTopics(db, writer, channels, all("topics"));
  return { users, groups, channels, customEmoji, uploads, topicTargets };
}

const loadLinkifiers = (db: Reader, { realmId, snapshot }: ReferenceContext): MaybePromise<readonly Linkifier[]> =>
  snapshot?.get(linkifiersPart).compile() ?? loadCompiledLinkifiers(db, realmId);

/** Loads the attachments to which texts link, except those that the author cannot see. */
async function loadUploads(db: Reader, { realmId, viewer }: ReferenceContext, pathIds: string[]) {
  const files = await findAttachments(db, realmId, viewer, pathIds);
  return new Map(files.filter(({ may_see }) => may_see).map((file) => [file.path_id, toUpload(file)] as const));
}

function toUpload({ content_type: contentType, picture }: FoundAttachment): Upload {
  if (contentType.startsWith("video/")) return { kind: "video" };
  if (contentType.startsWith("audio/")) return { kind: "audio" };
  if (!contentType.startsWith("image/")) return { kind: "other" };
  if (picture?.is_decided && picture.still_bytes === null) return { kind: "other" };
  if (!picture || picture.width === null || picture.height === null) return { kind: "plain image" };
  const { width, height, still_bytes, moving_bytes } = picture;
  const [hasThumbnail, isAnimated] = [still_bytes !== null, moving_bytes !== null];
  return { kind: "image", contentType, width, height, hasThumbnail, isAnimated };
}

/** Loads the mentioned users, except those whom the author cannot see. */
async function loadUsers(
  db: Reader,
  writer: ReferenceContext,
  names: string[],
  ids: number[],
): Promise<Lookups["users"]> {
  if (names.length === 0 && ids.length === 0) return [];
  const { realmId, viewer } = writer;
  const visible = viewer && (await visibleUserIds(db, viewer));
  const users = await db
    .selectFrom("account")
    .select(["id", "full_name", "is_active"])
    .where("realm_id", "=", realmId)
    .where((where) =>
      where.or([
        where("name_key", "=", sql<string>`any(${names}::text[])`),
        where("id", "=", sql<number>`any(${ids}::int[])`),
      ]),
    )
    .orderBy("id")
    .execute();
  return visible ? users.filter(({ id }) => visible.has(id)) : users;
}

async function loadGroups(db: Reader, realmId: number, names: string[]): Promise<Lookups["groups"]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom("user_group")
    .select(["id", "name", "is_deactivated"])
    .where("realm_id", "=", realmId)
    .where("name_key", "=", sql<string>`any(${names}::text[])`)
    .execute();
  return rows.map(({ id, name, is_deactivated }) => ({
    id,
    name: name ?? "",
    deactivated: is_deactivated,
  }));
}

async function loadChannels(
  db: Reader,
  { realmId, viewer, snapshot }: ReferenceContext,
  names: string[],
): Promise<Lookups["channels"]> {
  if (names.length === 0) return [];
  if (viewer && snapshot) {
    const named = names.flatMap((name) => snapshot.get(channelsPart).byName(channelNameKey(name)) ?? []);
    const visible = named.filter((channel) => canSeeMetadataIn(snapshot, viewer, channel));
    return visible.map(({ id, name }) => ({ id, name }));
  }
  if (viewer) {
    const channels = await loadChannelAccess(db, viewer, { names });
    return channels.filter((channel) => canSeeMetadata(viewer.role, channel)).map(({ id, name }) => ({ id, name }));
  }
  return db
    .selectFrom("channel")
    .select(["id", "name"])
    .where("realm_id", "=", realmId)
    .where("name_key", "=", sql<string>`any(${names.map((name) => name.toLowerCase())}::text[])`)
    .execute();
}
