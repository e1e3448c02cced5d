import { leftNothing } from "../db/transaction.ts";
import { together } from "../db/pipeline.ts";
import type { Committed, Tx } from "../db/types.ts";
import type { Directory } from "../organization-snapshot/organization-snapshot.ts";
import { AppError } from "../errors.ts";
import { required } from "../required.ts";
import type { GroupWrite } from "./context.ts";
import { type Outcome, RolledBack } from "./group-commit.ts";
import type { WorkServices } from "./services.ts";

/** One call that shares a transaction with others of its organization. */
export interface GroupItem {
  readonly realmId: number;
  prepared: unknown;
  /** The organization by which it was prepared, and its revision then. */
  basis: { readonly directory: Directory; readonly revision: number };
  /** Lets it in and prepares it once more. Rejects with what is said against it now. */
  prepareAnew(directory: Directory, tx: Tx): Promise<unknown>;
}

/** What several calls have done together: see `GroupSpec`. */
export interface SharedWork {
  ahead(tx: Tx, items: readonly unknown[]): Promise<unknown>;
  commit(ctx: GroupWrite, items: readonly unknown[], asked: unknown): Promise<readonly Outcome[]>;
}

/**
 * Runs the `commit` of an endpoint, or of other work, in a transaction, with the organization's position locked. Only an error out of `commit` itself,
 * or out of a statement of it, counts as rolled back: another may come from the answer to COMMIT or from the flush, and to try
 * again then could do the work twice.
 */
export async function commitTogether(
  work: SharedWork,
  { db, clock, directories }: WorkServices,
  items: readonly GroupItem[],
): Promise<Committed<readonly Outcome[]>> {
  const [first] = items;
  if (!first) throw new Error("nothing to commit");
  let thrownInside: unknown;
  try {
    return await db.commit(async (tx) => {
      try {
        const locked = directories.lock(tx, first.realmId);
        const asked = work.ahead(
          tx,
          items.map(({ prepared }) => prepared),
        );
        const [at, answers] = await together([locked, asked]);
        return await outcomesOf(work, { tx, now: clock.now(), ...at }, items, answers);
      } catch (error) {
        thrownInside = error;
        throw error;
      }
    });
  } catch (error) {
    const isUndone = error === thrownInside || leftNothing(error);
    throw isUndone ? new RolledBack("The transaction failed", { cause: error }) : error;
  }
}

/** The outcome of each item: of those that may no longer come in as they are, why not. */
async function outcomesOf(
  work: SharedWork,
  at: GroupWrite,
  items: readonly GroupItem[],
  asked: unknown,
): Promise<readonly Outcome[]> {
  const outdated = items.filter(({ basis }) => !isUpToDate(basis, at));
  const refused = new Map<GroupItem, AppError>();
  // One after the other: they are few, and share a connection.
  for (const item of outdated) await prepareAnew(item, at, refused);
  const prepared = items.filter((item) => !refused.has(item)).map((item) => item.prepared);
  if (prepared.length === 0) return items.map((item) => required(refused.get(item)));
  // Of those that are prepared anew, something else may have to be asked.
  const answers = outdated.length === 0 ? asked : await work.ahead(at.tx, prepared);
  const outcomes = await work.commit(at, prepared, answers);
  if (outcomes.length !== prepared.length) throw new Error(`${outcomes.length} outcomes for ${prepared.length} items`);
  const rest = outcomes.values();
  return items.map((item) => refused.get(item) ?? (rest.next().value as Outcome));
}

const isUpToDate = ({ directory, revision }: GroupItem["basis"], at: GroupWrite): boolean =>
  directory === at.directory && revision === directory.revision;

/** Prepares an item by the organization as it is now, or notes what is said against it. */
async function prepareAnew(
  item: GroupItem,
  { tx, directory }: GroupWrite,
  refused: Map<GroupItem, AppError>,
): Promise<void> {
  try {
    item.prepared = await item.prepareAnew(directory, tx);
    item.basis = { directory, revision: directory.revision };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refused.set(item, error);
  }
}
