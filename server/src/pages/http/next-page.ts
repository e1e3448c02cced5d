import type { PageRealm, PageServices } from "./page-types.ts";

const MAX_LENGTH = 1000;

/**
 * Returns the path that a visitor requested before having to log in, if it belongs to this organization; otherwise
 * null.
 */
export function parseNextPath(realm: Pick<PageRealm, "url">, requested: string | undefined): string | null {
  if (requested === undefined || requested.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(requested))
    return null;
  const url = URL.parse(requested, realm.url);
  if (url === null || url.origin !== new URL(realm.url).origin) return null;
  const path = url.pathname + url.search + url.hash;
  return path.startsWith("//") ? null : path;
}

/**
 * Returns the path that is shown after a login if no page was requested: the web client, or the welcome page if no web
 * client is built.
 */
export const homePath = ({ clientPage }: Pick<PageServices, "clientPage">): string => (clientPage ? "/" : "/welcome");
