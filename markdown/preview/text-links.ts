import type { Token } from "../token.ts";

/** A link in a parsed text. */
export interface TextLink {
  readonly href: string;
  /** Visible text of the link. */
  readonly text: string;
  /** Range of the link's tokens: index of the first token, and index after the last token. */
  readonly start: number;
  readonly end: number;
}

/** Finds the links in a text, except those to channels, topics and messages. */
export function findTextLinks(tokens: readonly Token[]): TextLink[] {
  const links: TextLink[] = [];
  for (let start = 0; start < tokens.length; start++) {
    const token = tokens[start];
    if (token?.type !== "a_open" || attributeOf(token, "class") !== undefined) continue;
    let end = start + 1;
    let text = "";
    for (; end < tokens.length && tokens[end]?.type !== "a_close"; end++) text += tokens[end]?.content ?? "";
    links.push({ href: attributeOf(token, "href") ?? "", text, start, end: end + 1 });
    start = end;
  }
  return links;
}

const attributeOf = ({ attributes }: Token, name: string): string | undefined =>
  attributes.find(([other]) => other === name)?.[1];
