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
import { DeferredResult } from "./deferred-result.ts";
import { EventStream, type EventBatches, type EventBatch } from "./event-batches.ts";
import { catchMaybe, type MaybePromise, thenMaybe } from "../base/maybe-promise.ts";
import { required } from "../base/required.ts";

/**
 * Runs a read that was authorized with a recent organization snapshot. If the organization had changed by the time its
 * rows were read, the read is authorized and run again, with the snapshot of that time. That snapshot is newer than the
 * request, so the read never has to run a third time.
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
 * Runs a read that was authorized with a recent organization snapshot. Authorizes it again with the current snapshot
 * before its response or its error is sent, unless the result is deferred.
 */
function runDeferrableRead(
  { snapshots }: Pick<WorkServices, "snapshots">,
  admission: Authorization,
  run: () => MaybePromise<object>,
): MaybePromise<object> {
  const authorizeAgain = async () => {
    const now = await snapshots.current(admission.snapshot.realmId);
    if (now !== admission.snapshot || now.revision !== admission.revision) await admission.recheck(now);
  };
  return catchMaybe(
    () =>
      thenMaybe(run(), (result) => (result instanceof DeferredResult ? result : authorizeAgain().then(() => result))),
    async (error) => {
      if (error !== admission.rejection) await authorizeAgain();
      throw error;
    },
  );
}

/**
 * Passes on an event stream until the client would no longer be authorized. A client that has lost access receives no
 * further events, except final ones.
 */
async function* whileAuthorized(
  { snapshots }: Pick<WorkServices, "snapshots">,
  admission: Authorization,
  batches: EventBatches,
): EventBatches {
  let latest: readonly EventBatch[] | null = null;
  try {
    for await (latest of batches) {
      const now = await snapshots.current(admission.snapshot.realmId);
      if (now !== admission.snapshot || now.revision !== admission.revision) await admission.recheck(now);
      yield latest;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const farewells = latest?.filter(({ isFinal }) => isFinal) ?? [];
    if (farewells.length > 0) yield farewells;
  }
}

/** Creates the context of a handler: with a transaction if one is given, otherwise with a reader. */
export interface ContextFactory {
  (tx?: Tx): { readonly realm: RealmContext };
}

/** Runs an endpoint's handler for one call. Throws or rejects with the error that the handler threw or returned. */
export type RunOperation = (context: ContextFactory, input: object, admission: Authorization) => MaybePromise<object>;

/** Returns the function that runs a read's handler, and authorizes the request again if its kind of read requires that. */
function createReadRunner(endpoint: Extract<Endpoint, { kind: "read" }>, services: WorkServices): RunOperation {
  if (endpoint.isPositioned === true) {
    return (context, input, admission) =>
      runPositionedRead(services, admission, () => endpoint.handler(context(), input));
  }
  if (endpoint.endsDeferredWithAccess !== true) return (context, input) => endpoint.handler(context(), input);
  return (context, input, admission) =>
    runDeferrableRead(services, admission, () => endpoint.handler(context(), input));
}

/**
 * Returns the function that runs an endpoint's handler: a read without a transaction, a write in one or more
 * transactions, a group write in a shared transaction.
 */
export function createHandlerRunner(endpoint: Endpoint, services: WorkServices): RunOperation {
  const { db, clock } = services;
  switch (endpoint.kind) {
    case "read":
      return createReadRunner(endpoint, services);
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
      const commit = (items: readonly unknown[]) =>
        runSharedTransaction(endpoint, services, items as readonly GroupItem[]);
      const group = new GroupCommit(commit, services.groupSizes);
      return (context, input, admission) => {
        const ctx = context();
        const realmId = ctx.realm.id;
        const prepareAgain = async (snapshot: OrganizationSnapshot, tx?: Tx) => {
          await admission.recheck(snapshot);
          return endpoint.prepare(context(tx), input);
        };
        const prepared = catchMaybe(
          () => endpoint.prepare(ctx, input),
          async (error) => {
            if (!(error instanceof AppError)) throw error;
            // The error may be due to the recent snapshot: an object that it lacks may exist now.
            const snapshot = await services.snapshots.current(realmId);
            if (snapshot === admission.snapshot && snapshot.revision === admission.revision) throw error;
            return prepareAgain(snapshot);
          },
        );
        return thenMaybe(prepared, (ready) => {
          const { snapshot, revision } = admission;
          const item: GroupItem = { realmId, prepared: ready, preparedWith: { snapshot, revision }, prepareAgain };
          return group.submit(realmId, item).then(throwIfError);
        });
      };
    }
  }
}

/**
 * Returns the response. If the handler has returned an error, throws it; the changes of its transaction are already
 * committed.
 */
function throwIfError(outcome: object | AppError): object {
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}
