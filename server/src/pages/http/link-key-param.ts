import type { Visit } from "./page.ts";

const KEY = /^[a-z2-7]{24}$/;

/**
 * Returns the key in a page's URL. Text that is not formed like a key becomes the empty string, which matches nothing.
 */
export const linkKeyParam = ({ path }: Pick<Visit, "path">): string => {
  const { key = "" } = path;
  return KEY.test(key) ? key : "";
};
