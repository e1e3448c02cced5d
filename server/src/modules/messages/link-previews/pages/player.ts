import { Parser } from "htmlparser2";

/**
 * A frame with the player that the HTML of a site contains. Only the player's address is taken from it, which must be on
 * one of the hosts. Null if there is none.
 */
export function playerIn(html: string, hosts: readonly string[]): string | null {
  let source: string | undefined;
  const onopentag = (name: string, { src }: Readonly<Record<string, string>>) => {
    if (name === "iframe") source ??= src;
  };
  new Parser({ onopentag }).end(html);
  const url = URL.parse(source?.startsWith("//") ? `https:${source}` : (source ?? ""));
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || !hosts.includes(url.hostname))
    return null;
  const address = url.href.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<iframe allowfullscreen src="${address}"></iframe>`;
}
