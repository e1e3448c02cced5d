import type { Admission } from "./authorize-request.ts";
import type { Tx } from "../db/types.ts";
import type { Directory } from "../organization-snapshot/organization-snapshot.ts";
import { AppError } from "../errors.ts";
import type { RealmContext, Write } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import { GroupCommit } from "./group-commit.ts";
import { readPositioned } from "./positioned-read.ts";
import type { WorkServices } from "./services.ts";
import { commitTogether, type GroupItem } from "./shared-transaction.ts";
import { Steps } from "./stepwise-transactions.ts";
import { EventStream } from "./event-batches.ts";
import { whileLetIn } from "./while-let-in.ts";

/** Makes what a handler is given: with a transaction what can write, without one a reader. */
export interface MakeContext {
  (tx?: Tx): { readonly realm: RealmContext };
}

/** What an endpoint does for one call. Rejects with what its handler threw. */
export type Work = (context: MakeContext, input: object, admission: Admission) => Promise<object>;

/** How an endpoint's handler is run: a read at once, a write in its transaction or transactions, a group's write in a shared one. */
export function handlerRunner(endpoint: Endpoint, services: WorkServices): Work {
  const { db, clock } = services;
  switch (endpoint.kind) {
    case "read":
      if (endpoint.isPositioned !== true) return (context, input) => endpoint.handler(context(), input);
      return (context, input, admission) =>
        readPositioned(services, admission, () => endpoint.handler(context(), input));
    case "telling":
      return async (context, input, admission) =>
        new EventStream(whileLetIn(services, admission, await endpoint.handler(context(), input)));
    case "write":
      return async (context, input) => {
        const prepared = await endpoint.prepare?.(context(), input);
        return accepted(await db.write((tx) => endpoint.handler(context(tx), input, prepared)));
      };
    case "stepwise":
      return (context, input) => {
        const steps = new Steps(db, clock, context as (tx: Tx) => Write);
        return endpoint.handler(context(), input, steps);
      };
    case "group": {
      const group = new GroupCommit((items) => commitTogether(endpoint, services, items as readonly GroupItem[]));
      return async (context, input, admission) => {
        const realmId = context().realm.id;
        const prepareAnew = async (directory: Directory, tx?: Tx) => {
          await admission.renew(directory);
          return endpoint.prepare(context(tx), input);
        };
        const prepared = await endpoint.prepare(context(), input).catch(async (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          // What was not there lately may be there now.
          const directory = await services.directories.now(realmId);
          if (directory === admission.directory && directory.revision === admission.revision) throw error;
          return prepareAnew(directory);
        });
        const { directory, revision } = admission;
        const item: GroupItem = { realmId, prepared, basis: { directory, revision }, prepareAnew };
        return accepted(await group.submit(realmId, item));
      };
    }
  }
}

/** The answer. A refusal that came out of a transaction goes on as an error now: what was done with it is committed. */
function accepted(outcome: object | AppError): object {
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}
