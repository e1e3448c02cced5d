import type { Presences } from "@parlance/contract/nouns/presence.ts";
import { SharedJson } from "@parlance/kernel/base/marked-json.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { encloseJson, JsonFragment } from "@parlance/kernel/http/json-response.ts";
import type {
  CachedValue,
  OrganizationSnapshot,
} from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { type AccountSnapshot, users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { toPresenceTimestamp } from "#modules/users/core/presence/presence-events.ts";
import { historyStart, loadPresenceChanges, type PresenceRow } from "./queries.ts";
import { presentPresence } from "./realm-presence.ts";

/** The presence of all users in the modern format, and the id of the newest update in it, -1 if there is none. */
interface PresenceJson {
  readonly presences: JsonFragment<Presences>;
  readonly presence_last_update_id: number;
}

interface PresenceJsonRequest {
  readonly snapshot: OrganizationSnapshot;
  readonly historyDays: number;
  readonly now: Date;
}

/**
 * Loads the presence of all active users in the modern format, as JSON. Queries only the presence that has changed since
 * the last call. Returns undefined if the transaction of `db` does not see changes that another one has already read.
 */
export async function loadPresenceJson(
  db: Reader,
  { snapshot, historyDays, now }: PresenceJsonRequest,
): Promise<PresenceJson | undefined> {
  const cache = snapshot.cached("presence", () => new PresenceJsonCache());
  const { lastUpdateId, rows } = await loadPresenceChanges(db, snapshot.realmId, cache.lastUpdateId);
  if (lastUpdateId < cache.lastUpdateId) return undefined;
  cache.update(lastUpdateId, rows);
  return cache.present(snapshot, toPresenceTimestamp(historyStart(now, historyDays)));
}

/** Number of successive user ids whose presence is serialized and compressed together. */
const BLOCK_SIZE = 256;

/** Memory usage of a row, in bytes. */
const BYTES_PER_ROW = 150;

/** The presence of all users of an organization, in blocks of JSON. */
class PresenceJsonCache implements CachedValue {
  /** By the user ids divided by `BLOCK_SIZE`. */
  readonly #blocks = new Map<number, PresenceBlock>();
  #lastUpdateId = -1;

  /** The id of the last update that the rows contain, -1 if they have not been loaded. */
  get lastUpdateId(): number {
    return this.#lastUpdateId;
  }

  get bytes(): number {
    return [...this.#blocks.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Adds the rows that have changed up to an update. */
  update(lastUpdateId: number, rows: readonly PresenceRow[]): void {
    this.#lastUpdateId = lastUpdateId;
    for (const row of rows) {
      const number = Math.floor(row.user_id / BLOCK_SIZE);
      const block = this.#blocks.get(number) ?? new PresenceBlock();
      this.#blocks.set(number, block);
      block.put(row);
    }
  }

  /** Returns the presence of active users who were connected at or after `since`, in whole UNIX seconds. */
  present(snapshot: OrganizationSnapshot, since: number): PresenceJson {
    const inOrder = [...this.#blocks].sort(([a], [b]) => a - b);
    const contents = inOrder.map(([, block]) => block.present(snapshot, since));
    return {
      presences: new JsonFragment(
        encloseJson(
          "{}",
          contents.flatMap(({ json }) => (json ? [[json]] : [])),
        ),
      ),
      presence_last_update_id: Math.max(-1, ...contents.map(({ lastUpdateId }) => lastUpdateId)),
    };
  }
}

interface BlockContent {
  /** The presence as members of an object, null if there is none. */
  readonly json: SharedJson | null;
  readonly lastUpdateId: number;
}

interface CachedContent extends BlockContent {
  /** The account of each row. The object in the organization snapshot is replaced when the account changes. */
  readonly accounts: readonly (AccountSnapshot | undefined)[];
  /** The last change of accounts that the content contains. */
  change: number;
  /** The content is the same for all times since which users were connected, from this one up to `latest`. */
  readonly earliest: number;
  readonly latest: number;
}

/** The presence of users with successive ids. */
class PresenceBlock {
  readonly #rows = new Map<number, PresenceRow>();
  #content: CachedContent | undefined;

  /** Memory usage, in bytes. */
  get bytes(): number {
    return this.#rows.size * BYTES_PER_ROW + (this.#content?.json?.bytes ?? 0);
  }

  put(row: PresenceRow): void {
    this.#rows.set(row.user_id, row);
    this.#content = undefined;
  }

  present(snapshot: OrganizationSnapshot, since: number): BlockContent {
    const known = this.#content;
    if (known && since >= known.earliest && since <= known.latest && this.#hasAccounts(known, snapshot)) return known;
    this.#content = this.#create(snapshot, since);
    return this.#content;
  }

  /** Returns whether the content was created for the accounts as they are. */
  #hasAccounts(content: CachedContent, snapshot: OrganizationSnapshot): boolean {
    const change = snapshot.lastChangeOf([users]);
    if (content.change === change) return true;
    const accountOf = snapshot.get(users);
    if (!this.#inOrder().every(({ user_id }, index) => accountOf.get(user_id) === content.accounts[index]))
      return false;
    content.change = change;
    return true;
  }

  #create(snapshot: OrganizationSnapshot, since: number): CachedContent {
    const accountOf = snapshot.get(users);
    const rows = this.#inOrder();
    const members: string[] = [];
    for (const row of rows) {
      const account = accountOf.get(row.user_id);
      if (!account?.is_active || row.connected_at < since) continue;
      members.push(`"${row.user_id}":${JSON.stringify(presentPresence(row, account))}`);
    }
    const recent = rows.filter(({ connected_at }) => connected_at >= since);
    const older = rows.filter(({ connected_at }) => connected_at < since);
    return {
      json: members.length === 0 ? null : new SharedJson(members.join()),
      lastUpdateId: Math.max(-1, ...recent.map(({ update_id }) => update_id)),
      accounts: rows.map(({ user_id }) => accountOf.get(user_id)),
      change: snapshot.lastChangeOf([users]),
      earliest: Math.max(-Infinity, ...older.map(({ connected_at }) => connected_at + 1)),
      latest: Math.min(Infinity, ...recent.map(({ connected_at }) => connected_at)),
    };
  }

  #inOrder(): PresenceRow[] {
    return [...this.#rows.values()].sort((a, b) => a.user_id - b.user_id);
  }
}
