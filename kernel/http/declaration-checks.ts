import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import type { Endpoint } from "./endpoint.ts";
import { bodyErrors, parameterErrors, RateLimitHit, ServerBusy } from "./errors.ts";
import { fileErrors } from "./uploaded-files.ts";
import type { WireAliases } from "./wire-aliases.ts";

/** Errors that any endpoint may throw without a word about it. */
const implicitErrors = [...parameterErrors, RateLimitHit, ServerBusy];

/** Whether an endpoint throws an error for the caller that its declaration does not tell of. */
export const isUndeclaredError = ({ errors, file }: Endpoint, error: unknown): error is AppError => {
  const ofFile = file ? [...fileErrors(file), ...bodyErrors] : [];
  return (
    error instanceof AppError && ![...errors, ...ofFile, ...implicitErrors].some((known) => error instanceof known)
  );
};

/**
 * Throws unless the body of a success is what the endpoint declares, with nothing beside it but aliases; and unless what a
 * stock client would receive instead is the same with its names for reaction types.
 */
export function assertDeclaredResponse({ route, response }: Endpoint, body: string, aliases: WireAliases): void {
  const parsedBody = aliases.withoutRelease(JSON.parse(body) as Record<string, unknown>);
  const { result, msg, ignored_parameters_unsupported: _, ...answer } = parsedBody;
  if (result !== "success" || msg !== "") throw new Error(`${route} answered without the envelope of a success`);
  const parsed = response.safeParse(answer);
  if (!parsed.success) throw new Error(`${route} answered what it does not declare: ${z.prettifyError(parsed.error)}`);
  const extra = findFirstDifference(answer, parsed.data, []);
  if (extra) throw new Error(`${route} answered what it does not declare: ${extra.join(".")}`);
  const problem = aliases.problemForStockClient(body);
  if (problem) throw new Error(`${route} cannot be translated for stock clients: ${problem}`);
}

/** The way to what a parsed value lacks or has changed, such as `messages.0.colour`. */
function findFirstDifference(before: unknown, after: unknown, path: readonly string[]): readonly string[] | undefined {
  if (isDeepStrictEqual(before, after)) return undefined;
  if (!(before instanceof Object) || !(after instanceof Object)) return path;
  for (const [key, value] of Object.entries(before)) {
    const found = findFirstDifference(value, (after as Record<string, unknown>)[key], [...path, key]);
    if (found) return found;
  }
  return [...path, "(a default)"];
}
