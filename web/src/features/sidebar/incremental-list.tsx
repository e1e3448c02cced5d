import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./sidebar.module.css";

/** Number of rows rendered together. */
const ITEMS_PER_CHUNK = 40;
/** Distance from the view within which rows are rendered, in pixels. */
const RENDER_DISTANCE_PX = 800;

interface IncrementalListProps<T> {
  readonly items: readonly T[];
  readonly children: (item: T) => ReactNode;
}

/**
 * A list whose rows are rendered once they are near the view, and remain from then on: of a thousand channels most are
 * never viewed, and each rendered one costs time on every navigation. The first rows are rendered immediately.
 */
export function IncrementalList<T>({ items, children }: IncrementalListProps<T>) {
  const starts = Array.from({ length: Math.ceil(items.length / ITEMS_PER_CHUNK) }, (_, part) => part * ITEMS_PER_CHUNK);
  return (
    <ul>
      {starts.map((start) => (
        <ListChunk key={start} items={items.slice(start, start + ITEMS_PER_CHUNK)} isFirst={start === 0}>
          {children}
        </ListChunk>
      ))}
    </ul>
  );
}

function ListChunk<T>({ items, isFirst, children }: IncrementalListProps<T> & { isFirst: boolean }) {
  const [isDrawn, setDrawn] = useState(isFirst);
  const room = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isDrawn || !room.current) return;
    const come = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setDrawn(true);
    };
    const root = room.current.closest(`.${styles["scroll"]}`);
    const watcher = new IntersectionObserver(come, { root, rootMargin: `${RENDER_DISTANCE_PX}px` });
    watcher.observe(room.current);
    return () => watcher.disconnect();
  }, [isDrawn]);
  if (isDrawn) return items.map(children);
  return (
    <li ref={room} aria-hidden className={styles["room"]} style={{ "--lines": items.length } as React.CSSProperties} />
  );
}
