import type { Clock } from "../clock.ts";
import type { Database, Tx } from "../db/types.ts";
import { AppError } from "../errors.ts";
import type { RealmContext, Write } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import { GroupCommit, sharedTransaction } from "./group-commit.ts";
import { Steps } from "./steps.ts";

/** Makes what a handler is given: with a transaction what can write, without one a reader. */
export interface MakeContext {
  (tx?: Tx): { readonly realm: RealmContext };
}

/** What an endpoint does for one call. Rejects with what its handler threw. */
export type Work = (context: MakeContext, input: object) => Promise<object>;

/** How an endpoint's handler is run: a read at once, a write in its transaction or transactions, a group's write in a shared one. */
export function handlerRunner(endpoint: Endpoint, db: Database, clock: Clock): Work {
  switch (endpoint.kind) {
    case "read":
      return (context, input) => endpoint.handler(context(), input);
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
      const group = new GroupCommit(sharedTransaction(endpoint, db, clock));
      return async (context, input) => {
        const reading = context();
        return accepted(await group.submit(reading.realm.id, await endpoint.prepare(reading, input)));
      };
    }
  }
}

/** The answer. A refusal that came out of a transaction goes on as an error now: what was done with it is committed. */
function accepted(outcome: object | AppError): object {
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}
