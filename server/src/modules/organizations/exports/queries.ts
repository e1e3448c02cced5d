import { sql } from "kysely";
import type { RealmExport } from "@parlance/contract/nouns/realm-exports.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import { type RealmSite } from "#modules/organizations/core/queries.ts";
import { realmUrl } from "#modules/organizations/core/hosts.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { exportFileUrl } from "./export-file-url.ts";

/** Lists an organization's exports, the oldest first. */
export async function listExports(db: Reader, realm: Pick<RealmContext, "id" | "url">): Promise<RealmExport[]> {
  const rows = await db
    .selectFrom("realm_export")
    .selectAll()
    .where("realm_id", "=", realm.id)
    .orderBy("requested_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => present(row, realm.url));
}

const seconds = (moment: Date | null) => (moment === null ? null : moment.getTime() / 1000);

const present = (row: Row<"realm_export">, url: string): RealmExport => ({
  id: row.id,
  acting_user_id: row.acting_user_id,
  export_time: row.requested_at.getTime() / 1000,
  deleted_timestamp: seconds(row.deleted_at),
  failed_timestamp: seconds(row.failed_at),
  export_url: row.finished_at !== null && row.deleted_at === null ? `${url}${exportFileUrl(row)}` : null,
  pending: row.finished_at === null && row.failed_at === null,
  export_type: row.export_type,
});

/** Finds a pending export with its organization; null if the export is not pending. */
export async function findPendingExport(db: Reader, id: number, site: RealmSite) {
  const row = await db
    .selectFrom("realm_export")
    .innerJoin("realm", "realm.id", "realm_export.realm_id")
    .select(["realm_export.acting_user_id", "realm_export.export_type", "realm_export.token"])
    .select(["realm.id", "realm.subdomain", "realm.host", "realm.name"])
    .where("realm_export.id", "=", id)
    .where("finished_at", "is", null)
    .where("failed_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const { acting_user_id: actorId, export_type: type, token, id: realmId, host, name } = row;
  const subdomain = row.subdomain ?? "";
  const { gravatar, webPublicChannels } = site;
  const realm = { id: realmId, subdomain, url: realmUrl({ subdomain, host }, site), gravatar, webPublicChannels };
  return { id, actorId, type, token, name, realm };
}

/**
 * Lists all active users except bots, in the order of their ids, with whether they consent to the export of their
 * private data.
 */
export async function listConsents(db: Reader, realmId: number): Promise<{ user_id: number; consented: boolean }[]> {
  const { rows } = await sql<{ user_id: number; consented: boolean }>`
    select id as user_id, coalesce((settings ->> 'allow_private_data_export')::boolean, false) as consented
    from account where realm_id = ${realmId} and is_active and bot_type is null
    order by id`.execute(db);
  return rows;
}

/** Counts the messages of an organization, up to a maximum. */
export async function countMessages(db: Reader, realmId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from message where realm_id = ${realmId} limit ${limit}) as counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
