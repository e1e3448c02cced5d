import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { setCollapsed } from "../../../client/actions/messages/message-flags.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { words } from "../../../base/words/index.ts";
import { lazyGetter } from "../../../base/words/lazy-getter.ts";
import styles from "./message.module.css";
import { checkOutcome } from "../../../hooks/check-outcome.ts";

/** What is taller than so much of the window's height is shown in part. */
const TALL_HEIGHT_RATIO = 1.2;
/** So much of a tall message is shown, as a part of the window's height; and of one that somebody collapsed, in pixels. */
const COLLAPSED_HEIGHT_RATIO = 0.6;
const COLLAPSED_PX = 44;

interface CollapsibleProps {
  readonly id: number;
  /** Whether the person collapsed the message. */
  readonly isCollapsed: boolean;
  /** Whether it may turn out to be tall; what says little is not measured at once. */
  readonly canBeTall: boolean;
  readonly children: ReactNode;
}

/** What a message says; very much of it, and what somebody collapsed, only in part until one asks for all. */
export function Collapsible({ id, isCollapsed, canBeTall, children }: CollapsibleProps) {
  const client = useClient();
  const content = useRef<HTMLDivElement>(null);
  const [isTallNow, setTall] = useState(false);
  const [isOpened, setOpened] = useState(false);
  useLayoutEffect(() => {
    const element = content.current;
    if (!element) return;
    const notWatch = watchHeight(element, setTall);
    const notMeasure = canBeTall
      ? scheduleMeasurement({ isTallNow: () => isTall(element.scrollHeight), setTall })
      : undefined;
    return () => {
      notMeasure?.();
      notWatch();
    };
  }, [canBeTall]);
  const isShort = isCollapsed || (isTallNow && !isOpened);
  const unfold = () => {
    setOpened(true);
    if (isCollapsed) void setCollapsed(client, id, false).then(checkOutcome);
  };
  return (
    <div
      {...(isShort
        ? { "data-folded": "", style: { "--folded": `${collapsedHeight(isCollapsed)}px` } as React.CSSProperties }
        : {})}
    >
      <div ref={content} className={styles["said"]}>
        {children}
      </div>
      {isShort && (
        <Button variant="plain" onPress={unfold}>
          {words.message.expand}
        </Button>
      )}
      {isTallNow && !isShort && (
        <Button variant="plain" onPress={() => setOpened(false)}>
          {words.message.less}
        </Button>
      )}
    </div>
  );
}

const collapsedHeight = (isFolded: boolean) =>
  isFolded ? COLLAPSED_PX : Math.round(innerHeight * COLLAPSED_HEIGHT_RATIO);

const isTall = (height: number) => height > innerHeight * TALL_HEIGHT_RATIO;

/** How many lines of text never make a message tall. */
const MAX_SHORT_LINES = 12;
/** So many characters a line has at least, on the narrowest screen. */
const MIN_CHARACTERS_PER_LINE = 24;

/** Whether HTML from the server may make a message tall. */
export const canBeTall = (html: string): boolean =>
  html.length / MIN_CHARACTERS_PER_LINE + html.split("<").length > MAX_SHORT_LINES ||
  /<(?:img|video|iframe)/.test(html);

type HeightListener = (isTall: boolean) => void;
const heightListeners = new WeakMap<Element, HeightListener>();

/** One for all messages: each observer costs something in each frame. */
const observer = lazyGetter(
  () =>
    new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        // What is shown in part is higher than it seems.
        const isCut = target.parentElement?.hasAttribute("data-folded") ?? false;
        heightListeners.get(target)?.(isTall(isCut ? target.scrollHeight : contentRect.height));
      }
    }),
);

/** Tells whether an element is tall, whenever its height has changed. Returns what ends it. */
function watchHeight(element: Element, watcher: HeightListener): () => void {
  heightListeners.set(element, watcher);
  observer().observe(element);
  return () => observer().unobserve(element);
}

interface MountedElement {
  readonly isTallNow: () => boolean;
  readonly setTall: HeightListener;
}

const unmeasured = new Set<MountedElement>();

/**
 * Measures before anything is painted, so that the list never knows a tall message in full; those that were drawn together
 * all at once, as the browser would lay out the page for each of them otherwise. Returns what calls it off.
 */
function scheduleMeasurement(drawn: MountedElement): () => void {
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
