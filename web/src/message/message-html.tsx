import { useLayoutEffect, useRef, type MouseEvent } from "react";
import { useKnown } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import { applyStyles, prepareHtml } from "./prepare-html.ts";
import styles from "./message-html.module.css";

interface MessageHtmlProps {
  /** The server's own. */
  readonly html: string;
  /** Somebody is named, and asks who that is. */
  readonly onPerson?: ((userId: number, mention: Element) => void) | undefined;
  /** A picture is to be seen large. */
  readonly onImage?: ((image: HTMLImageElement) => void) | undefined;
}

/** The one way by which HTML from the server comes into the page. What it may do is wired here, and nothing else acts. */
export function MessageHtml({ html, onPerson, onImage }: MessageHtmlProps) {
  const host = useRef<HTMLDivElement>(null);
  const isTwentyFour = useKnown((state) => state.user_settings?.twenty_four_hour_time ?? null);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    element.replaceChildren(prepareHtml(html, { isTwentyFour, words: words.message }));
    applyStyles(element);
    if (element.querySelector(".katex")) void import("./formulas.ts");
  }, [html, isTwentyFour]);
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const { target } = event;
    const mention = target.closest("[data-user-id]");
    const image = target.closest(".message_inline_image")?.querySelector("img");
    if (target.closest(".copy-code")) void copyCode(target);
    else if (target.closest(".spoiler-header")) toggleSpoiler(target);
    else if (mention && onPerson) onPerson(Number(mention.getAttribute("data-user-id")), mention);
    else if (image && onImage && !isVideo(target)) {
      event.preventDefault();
      onImage(image);
    }
  };
  // What takes a press inside are links and buttons, which keys press as well.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
  return <div ref={host} className={styles["text"]} dir="auto" onClick={onClick} />;
}

const isVideo = (target: Element) => target.closest(".youtube-video, .embed-video, .message_inline_video") !== null;

async function copyCode(target: Element): Promise<void> {
  const code = target.closest(".codehilite")?.querySelector("code")?.textContent ?? "";
  await navigator.clipboard.writeText(code.replace(/\n$/, ""));
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
