// Prepares the HTML of a message for the page. This happens in an inert document, in which no scripts run and nothing
// is loaded.
import { emojiOf } from "../../client/replica/emoji-display.ts";
import { timeOfDay } from "../../base/words/en/times.ts";
import { addCodeTools, type CodeBlockWords } from "./code-block.ts";
import { type MediaWords, prepareMedia } from "./prepare-media.ts";
import { lazyGetter } from "../../base/words/lazy-getter.ts";

/** Settings of the user who views the message. */
export interface HtmlOptions {
  /** The user's setting `twenty_four_hour_time`. */
  readonly isTwentyFour: boolean | null;
  /** Whether emoji are shown by their names. The server's HTML contains the names. */
  readonly namesEmoji: boolean;
  readonly words: MediaWords & CodeBlockWords & { readonly showSpoiler: string; readonly spoiler: string };
}

/** Matches elements that the server never renders. They are removed as a precaution. */
const FORBIDDEN_ELEMENTS =
  "script, style, iframe, object, embed, form, input, button, link, meta, base, template, noscript, svg script";

/**
 * Matches HTML that contains only simple elements without attributes, which is true of most messages. Such HTML
 * contains nothing active and needs no preparation.
 */
const PLAIN_HTML = /^(?:[^<]|<\/?(?:p|strong|em|del|code|ul|ol|li|blockquote)>|<br ?\/?>)*$/;

/**
 * Parses the HTML of a message and prepares it for the page. Parsing takes place in an inert document, in which no
 * scripts run and nothing is loaded or displayed.
 */
export function prepareHtml(html: string, options: HtmlOptions): DocumentFragment {
  const { body } = PLAIN_HTML.test(html) ? parsePlain(html) : parseAndPrepare(html, options);
  const fragment = document.createDocumentFragment();
  fragment.append(...body.childNodes);
  return fragment;
}

/** A document that all simple messages share, because creating a document for each message would be slow. */
const plainDocument = lazyGetter(() => document.implementation.createHTMLDocument(""));

function parsePlain(html: string): Document {
  const inert = plainDocument();
  inert.body.innerHTML = html;
  return inert;
}

function parseAndPrepare(html: string, options: HtmlOptions): Document {
  const inert = new DOMParser().parseFromString(withoutStyles(html), "text/html");
  for (const element of inert.body.querySelectorAll(FORBIDDEN_ELEMENTS)) element.remove();
  for (const element of inert.body.querySelectorAll("*")) removeEventHandlers(element);
  const emoji = options.namesEmoji ? [] : inert.body.querySelectorAll<HTMLElement>("span.emoji");
  for (const one of emoji) showEmoji(one);
  for (const time of inert.body.querySelectorAll("time")) showTime(time, options);
  for (const block of inert.body.querySelectorAll<HTMLElement>(".codehilite")) addCodeTools(block, options.words);
  for (const block of inert.body.querySelectorAll(".spoiler-block")) closeSpoiler(inert, block, options);
  prepareMedia(inert.body, options.words);
  for (const mention of inert.body.querySelectorAll<HTMLElement>("[data-user-id]")) prepareMention(mention);
  for (const group of inert.body.querySelectorAll<HTMLElement>("[data-user-group-id]")) linkGroup(inert, group);
  for (const link of inert.body.querySelectorAll("a")) prepareLink(link);
  for (const table of inert.body.querySelectorAll("table")) table.replaceWith(scrollable(inert, table));
  return inert;
}

/**
 * Renames the `style` attributes before the HTML is parsed. The page's content security policy forbids such attributes,
 * but it allows scripts to set the `style` property.
 */
const withoutStyles = (html: string): string =>
  html.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\sstyle=/gi, " data-style="));

function removeEventHandlers(element: Element): void {
  const handlers = element.getAttributeNames().filter((name) => name.startsWith("on"));
  for (const name of handlers) element.removeAttribute(name);
}

/** Sets the styles that `withoutStyles` has renamed. Called once the elements are in the page. */
export function applyStyles(host: Element): void {
  for (const element of host.querySelectorAll<HTMLElement>("[data-style]")) {
    element.style.cssText = element.dataset["style"] ?? "";
    delete element.dataset["style"];
  }
}

/** Replaces the name of an emoji with its character, which the element's class contains as a code. */
function showEmoji(element: HTMLElement): void {
  const code = /(?:^|\s)emoji-([0-9a-f-]+)/.exec(element.className)?.[1];
  if (code !== undefined) element.textContent = emojiOf(code);
}

const dayFormat = lazyGetter(
  () => new Intl.DateTimeFormat("en", { weekday: "short", day: "numeric", month: "short", year: "numeric" }),
);

function showTime(time: HTMLTimeElement, { isTwentyFour }: HtmlOptions): void {
  const moment = Date.parse(time.dateTime);
  if (Number.isNaN(moment)) return;
  time.textContent = `${dayFormat().format(moment)}, ${timeOfDay(moment, isTwentyFour)}`;
  time.title = time.dateTime;
}

function closeSpoiler(inert: Document, block: Element, { words }: HtmlOptions): void {
  const [header, content] = [block.querySelector(".spoiler-header"), block.querySelector(".spoiler-content")];
  if (!header || !content) return;
  const button = inert.createElement("button");
  button.type = "button";
  button.className = "spoiler-toggle";
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-label", words.showSpoiler);
  if (header.textContent.trim() === "") header.textContent = words.spoiler;
  header.append(button);
  content.setAttribute("hidden", "");
  content.removeAttribute("aria-hidden");
}

/**
 * Makes the mention of a user focusable, so that the user's profile can be opened by keyboard. Wildcard mentions are
 * skipped, because they have no profile.
 */
function prepareMention(mention: HTMLElement): void {
  if (!(Number(mention.dataset["userId"]) > 0)) return;
  mention.setAttribute("role", "button");
  mention.tabIndex = 0;
}

/** Turns the mention of a group into a link to the group's page. */
function linkGroup(inert: Document, mention: HTMLElement): void {
  const id = Number(mention.dataset["userGroupId"]);
  if (!(id > 0)) return;
  const link = inert.createElement("a");
  link.className = mention.className;
  link.setAttribute("href", `#groups/${id}`);
  link.append(...mention.childNodes);
  mention.replaceWith(link);
}

function prepareLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute("href") ?? "";
  if (href.startsWith("#") || href.startsWith("/#")) {
    link.setAttribute("href", href.replace(/^\//, ""));
    return;
  }
  link.target = "_blank";
  link.rel = "noopener noreferrer";
}

function scrollable(inert: Document, table: Element): Element {
  const box = inert.createElement("div");
  box.className = "wide";
  box.tabIndex = 0;
  box.append(table.cloneNode(true));
  return box;
}
