import type { Visit } from "./page-types.ts";

const KEY = /^[a-z2-7]{24}$/;

/** Returns the key in a page's URL. Text that cannot be a key becomes the empty string, which matches no stored key. */
export const linkKeyParam = ({ path }: Pick<Visit, "path">): string => {
  const { key = "" } = path;
  return KEY.test(key) ? key : "";
};
