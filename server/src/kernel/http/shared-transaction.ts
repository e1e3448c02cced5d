import { leftNothing } from "../db/transaction.ts";
import type { Committed, Tx } from "../db/types.ts";
import type { Directory } from "../directory/directory.ts";
import { AppError } from "../errors.ts";
import type { GroupWrite } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Outcome, RolledBack } from "./group-commit.ts";
import type { WorkServices } from "./work.ts";

/** One call that shares a transaction with others of its organization. */
export interface GroupItem {
  readonly realmId: number;
  prepared: unknown;
  /** The organization by which it was prepared, and its revision then. */
  basis: { readonly directory: Directory; readonly revision: number };
  /** Lets it in and prepares it once more. Rejects with what is said against it now. */
  prepareAnew(tx: Tx, directory: Directory): Promise<unknown>;
}

type GroupEndpoint = Endpoint & { kind: "group" };

/**
 * Runs an endpoint's `commit` in a transaction, with the organization's position locked. Only an error out of `commit` itself,
 * or out of a statement of it, counts as rolled back: another may come from the answer to COMMIT or from the flush, and to try
 * again then could do the work twice.
 */
export async function commitTogether(
  endpoint: GroupEndpoint,
  { db, clock, directories }: WorkServices,
  items: readonly GroupItem[],
): Promise<Committed<readonly Outcome[]>> {
  const [first] = items;
  if (!first) throw new Error("nothing to commit");
  let thrownInside: unknown;
  try {
    return await db.commit(async (tx) => {
      try {
        const locked = await directories.lock(tx, first.realmId);
        return await outcomesOf(endpoint, { tx, now: clock.now(), ...locked }, items);
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
  endpoint: GroupEndpoint,
  at: GroupWrite,
  items: readonly GroupItem[],
): Promise<readonly Outcome[]> {
  const prepared: unknown[] = [];
  // One after the other: they are few, and share a connection.
  for (const item of items) prepared.push(isUpToDate(item, at) ? item.prepared : await preparedAnew(item, at));
  const accepted = prepared.filter((one) => !(one instanceof AppError));
  const outcomes = await endpoint.commit(at, accepted);
  if (outcomes.length !== accepted.length) throw new Error(`${outcomes.length} outcomes for ${accepted.length} items`);
  const rest = outcomes.values();
  return prepared.map((one) => (one instanceof AppError ? one : (rest.next().value as Outcome)));
}

const isUpToDate = ({ basis }: GroupItem, { directory }: GroupWrite): boolean =>
  basis.directory === directory && basis.revision === directory.revision;

/** The item as it is prepared now; or what is said against it. */
async function preparedAnew(item: GroupItem, { tx, directory }: GroupWrite): Promise<unknown> {
  try {
    item.prepared = await item.prepareAnew(tx, directory);
    item.basis = { directory, revision: directory.revision };
    return item.prepared;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
