import type { PageRealm, PageServices } from "./page.ts";

const MAX_LENGTH = 1000;

/** Where somebody wanted to go before they had to sign in: an address of this organization's own; null for all others. */
export function parseNextPath(realm: Pick<PageRealm, "url">, asked: string | undefined): string | null {
  if (asked === undefined || asked.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(asked))
    return null;
  const url = URL.parse(asked, realm.url);
  if (url === null || url.origin !== new URL(realm.url).origin) return null;
  const path = url.pathname + url.search + url.hash;
  return path.startsWith("//") ? null : path;
}

/** Where somebody arrives who has come in and wanted nothing in particular: in the web client, where it is built. */
export const homePath = ({ clientPage }: Pick<PageServices, "clientPage">): string => (clientPage ? "/" : "/welcome");
