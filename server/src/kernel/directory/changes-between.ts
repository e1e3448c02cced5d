import { sql } from "kysely";
import type { Reader } from "../db/types.ts";
import { countLogIds } from "../events/event-ids.ts";
import type { DirectoryChanged } from "../organization-snapshot/snapshot-changes.ts";

/** More events than this are not looked through: to begin anew is less work. */
const MOST_EVENTS = 20_000;

/** A change with its id in the log. */
interface LoggedChange {
  readonly id: number;
  readonly payload: DirectoryChanged;
}

/** The changes of an organization's directory after one event and up to another; null where the log no longer has them all. */
export async function changesBetween(
  db: Reader,
  realmId: number,
  after: number,
  upTo: number,
): Promise<readonly LoggedChange[] | null> {
  const expected = countLogIds(after, upTo);
  if (expected > MOST_EVENTS) return null;
  const { rows } = await sql<{ found: number; changes: readonly LoggedChange[] | null }>`
    select count(*) as found,
      json_agg(json_build_object('id', id, 'payload', payload) order by id)
        filter (where type = 'directory_changed') as changes
    from event where realm_id = ${realmId} and id > ${after} and id <= ${upTo}`.execute(db);
  const [{ found, changes } = { found: 0, changes: null }] = rows;
  return found === expected ? (changes ?? []) : null;
}
