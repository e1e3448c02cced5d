import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./sidebar.module.css";

/** Number of rows in a chunk. The rows of a chunk are rendered together. */
const ITEMS_PER_CHUNK = 40;
/** Distance from the view in pixels. Chunks that are closer than this are rendered. */
const RENDER_DISTANCE_PX = 800;

interface IncrementalListProps<T> {
  readonly items: readonly T[];
  readonly children: (item: T) => ReactNode;
}

/**
 * A list whose rows are rendered only once the user has scrolled near them. The first rows are rendered immediately,
 * and rendered rows remain. In an organization with a thousand channels, most rows are never viewed, but each rendered
 * row would cost time on every navigation.
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
