// Makes the server's HTML of a message ready for the page, where nothing in it can act yet.
import { emojiOf } from "../replica/emoji.ts";
import { timeOfDay } from "../words/en/times.ts";

/** What the reader wants to see. */
export interface ReadingOptions {
  /** As the setting `twenty_four_hour_time` has it. */
  readonly isTwentyFour: boolean | null;
  readonly words: {
    readonly showSpoiler: string;
    readonly spoiler: string;
    readonly copyCode: string;
    readonly imageOf: (name: string) => string;
  };
}

/** Elements that the server never writes; were there any, they would not be shown. */
const NEVER =
  "script, style, iframe, object, embed, form, input, button, link, meta, base, template, noscript, svg script";

/** Reads HTML without anything in it loading, running or being shown, and turns it into what the page shows. */
export function prepareHtml(html: string, options: ReadingOptions): DocumentFragment {
  const inert = new DOMParser().parseFromString(html, "text/html");
  for (const element of inert.body.querySelectorAll(NEVER)) element.remove();
  for (const element of inert.body.querySelectorAll("*")) dropHandlers(element);
  for (const emoji of inert.body.querySelectorAll<HTMLElement>("span.emoji")) showEmoji(emoji);
  for (const time of inert.body.querySelectorAll("time")) showTime(time, options);
  for (const block of inert.body.querySelectorAll(".codehilite")) addCopyButton(inert, block, options);
  for (const block of inert.body.querySelectorAll(".spoiler-block")) closeSpoiler(inert, block, options);
  for (const image of inert.body.querySelectorAll("img")) prepareImage(image, options);
  for (const link of inert.body.querySelectorAll("a")) prepareLink(link);
  for (const player of inert.body.querySelectorAll("audio, video")) player.setAttribute("controls", "");
  for (const table of inert.body.querySelectorAll("table")) table.replaceWith(scrollable(inert, table));
  const fragment = document.createDocumentFragment();
  fragment.append(...inert.body.childNodes);
  return fragment;
}

/** Handlers in attributes go; styles are set as properties, which the page's policy allows. */
function dropHandlers(element: Element): void {
  const handlers = element.getAttributeNames().filter((name) => name.startsWith("on"));
  for (const name of handlers) element.removeAttribute(name);
  const style = element.getAttribute("style");
  if (style === null || !("style" in element)) return;
  element.removeAttribute("style");
  element.setAttribute("data-style", style);
}

/** Sets what `dropHandlers` kept of styles; of elements that are in the page. */
export function applyStyles(host: Element): void {
  for (const element of host.querySelectorAll<HTMLElement>("[data-style]")) {
    element.style.cssText = element.dataset["style"] ?? "";
    delete element.dataset["style"];
  }
}

/** The character itself, as the machine draws it, for the code in the element's class. */
function showEmoji(element: HTMLElement): void {
  const code = /(?:^|\s)emoji-([0-9a-f-]+)/.exec(element.className)?.[1];
  if (code !== undefined) element.textContent = emojiOf(code);
}

const day = new Intl.DateTimeFormat("en", { weekday: "short", day: "numeric", month: "short", year: "numeric" });

function showTime(time: HTMLTimeElement, { isTwentyFour }: ReadingOptions): void {
  const moment = Date.parse(time.dateTime);
  if (Number.isNaN(moment)) return;
  time.textContent = `${day.format(moment)}, ${timeOfDay(moment, isTwentyFour)}`;
  time.title = time.dateTime;
}

function addCopyButton(inert: Document, block: Element, { words }: ReadingOptions): void {
  const button = inert.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  button.setAttribute("aria-label", words.copyCode);
  button.title = words.copyCode;
  block.querySelector("pre")?.setAttribute("tabindex", "0");
  block.append(button);
}

function closeSpoiler(inert: Document, block: Element, { words }: ReadingOptions): void {
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

function prepareImage(image: HTMLImageElement, { words }: ReadingOptions): void {
  image.loading = "lazy";
  image.decoding = "async";
  if (image.classList.contains("emoji")) return;
  const link = image.closest("a");
  image.alt = words.imageOf(link?.title ?? "");
  // The room for the picture is there before it is.
  const [width, height] = (image.dataset["originalDimensions"] ?? "").split("x").map(Number);
  if (width && height) {
    image.width = width;
    image.height = height;
  }
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
