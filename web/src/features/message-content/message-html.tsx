import { copyText } from "../../base/ui/clipboard.ts";
import type { Playground } from "@parlance/contract/nouns/playgrounds.ts";
import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from "react";
import { type OverlayOpeners, useOverlayOpeners } from "../../hooks/context/openers-context.tsx";
import { isEmojiNamed } from "../../client/replica/emoji-display.ts";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { codeText } from "./code-block.ts";
import { applyStyles, prepareHtml } from "./prepare-html.ts";
import styles from "./message-html.module.css";

interface MessageHtmlProps {
  /** HTML rendered from Markdown by the server, or in the same way by this page. */
  readonly html: string;
}

/**
 * Displays the content of a message. No other component inserts HTML from the server into the page. The HTML contains
 * no active elements: everything that a user can click is set up here.
 */
export function MessageHtml({ html }: MessageHtmlProps) {
  const host = useRef<HTMLDivElement>(null);
  const openers = useOverlayOpeners();
  const isTwentyFour = useClientState((state) => state.user_settings?.twenty_four_hour_time ?? null);
  const playgrounds = useClientState((state) => state.realm_playgrounds) ?? NO_PLAYGROUNDS;
  const namesEmoji = useClientState(isEmojiNamed);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    element.replaceChildren(prepareHtml(html, { isTwentyFour, namesEmoji, words: words.message }));
    applyStyles(element);
    if (element.querySelector(".katex")) void import("./formula-styles.ts");
  }, [html, isTwentyFour, namesEmoji]);
  useLayoutEffect(() => {
    const element = host.current;
    if (playgrounds.length > 0 && element?.querySelector(".codehilite")) void addPlaygroundLinks(element, playgrounds);
  }, [html, isTwentyFour, namesEmoji, playgrounds]);
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const { target } = event;
    const mention = target.closest("[data-user-id]");
    const player = target.closest<HTMLAnchorElement>("a[data-player]");
    const image = target.closest(".message_inline_image")?.querySelector("img");
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (target.closest(".copy-code")) void copyCode(target);
    else if (target.closest(".spoiler-header")) toggleSpoiler(target);
    else if (mention) openMention(mention, openers);
    else if (player && !isElsewhere) {
      event.preventDefault();
      openers.openVideo({ address: player.dataset["player"] ?? "", title: player.title, page: player.href });
    } else if (image && !isVideo(target) && !isElsewhere) {
      event.preventDefault();
      openers.openImage(image);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute("role") !== "button") return;
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.target.click();
  };
  // The handlers concern links and buttons in the HTML, which can be activated by keyboard as well.
  // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
  return <div ref={host} className={styles["text"]} dir="auto" onClick={onClick} onKeyDown={onKeyDown} />;
}

const NO_PLAYGROUNDS: readonly Playground[] = [];

/**
 * Adds links to playgrounds to the code blocks. If the module cannot be loaded, for example while offline, the code is
 * shown without links.
 */
async function addPlaygroundLinks(element: Element, playgrounds: readonly Playground[]): Promise<void> {
  const late = await import("./playground-links.ts").catch(() => null);
  late?.addPlaygroundLinks(element, playgrounds);
}

/** Opens the profile of a mentioned user. Does nothing for a wildcard mention, which has no user id. */
function openMention(mention: Element, { openProfile }: OverlayOpeners): void {
  const id = Number(mention.getAttribute("data-user-id"));
  if (id > 0) openProfile(id, mention);
}

const isVideo = (target: Element) => target.closest(".youtube-video, .embed-video, .message_inline_video") !== null;

async function copyCode(target: Element): Promise<void> {
  const block = target.closest(".codehilite");
  if (block) await copyText(codeText(block));
  target.closest(".copy-code")?.setAttribute("data-copied", "");
}

function toggleSpoiler(target: Element): void {
  const block = target.closest(".spoiler-block");
  const button = block?.querySelector(".spoiler-toggle");
  const content = block?.querySelector(".spoiler-content");
  if (!button || !content) return;
  const isOpen = content.toggleAttribute("hidden");
  button.setAttribute("aria-expanded", String(!isOpen));
}
