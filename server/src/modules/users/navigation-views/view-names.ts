import { BuiltInViewCannotBeNamed, CustomViewNeedsName } from "./errors.ts";

/** Maximum length of the URL fragment that identifies a view, in characters. */
export const MAX_FRAGMENT_LENGTH = 500;
export const MAX_VIEW_NAME_LENGTH = 100;

/** Fragments of views that clients know and have a name for. */
const builtInFragments: ReadonlySet<string> = new Set([
  "inbox",
  "recent",
  "feed",
  "drafts",
  "narrow/has/reaction/sender/me",
  "narrow/is/mentioned",
  "narrow/is/starred",
]);

const isBuiltIn = (fragment: string): boolean => builtInFragments.has(fragment);

/**
 * Returns the name to store for a view. Built-in views have none; custom views must have one.
 * @throws BuiltInViewCannotBeNamed, CustomViewNeedsName
 */
export function resolveViewName(fragment: string, wanted: string | null | undefined): string | null {
  if (isBuiltIn(fragment)) {
    if (typeof wanted === "string") throw new BuiltInViewCannotBeNamed();
    return null;
  }
  const name = wanted?.trim() ?? "";
  if (name === "") throw new CustomViewNeedsName();
  return name;
}
