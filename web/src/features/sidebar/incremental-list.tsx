import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./sidebar.module.css";

/** So many lines are drawn together. */
const TOGETHER = 40;
/** So far before they come into view, in pixels. */
const AHEAD = 800;

interface LongListProps<T> {
  readonly items: readonly T[];
  readonly children: (item: T) => ReactNode;
}

/**
 * A list whose lines are drawn once one comes near them, and stay from then on: of a thousand channels most are never looked
 * at, and each that is drawn costs something with every change of place. The first ones are there at once.
 */
export function LongList<T>({ items, children }: LongListProps<T>) {
  const starts = Array.from({ length: Math.ceil(items.length / TOGETHER) }, (_, part) => part * TOGETHER);
  return (
    <ul>
      {starts.map((start) => (
        <Part key={start} items={items.slice(start, start + TOGETHER)} isFirst={start === 0}>
          {children}
        </Part>
      ))}
    </ul>
  );
}

function Part<T>({ items, isFirst, children }: LongListProps<T> & { isFirst: boolean }) {
  const [isDrawn, setDrawn] = useState(isFirst);
  const room = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isDrawn || !room.current) return;
    const come = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setDrawn(true);
    };
    const root = room.current.closest(`.${styles["scroll"]}`);
    const watcher = new IntersectionObserver(come, { root, rootMargin: `${AHEAD}px` });
    watcher.observe(room.current);
    return () => watcher.disconnect();
  }, [isDrawn]);
  if (isDrawn) return items.map(children);
  return (
    <li ref={room} aria-hidden className={styles["room"]} style={{ "--lines": items.length } as React.CSSProperties} />
  );
}
