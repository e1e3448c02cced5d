import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import type { Endpoint } from "./endpoint.ts";
import { bodyErrors, parameterErrors, RateLimitHit, ServerBusy } from "./errors.ts";
import { fileErrors } from "./uploaded-files.ts";
import type { WireAliases } from "./wire-aliases.ts";

/** Errors that any endpoint may throw without declaring them. */
const implicitErrors = [...parameterErrors, RateLimitHit, ServerBusy];

/** Returns whether an error is meant for the client, but is missing from the endpoint's declaration. */
export const isUndeclaredError = ({ errors, file }: Endpoint, error: unknown): error is AppError => {
  const ofFile = file ? [...fileErrors(file), ...bodyErrors] : [];
  return (
    error instanceof AppError && ![...errors, ...ofFile, ...implicitErrors].some((known) => error instanceof known)
  );
};

/**
 * Throws if the body of a successful response differs from the endpoint's declaration, or has undeclared fields other
 * than aliases. Also checks the version of the body for clients of the other brand, which has different names for
 * reaction types.
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

/**
 * Returns the path of the first value that parsing with the declared schema removes or changes, such as
 * `messages.0.colour`.
 */
function findFirstDifference(before: unknown, after: unknown, path: readonly string[]): readonly string[] | undefined {
  if (isDeepStrictEqual(before, after)) return undefined;
  if (!(before instanceof Object) || !(after instanceof Object)) return path;
  for (const [key, value] of Object.entries(before)) {
    const found = findFirstDifference(value, (after as Record<string, unknown>)[key], [...path, key]);
    if (found) return found;
  }
  return [...path, "(a default)"];
}
