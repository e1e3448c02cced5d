import type { Visit } from "./page.ts";

const KEY = /^[a-z2-7]{24}$/;

/** The key in a page's address. Text that does not have the form of a key becomes the empty one, which matches nothing. */
export const linkKeyParam = ({ path }: Pick<Visit, "path">): string => {
  const { key = "" } = path;
  return KEY.test(key) ? key : "";
};
