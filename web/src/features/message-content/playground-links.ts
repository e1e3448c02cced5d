// Adds links to code blocks in messages. A link opens the code in a playground, a site that can run it.
import type { Playground } from "@parlance/contract/nouns/playgrounds.ts";
import { expandUrlTemplate, parseUrlTemplate } from "@parlance/markdown/url-template.ts";
import { words } from "../../base/words/index.ts";
import { codeText } from "./code-block.ts";

/** Adds playground links to the code blocks of a message, except to those that already have links. */
export function addPlaygroundLinks(message: Element, playgrounds: readonly Playground[]): void {
  for (const block of message.querySelectorAll<HTMLElement>(".codehilite:not(:has(.run-code))")) {
    const language = block.dataset["codeLanguage"]?.toLowerCase();
    const own = playgrounds.filter(({ pygments_language: one }) => one.toLowerCase() === language);
    block.querySelector(".code-tools")?.prepend(...own.flatMap((one) => playgroundLink(one, codeText(block)) ?? []));
  }
}

function playgroundLink({ name, url_template }: Playground, code: string): HTMLAnchorElement | null {
  const template = parseUrlTemplate(url_template);
  const address = template && expandUrlTemplate(template, new Map([["code", code]]));
  if (!address || !/^https?:/.test(address)) return null;
  const link = document.createElement("a");
  link.className = "run-code";
  link.href = address;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.ariaLabel = words.message.runIn(name);
  link.title = words.message.runIn(name);
  return link;
}
