import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { collapse } from "../../../client/actions/messages/message-flags.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { words } from "../../../base/words/index.ts";
import { once } from "../../../base/words/lazy-getter.ts";
import styles from "./message.module.css";
import { told } from "../../../hooks/check-outcome.ts";

/** What is taller than so much of the window's height is shown in part. */
const TALL = 1.2;
/** So much of a tall message is shown, as a part of the window's height; and of one that somebody collapsed, in pixels. */
const SHOWN = 0.6;
const COLLAPSED_PX = 44;

interface FoldedProps {
  readonly id: number;
  /** Whether the person collapsed the message. */
  readonly isFolded: boolean;
  /** Whether it may turn out to be tall; what says little is not measured at once. */
  readonly mayBeTall: boolean;
  readonly children: ReactNode;
}

/** What a message says; very much of it, and what somebody collapsed, only in part until one asks for all. */
export function Folded({ id, isFolded, mayBeTall, children }: FoldedProps) {
  const client = useClient();
  const content = useRef<HTMLDivElement>(null);
  const [isTallNow, setTall] = useState(false);
  const [isOpened, setOpened] = useState(false);
  useLayoutEffect(() => {
    const element = content.current;
    if (!element) return;
    const notWatch = watchHeight(element, setTall);
    const notMeasure = mayBeTall ? measureSoon({ isTallNow: () => isTall(element.scrollHeight), setTall }) : undefined;
    return () => {
      notMeasure?.();
      notWatch();
    };
  }, [mayBeTall]);
  const isShort = isFolded || (isTallNow && !isOpened);
  const unfold = () => {
    setOpened(true);
    if (isFolded) void collapse(client, id, false).then(told);
  };
  return (
    <div
      {...(isShort
        ? { "data-folded": "", style: { "--folded": `${shownHeight(isFolded)}px` } as React.CSSProperties }
        : {})}
    >
      <div ref={content} className={styles["said"]}>
        {children}
      </div>
      {isShort && (
        <Button look="plain" onPress={unfold}>
          {words.message.expand}
        </Button>
      )}
      {isTallNow && !isShort && (
        <Button look="plain" onPress={() => setOpened(false)}>
          {words.message.less}
        </Button>
      )}
    </div>
  );
}

const shownHeight = (isFolded: boolean) => (isFolded ? COLLAPSED_PX : Math.round(innerHeight * SHOWN));

const isTall = (height: number) => height > innerHeight * TALL;

/** How many lines of text never make a message tall. */
const FEW_LINES = 12;
/** So many characters a line has at least, on the narrowest screen. */
const NARROW = 24;

/** Whether HTML from the server may make a message tall. */
export const mayBeTall = (html: string): boolean =>
  html.length / NARROW + html.split("<").length > FEW_LINES || /<(?:img|video|iframe)/.test(html);

type Watcher = (isTall: boolean) => void;
const watchers = new WeakMap<Element, Watcher>();

/** One for all messages: each observer costs something in each frame. */
const observer = once(
  () =>
    new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        // What is shown in part is higher than it seems.
        const isCut = target.parentElement?.hasAttribute("data-folded") ?? false;
        watchers.get(target)?.(isTall(isCut ? target.scrollHeight : contentRect.height));
      }
    }),
);

/** Tells whether an element is tall, whenever its height has changed. Returns what ends it. */
function watchHeight(element: Element, watcher: Watcher): () => void {
  watchers.set(element, watcher);
  observer().observe(element);
  return () => observer().unobserve(element);
}

interface Drawn {
  readonly isTallNow: () => boolean;
  readonly setTall: Watcher;
}

const unmeasured = new Set<Drawn>();

/**
 * Measures before anything is painted, so that the list never knows a tall message in full; those that were drawn together
 * all at once, as the browser would lay out the page for each of them otherwise. Returns what calls it off.
 */
function measureSoon(drawn: Drawn): () => void {
  if (unmeasured.size === 0) queueMicrotask(measureAll);
  unmeasured.add(drawn);
  return () => unmeasured.delete(drawn);
}

function measureAll(): void {
  const tall = [...unmeasured].filter(({ isTallNow }) => isTallNow());
  unmeasured.clear();
  if (tall.length === 0) return;
  flushSync(() => {
    for (const { setTall } of tall) setTall(true);
  });
}
