import { mapStackToSources } from "./source-mapped-stack.ts";

/**
 * The safe description of something thrown: without its other members, which can be rows of the database or a caller's
 * values.
 */
export interface ErrorDescription {
  readonly name: string;
  readonly code?: string | number;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
  /** The errors that it is made of. */
  readonly errors?: readonly ErrorDescription[];
}

/** How many errors are told of several in one, and how deep causes are followed. */
const MAX_ERRORS = 5;
const MAX_DEPTH = 4;

/**
 * Describes anything that can be thrown, emitted as an error or handed over as one: also what a library made of an error by
 * copying its members, and what is no error at all. Never throws.
 */
export function describeError(thrown: unknown, above: readonly unknown[] = []): ErrorDescription {
  if (typeof thrown !== "object" || thrown === null) return { name: kindOf(thrown), message: textOf(thrown) };
  if (above.includes(thrown)) return { name: "Circular", message: "an error that was told above" };
  const [message, stack, code] = [member(thrown, "message"), member(thrown, "stack"), member(thrown, "code")];
  return {
    name: nameOf(thrown, stack),
    ...(isCode(code) ? { code } : {}),
    message: typeof message === "string" ? message : `not an error, but an object with ${membersOf(thrown)}`,
    ...(typeof stack === "string" ? { stack: mapStackToSources(stack) } : {}),
    ...describeNested(thrown, [...above, thrown]),
  };
}

/** One line that says what was thrown. For an error that only wraps others, their lines. */
export function errorText(thrown: unknown): string {
  const { name, message, errors = [] } = describeError(thrown);
  return message || errors.map((error) => error.message).join("; ") || name;
}

/** The full description, for people to read. */
export function errorReport({ name, message, stack, cause, errors = [] }: ErrorDescription): string {
  const parts = errors.map((error) => `\none of several: ${errorReport(error)}`);
  return `${stack ?? `${name}: ${message}`}${parts.join("")}${cause ? `\ncaused by ${errorReport(cause)}` : ""}`;
}

function describeNested(thrown: object, above: readonly unknown[]): Pick<ErrorDescription, "cause" | "errors"> {
  if (above.length > MAX_DEPTH) return {};
  const [cause, errors] = [member(thrown, "cause"), member(thrown, "errors")];
  return {
    ...(cause === undefined || cause === null ? {} : { cause: describeError(cause, above) }),
    ...(Array.isArray(errors) && errors.length > 0
      ? { errors: errors.slice(0, MAX_ERRORS).map((error) => describeError(error, above)) }
      : {}),
  };
}

/** A copy of an error has lost its name, which its stack begins with. */
function nameOf(thrown: object, stack: unknown): string {
  const name = member(thrown, "name");
  if (typeof name === "string" && name !== "") return name;
  return (typeof stack === "string" && /^(\w+):/.exec(stack)?.[1]) || "Object";
}

function membersOf(thrown: object): string {
  try {
    return Object.keys(thrown).slice(0, 10).join(", ") || "no members";
  } catch {
    return "members that cannot be read";
  }
}

function member(thrown: object, name: string): unknown {
  try {
    return (thrown as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

const isCode = (code: unknown): code is string | number => typeof code === "string" || typeof code === "number";
const kindOf = (thrown: unknown): string => (thrown === null ? "null" : typeof thrown);
/** A function's text would be its source. */
const textOf = (thrown: unknown): string => (typeof thrown === "function" ? "a function" : String(thrown));
