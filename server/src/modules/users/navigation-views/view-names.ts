import { BuiltInNamed, CustomUnnamed } from "./errors.ts";

/** The longest fragment and the longest name, in characters. */
export const MAX_FRAGMENT = 500;
export const MAX_NAME = 100;

/** Views that clients know, and have names for. */
const builtIn: ReadonlySet<string> = new Set([
  "inbox",
  "recent",
  "feed",
  "drafts",
  "narrow/has/reaction/sender/me",
  "narrow/is/mentioned",
  "narrow/is/starred",
]);

const isBuiltIn = (fragment: string): boolean => builtIn.has(fragment);

/**
 * The name of a view as it is kept: what is built in has none, everything else must have one.
 * @throws BuiltInNamed, CustomUnnamed
 */
export function nameFor(fragment: string, wanted: string | null | undefined): string | null {
  if (isBuiltIn(fragment)) {
    if (typeof wanted === "string") throw new BuiltInNamed();
    return null;
  }
  const name = wanted?.trim() ?? "";
  if (name === "") throw new CustomUnnamed();
  return name;
}
