import { isRolledBack } from "../db/transaction.ts";
import { pipelined } from "../db/pipeline.ts";
import type { Committed, Tx } from "../db/types.ts";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import { AppError } from "../base/errors.ts";
import { required } from "../base/required.ts";
import type { GroupWrite } from "./context.ts";
import { type GroupOutcome, RolledBack } from "./group-commit.ts";
import type { WorkServices } from "./services.ts";

/** A call that shares a transaction with other calls of its organization. */
export interface GroupItem {
  readonly realmId: number;
  prepared: unknown;
  /** The organization snapshot with which the call was prepared, and the snapshot's revision at that time. */
  preparedWith: { readonly snapshot: OrganizationSnapshot; readonly revision: number };
  /** Authorizes and prepares the call again. Rejects with the reason if the call is no longer allowed. */
  prepareAgain(snapshot: OrganizationSnapshot, tx: Tx): Promise<unknown>;
}

/** Work that is done for several calls together; see `GroupSpec`. */
export interface SharedWork {
  prefetch(tx: Tx, items: readonly unknown[]): Promise<unknown>;
  commit(ctx: GroupWrite, items: readonly unknown[], prefetched: unknown): Promise<readonly GroupOutcome[]>;
}

/**
 * Runs the work's `commit` in a transaction, with the organization's log position locked. An error counts as rolled
 * back only if it comes from `commit` or one of its statements. Any other error may come from COMMIT or from the flush,
 * and a retry could then do the work twice.
 */
export async function runSharedTransaction(
  work: SharedWork,
  { db, clock, snapshots }: WorkServices,
  items: readonly GroupItem[],
): Promise<Committed<readonly GroupOutcome[]>> {
  const [first] = items;
  if (!first) throw new Error("nothing to commit");
  let thrownInside: unknown;
  try {
    return await db.commit(async (tx) => {
      try {
        const locked = snapshots.lock(tx, first.realmId);
        const prefetched = work.prefetch(
          tx,
          items.map(({ prepared }) => prepared),
        );
        const [at, answers] = await pipelined([locked, prefetched]);
        return await computeOutcomes(work, { tx, now: clock.now(), ...at }, items, answers);
      } catch (error) {
        thrownInside = error;
        throw error;
      }
    });
  } catch (error) {
    const isUndone = error === thrownInside || isRolledBack(error);
    throw isUndone ? new RolledBack("The transaction failed", { cause: error }) : error;
  }
}

/** Returns the outcome of each item. For an item that is no longer allowed, the outcome is an error. */
async function computeOutcomes(
  work: SharedWork,
  at: GroupWrite,
  items: readonly GroupItem[],
  prefetched: unknown,
): Promise<readonly GroupOutcome[]> {
  const outdated = items.filter(({ preparedWith }) => !isUpToDate(preparedWith, at));
  const refused = new Map<GroupItem, AppError>();
  // Prepared one after the other, because such items are rare and share a connection.
  for (const item of outdated) await prepareAgain(item, at, refused);
  const prepared = items.filter((item) => !refused.has(item)).map((item) => item.prepared);
  if (prepared.length === 0) return items.map((item) => required(refused.get(item)));
  // Items that were prepared again may need other data.
  const answers = outdated.length === 0 ? prefetched : await work.prefetch(at.tx, prepared);
  const outcomes = await work.commit(at, prepared, answers);
  if (outcomes.length !== prepared.length) throw new Error(`${outcomes.length} outcomes for ${prepared.length} items`);
  const rest = outcomes.values();
  return items.map((item) => refused.get(item) ?? (rest.next().value as GroupOutcome));
}

const isUpToDate = ({ snapshot, revision }: GroupItem["preparedWith"], at: GroupWrite): boolean =>
  snapshot === at.snapshot && revision === snapshot.revision;

/**
 * Prepares an item again with the current organization snapshot. If the item is no longer allowed, stores the error in
 * `refused`.
 */
async function prepareAgain(
  item: GroupItem,
  { tx, snapshot }: GroupWrite,
  refused: Map<GroupItem, AppError>,
): Promise<void> {
  try {
    item.prepared = await item.prepareAgain(snapshot, tx);
    item.preparedWith = { snapshot, revision: snapshot.revision };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refused.set(item, error);
  }
}
