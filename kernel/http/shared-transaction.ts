import { isRolledBack } from "../db/transaction.ts";
import { pipelined } from "../db/pipeline.ts";
import type { Committed, Tx } from "../db/types.ts";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import { AppError } from "../base/errors.ts";
import { required } from "../base/required.ts";
import type { GroupWrite } from "./context.ts";
import { type GroupOutcome, RolledBack } from "./group-commit.ts";
import type { WorkServices } from "./services.ts";

/** One call that shares a transaction with others of its organization. */
export interface GroupItem {
  readonly realmId: number;
  prepared: unknown;
  /** The organization by which it was prepared, and its revision then. */
  preparedWith: { readonly snapshot: OrganizationSnapshot; readonly revision: number };
  /** Lets it in and prepares it once more. Rejects with what is said against it now. */
  prepareAgain(snapshot: OrganizationSnapshot, tx: Tx): Promise<unknown>;
}

/** What several calls have done together: see `GroupSpec`. */
export interface SharedWork {
  prefetch(tx: Tx, items: readonly unknown[]): Promise<unknown>;
  commit(ctx: GroupWrite, items: readonly unknown[], asked: unknown): Promise<readonly GroupOutcome[]>;
}

/**
 * Runs the `commit` of an endpoint, or of other work, in a transaction, with the organization's position locked. Only an error out of `commit` itself,
 * or out of a statement of it, counts as rolled back: another may come from the answer to COMMIT or from the flush, and to try
 * again then could do the work twice.
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
        const asked = work.prefetch(
          tx,
          items.map(({ prepared }) => prepared),
        );
        const [at, answers] = await pipelined([locked, asked]);
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

/** The outcome of each item: of those that may no longer come in as they are, why not. */
async function computeOutcomes(
  work: SharedWork,
  at: GroupWrite,
  items: readonly GroupItem[],
  asked: unknown,
): Promise<readonly GroupOutcome[]> {
  const outdated = items.filter(({ preparedWith }) => !isUpToDate(preparedWith, at));
  const refused = new Map<GroupItem, AppError>();
  // One after the other: they are few, and share a connection.
  for (const item of outdated) await prepareAgain(item, at, refused);
  const prepared = items.filter((item) => !refused.has(item)).map((item) => item.prepared);
  if (prepared.length === 0) return items.map((item) => required(refused.get(item)));
  // Of those that are prepared anew, something else may have to be asked.
  const answers = outdated.length === 0 ? asked : await work.prefetch(at.tx, prepared);
  const outcomes = await work.commit(at, prepared, answers);
  if (outcomes.length !== prepared.length) throw new Error(`${outcomes.length} outcomes for ${prepared.length} items`);
  const rest = outcomes.values();
  return items.map((item) => refused.get(item) ?? (rest.next().value as GroupOutcome));
}

const isUpToDate = ({ snapshot, revision }: GroupItem["preparedWith"], at: GroupWrite): boolean =>
  snapshot === at.snapshot && revision === snapshot.revision;

/** Prepares an item by the organization as it is now, or notes what is said against it. */
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
