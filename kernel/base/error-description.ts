import { mapStackToSources } from "./source-mapped-stack.ts";

/**
 * A description of a thrown value that is safe to log. It omits the error's other properties, which may contain
 * database rows or the caller's values.
 */
export interface ErrorDescription {
  readonly name: string;
  readonly code?: string | number;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
  /** The errors in an AggregateError. */
  readonly errors?: readonly ErrorDescription[];
}

/** Maximum number of errors of an AggregateError that are described, and maximum depth of causes. */
const MAX_ERRORS = 5;
const MAX_DEPTH = 4;

/**
 * Describes any value that can be thrown, emitted or passed on as an error, including values that are not errors, and
 * plain objects with an error's properties. Never throws.
 */
export function describeError(thrown: unknown, above: readonly unknown[] = []): ErrorDescription {
  if (typeof thrown !== "object" || thrown === null) return { name: kindOf(thrown), message: textOf(thrown) };
  if (above.includes(thrown)) return { name: "Circular", message: "an error that was reported above" };
  const [message, stack, code] = [member(thrown, "message"), member(thrown, "stack"), member(thrown, "code")];
  return {
    name: nameOf(thrown, stack),
    ...(isCode(code) ? { code } : {}),
    message: typeof message === "string" ? message : `not an error, but an object with ${membersOf(thrown)}`,
    ...(typeof stack === "string" ? { stack: mapStackToSources(stack) } : {}),
    ...describeNested(thrown, [...above, thrown]),
  };
}

/**
 * Returns the thrown value's message. If it is empty, returns the joined messages of the errors in an AggregateError,
 * or otherwise the name.
 */
export function errorText(thrown: unknown): string {
  const { name, message, errors = [] } = describeError(thrown);
  return message || errors.map((error) => error.message).join("; ") || name;
}

/** Formats the full description, for a log or a terminal. */
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

/**
 * Returns the error's name. A plain object to which a library has copied an error's properties has no name, but its
 * stack starts with the name.
 */
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
/** Converts a thrown value to text. Functions are replaced, because their text would be their source code. */
const textOf = (thrown: unknown): string => (typeof thrown === "function" ? "a function" : String(thrown));
