import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { setCollapsed } from "../../../client/actions/messages/message-flags.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { words } from "../../../base/words/index.ts";
import { lazyGetter } from "../../../base/words/lazy-getter.ts";
import styles from "./message.module.css";
import { checkOutcome } from "../../../hooks/check-outcome.ts";

/** A message that is higher than this is collapsed. Fraction of the window's height. */
const TALL_HEIGHT_RATIO = 1.2;
/**
 * Height of a collapsed message. For a message that is collapsed because it is too high, a fraction of the window's
 * height; for a message that the user has collapsed, a number of pixels.
 */
const COLLAPSED_HEIGHT_RATIO = 0.6;
const COLLAPSED_PX = 44;

interface CollapsibleProps {
  readonly id: number;
  /** Whether the user has collapsed the message. */
  readonly isCollapsed: boolean;
  /** Whether the message may be too high. If not, it is not measured before it is displayed. */
  readonly canBeTall: boolean;
  readonly children: ReactNode;
}

/** Content of a message. It is collapsed if it is very high, or if the user has collapsed it. A button expands it. */
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

/** Number of text lines up to which a message is never too high. */
const MAX_SHORT_LINES = 12;
/** Number of characters that fit into a line on the narrowest screen. */
const MIN_CHARACTERS_PER_LINE = 24;

/** Returns true if a message with this HTML may be too high. */
export const canBeTall = (html: string): boolean =>
  html.length / MIN_CHARACTERS_PER_LINE + html.split("<").length > MAX_SHORT_LINES ||
  /<(?:img|video|iframe)/.test(html);

type HeightListener = (isTall: boolean) => void;
const heightListeners = new WeakMap<Element, HeightListener>();

/** All messages share one observer, because each observer costs time in every frame. */
const observer = lazyGetter(
  () =>
    new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        // If the element is collapsed, its full height is that of its content, not that of the visible part.
        const isCut = target.parentElement?.hasAttribute("data-folded") ?? false;
        heightListeners.get(target)?.(isTall(isCut ? target.scrollHeight : contentRect.height));
      }
    }),
);

/**
 * Calls `watcher` whenever the height of an element changes, with true if the element is too high. Returns a function
 * that stops watching.
 */
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
 * Schedules a measurement before the next paint, so that the list never displays a very high message in full. All
 * messages that are rendered at the same time are measured together; otherwise, the browser would compute the layout
 * once for each of them. Returns a function that cancels the measurement.
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
