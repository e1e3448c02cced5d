import type { z } from "zod";

type RawIssue = z.core.$ZodRawIssue;
type Issue = z.core.$ZodIssue;

/** Placeholder for the parameter's name and path in texts created here. Texts of endpoints never contain it. */
const PATH_SEPARATOR = "\0";

const typeNames: Readonly<Record<string, string>> = {
  int: "an integer",
  number: "a float",
  boolean: "a boolean",
  array: "a list",
  tuple: "a list",
  object: "a dict",
  record: "a dict",
  string: "a string",
  date: "a date",
};

/**
 * Zod parameters of every parse. Parsing stops at the first error, because only the first is reported, and a long list
 * of invalid items must not create an error object for each item.
 */
export const parseContext = { error: standardText, reportInput: true, abortEarly: true } as z.core.ParseContext<Issue>;

/** Returns the protocol's standard text for an error whose schema defines no text. */
function standardText(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return wrongTypeText(issue);
    case "too_big":
      return issue.exact ? `${PATH_SEPARATOR} is not length ${issue.maximum}` : tooBigText(issue.origin, issue.maximum);
    case "too_small":
      return issue.exact
        ? `${PATH_SEPARATOR} is not length ${issue.minimum}`
        : tooSmallText(issue.origin, issue.minimum);
    case "invalid_format":
      return `${PATH_SEPARATOR} has invalid format`;
    case "unrecognized_keys": {
      const key = issue.keys[0] ?? "";
      return `Argument "${key}" at ${PATH_SEPARATOR}[${JSON.stringify(key)}] is unexpected`;
    }
    default:
      return `Invalid ${PATH_SEPARATOR}`;
  }
}

function wrongTypeText(issue: RawIssue & { code?: "invalid_type" }): string {
  const { isInt } = (issue.inst ?? {}) as { isInt?: boolean };
  const name = typeNames[isInt ? "int" : String(issue.expected)];
  return name ? `${PATH_SEPARATOR} is not ${name}` : `Invalid ${PATH_SEPARATOR}`;
}

function tooBigText(origin: string, limit: number | bigint): string {
  if (origin === "string") return `${PATH_SEPARATOR} is too long (limit: ${limit} characters)`;
  if (origin === "array") return `${PATH_SEPARATOR} is too long (limit: ${limit} items)`;
  return `${PATH_SEPARATOR} is too large`;
}

function tooSmallText(origin: string, limit: number | bigint): string {
  if (origin === "string" || origin === "array")
    return limit === 1 ? `${PATH_SEPARATOR} cannot be blank` : `${PATH_SEPARATOR} is too short.`;
  return `${PATH_SEPARATOR} is too small`;
}

/** Returns the text for the client that describes an issue. */
export function issueText(issue: Issue): string {
  return textAt(issue, []);
}

function textAt(issue: Issue, outer: readonly PropertyKey[]): string {
  const path = [...outer, ...issue.path];
  if (issue.code === "invalid_union" && issue.message.includes(PATH_SEPARATOR)) {
    const nearest = closestBranch(issue.errors);
    if (nearest) return textAt(nearest, path);
  }
  if (!issue.message.includes(PATH_SEPARATOR)) return ownText(issue, path);
  if (path.length > 1 && issue.code !== "custom" && issue.input === undefined) {
    return `${location(path)} field is missing: Field required`;
  }
  return issue.message.split(PATH_SEPARATOR).join(location(path));
}

/** Returns the text of an error whose schema defines one. */
function ownText(issue: Issue, path: readonly PropertyKey[]): string {
  const isWhole = issue.code !== "custom" || issue.params?.["exact"] === true || path.length === 0;
  return isWhole ? issue.message : `Invalid ${location(path)}: ${issue.message}`;
}

/**
 * Returns the error of the union's branch that matched the largest part of the value, or the first of several equal
 * ones.
 */
function closestBranch(branches: readonly (readonly Issue[])[]): Issue | undefined {
  let nearest: Issue | undefined;
  for (const [issue] of branches) {
    if (issue && (!nearest || issue.path.length > nearest.path.length)) nearest = issue;
  }
  return nearest;
}

/** Formats a location such as `name[0]["value"]`. */
function location([name = "request", ...steps]: readonly PropertyKey[]): string {
  return String(name) + steps.map((step) => `[${JSON.stringify(step)}]`).join("");
}
