import type { Authorization } from "./authorize-request.ts";
import type { Tx } from "../db/types.ts";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import { AppError } from "../base/errors.ts";
import type { RealmContext, Write } from "./context.ts";
import type { Endpoint, Positioned } from "./endpoint.ts";
import { GroupCommit } from "./group-commit.ts";
import type { WorkServices } from "./services.ts";
import { runSharedTransaction, type GroupItem } from "./shared-transaction.ts";
import { StepwiseTransactions } from "./stepwise-transactions.ts";
import { EventStream, type EventBatches, type EventBatch } from "./event-batches.ts";
import { required } from "../base/required.ts";

/**
 * Answers what was let in by the organization as it was lately. Where that had moved on when the rows were read, it is let in
 * and run once more, by the organization as it then was: that is later than the request, so twice is enough.
 */
async function runPositionedRead(
  { snapshots }: Pick<WorkServices, "snapshots">,
  admission: Authorization,
  run: () => Promise<Positioned<object>>,
): Promise<object> {
  const { snapshot, revision } = admission;
  const id = snapshot.realmId;
  let read: Positioned<object> | undefined;
  let refusal: AppError | undefined;
  try {
    read = await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refusal = error;
  }
  const position = read?.position ?? null;
  const now = await (position === null ? snapshots.current(id) : snapshots.upTo(position, id));
  if (now !== snapshot || now.revision !== revision) {
    await admission.recheck(now);
    return (await run()).response;
  }
  if (refusal) throw refusal;
  return required(read).response;
}

/**
 * Ends as soon as whoever listens would not be let in any more: nothing is told to those who lost the right to hear it, except
 * farewells.
 */
async function* whileAuthorized(
  { snapshots }: Pick<WorkServices, "snapshots">,
  admission: Authorization,
  telling: EventBatches,
): EventBatches {
  let told: readonly EventBatch[] | null = null;
  try {
    for await (told of telling) {
      const now = await snapshots.current(admission.snapshot.realmId);
      if (now !== admission.snapshot || now.revision !== admission.revision) await admission.recheck(now);
      yield told;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const farewells = told?.filter(({ isFinal }) => isFinal) ?? [];
    if (farewells.length > 0) yield farewells;
  }
}

/** Makes what a handler is given: with a transaction what can write, without one a reader. */
export interface ContextFactory {
  (tx?: Tx): { readonly realm: RealmContext };
}

/** What an endpoint does for one call. Rejects with what its handler threw. */
export type RunOperation = (context: ContextFactory, input: object, admission: Authorization) => Promise<object>;

/** How an endpoint's handler is run: a read at once, a write in its transaction or transactions, a group's write in a shared one. */
export function createHandlerRunner(endpoint: Endpoint, services: WorkServices): RunOperation {
  const { db, clock } = services;
  switch (endpoint.kind) {
    case "read":
      if (endpoint.isPositioned !== true) return (context, input) => endpoint.handler(context(), input);
      return (context, input, admission) =>
        runPositionedRead(services, admission, () => endpoint.handler(context(), input));
    case "eventStream":
      return async (context, input, admission) =>
        new EventStream(whileAuthorized(services, admission, await endpoint.handler(context(), input)));
    case "write":
      return async (context, input) => {
        const prepared = await endpoint.prepare?.(context(), input);
        return throwIfError(await db.write((tx) => endpoint.handler(context(tx), input, prepared)));
      };
    case "stepwise":
      return (context, input) => {
        const steps = new StepwiseTransactions(db, clock, context as (tx: Tx) => Write);
        return endpoint.handler(context(), input, steps);
      };
    case "group": {
      const group = new GroupCommit((items) => runSharedTransaction(endpoint, services, items as readonly GroupItem[]));
      return async (context, input, admission) => {
        const realmId = context().realm.id;
        const prepareAgain = async (snapshot: OrganizationSnapshot, tx?: Tx) => {
          await admission.recheck(snapshot);
          return endpoint.prepare(context(tx), input);
        };
        const prepared = await endpoint.prepare(context(), input).catch(async (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          // What was not there lately may be there now.
          const snapshot = await services.snapshots.current(realmId);
          if (snapshot === admission.snapshot && snapshot.revision === admission.revision) throw error;
          return prepareAgain(snapshot);
        });
        const { snapshot, revision } = admission;
        const item: GroupItem = { realmId, prepared, preparedWith: { snapshot, revision }, prepareAgain };
        return throwIfError(await group.submit(realmId, item));
      };
    }
  }
}

/** The answer. A refusal that came out of a transaction goes on as an error now: what was done with it is committed. */
function throwIfError(outcome: object | AppError): object {
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}
