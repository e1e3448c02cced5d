import type { PageRealm, PageServices } from "./page.ts";

const MAX_LENGTH = 1000;

/**
 * Returns the page that a visitor requested before having to log in: a path of this organization; null for everything
 * else.
 */
export function parseNextPath(realm: Pick<PageRealm, "url">, asked: string | undefined): string | null {
  if (asked === undefined || asked.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(asked))
    return null;
  const url = URL.parse(asked, realm.url);
  if (url === null || url.origin !== new URL(realm.url).origin) return null;
  const path = url.pathname + url.search + url.hash;
  return path.startsWith("//") ? null : path;
}

/** Returns the page that is shown after a login without a requested page: the web client if it is built. */
export const homePath = ({ clientPage }: Pick<PageServices, "clientPage">): string => (clientPage ? "/" : "/welcome");
