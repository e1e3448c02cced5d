import type pg from "pg";
import type { Tracing } from "../tracing/tracing.ts";

type Query = (...args: unknown[]) => unknown;

/**
 * Records the statements of a connection in the traces of the requests and jobs that send them. The statements contain
 * placeholders instead of values.
 */
export function traceQueries(client: pg.PoolClient, { startCall }: Pick<Tracing, "startCall">): void {
  const query = client.query.bind(client) as Query;
  const traced: Query = (...args) => {
    const text = statementText(args[0]);
    const end = text === undefined ? undefined : startCall(describeStatement(text));
    const result = query(...args);
    // Statements with a callback, and cursors, return no promise. Only libraries use them.
    if (end)
      void Promise.resolve(result).then(
        () => end(),
        (error: unknown) => end({ error }),
      );
    return result;
  };
  client.query = traced as typeof client.query;
}

function statementText(statement: unknown): string | undefined {
  if (typeof statement === "string") return statement;
  const { text } = (statement ?? {}) as { readonly text?: unknown };
  return typeof text === "string" ? text : undefined;
}

function describeStatement(text: string) {
  const [operation = "statement"] = /[a-z]+/i.exec(text) ?? [];
  const name = operation.toUpperCase();
  const attributes = { "db.system.name": "postgresql", "db.operation.name": name, "db.query.text": text };
  return { name, attributes };
}
