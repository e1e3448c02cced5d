import { sql } from "kysely";
import { together } from "#kernel/db/together.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Actor } from "#kernel/http/context.ts";
import { findReferences, type Lookups, type References } from "#markdown/index.ts";
import { channelAccess, seesMetadata } from "#modules/channels/access.ts";
import { realmLinkifiers } from "#modules/linkifiers/realm-linkifiers.ts";
import { usersInSight } from "#modules/users/sight.ts";

/** Who writes, and so may link to what; null: the server itself, which may link to every channel. */
interface Writer {
  readonly realmId: number;
  readonly viewer: Actor | null;
}

type Found = Pick<Lookups, "users" | "groups" | "channels" | "linkifiers">;

/** Looks up what texts refer to: people, groups, and the channels that the writer can see; and what becomes a link. */
export async function lookUpReferences(db: Reader, writer: Writer, texts: readonly string[]): Promise<Found> {
  const references = texts.map(findReferences);
  const names = (of: (found: References) => readonly string[]) => [...new Set(references.flatMap(of))];
  const userIds = [...new Set(references.flatMap((found) => found.userIds))];
  const [users, groups, channels, linkifiers] = await together([
    lookUpUsers(
      db,
      writer,
      names((found) => found.userNames),
      userIds,
    ),
    lookUpGroups(
      db,
      writer.realmId,
      names((found) => found.groupNames),
    ),
    lookUpChannels(
      db,
      writer,
      names((found) => found.channelNames),
    ),
    realmLinkifiers(db, writer.realmId),
  ]);
  return { users, groups, channels, linkifiers };
}

/** Of whom the writer may not know, that is nobody's name. */
async function lookUpUsers(db: Reader, writer: Writer, names: string[], ids: number[]): Promise<Found["users"]> {
  if (names.length === 0 && ids.length === 0) return [];
  const { realmId, viewer } = writer;
  const sight = viewer && (await usersInSight(db, viewer));
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
  return sight ? users.filter(({ id }) => sight.has(id)) : users;
}

async function lookUpGroups(db: Reader, realmId: number, names: string[]): Promise<Found["groups"]> {
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

async function lookUpChannels(db: Reader, { realmId, viewer }: Writer, names: string[]): Promise<Found["channels"]> {
  if (names.length === 0) return [];
  if (viewer) {
    const channels = await channelAccess(db, viewer, { names });
    return channels.filter((channel) => seesMetadata(viewer.role, channel)).map(({ id, name }) => ({ id, name }));
  }
  return db
    .selectFrom("channel")
    .select(["id", "name"])
    .where("realm_id", "=", realmId)
    .where("name_key", "=", sql<string>`any(${names.map((name) => name.toLowerCase())}::text[])`)
    .execute();
}
