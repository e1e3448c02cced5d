import { ArrowDown, ArrowUp } from "lucide-react";
import { Fragment, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { words } from "../../words/index.ts";
import { DragHandle } from "./drag-handle.tsx";
import { MenuItem } from "../overlays/menu.tsx";
import styles from "./sortable-list.module.css";

/** Returns a list with one of its items moved. */
const moveItem = <T,>(items: readonly T[], from: number, to: number): T[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));

export interface Sortable {
  readonly id: number;
  /** Display name. */
  readonly name: string;
}

/** Actions that move a row up or down by one. Undefined if the row is already at that end of the list. */
export interface MoveActions {
  readonly up: (() => void) | undefined;
  readonly down: (() => void) | undefined;
}

interface SortableListProps<T extends Sortable> {
  readonly items: readonly T[];
  /** Called with the ids in their new order. */
  readonly onOrder: (ids: number[]) => void;
  /** Renders a row with its handle. */
  readonly children: (item: T, grip: ReactNode, steps: MoveActions) => ReactNode;
}

/**
 * Position at which the dragged row would be inserted: its index, and its distance from the top of the list in pixels.
 */
interface DropTarget {
  readonly index: number;
  readonly top: number;
}

/**
 * A list whose rows can be reordered by dragging their handles, or with the arrow keys while a handle has the focus.
 */
export function SortableList<T extends Sortable>({ items, onOrder, children }: SortableListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [gap, setGap] = useState<DropTarget | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const ids = items.map(({ id }) => id);
  const restoreFocus = useFocusRestoration(list, ids);
  const move = (from: number, wanted: number) => {
    const [to, item] = [Math.min(Math.max(wanted, 0), items.length - 1), items[from]];
    if (to === from || !item) return;
    restoreFocus(item.id);
    setAnnouncement(words.ui.movedTo(item.name, to + 1, items.length));
    onOrder(moveItem(ids, from, to));
  };
  const finishDrag = (from: number) => {
    if (gap) move(from, gap.index > from ? gap.index - 1 : gap.index);
    setGap(null);
  };
  return (
    <div className={styles["frame"]}>
      <ul ref={list} className={styles["lines"]}>
        {items.map((item, index) => {
          const grip = (
            <DragHandle
              id={item.id}
              name={item.name}
              onDragStart={(y) => setGap(list.current && dropTargetAt(list.current, y))}
              onDragEnd={() => finishDrag(index)}
              onCancel={() => setGap(null)}
              onStep={(by) => move(index, index + by)}
            />
          );
          const steps = {
            up: index === 0 ? undefined : () => move(index, index - 1),
            down: index === items.length - 1 ? undefined : () => move(index, index + 1),
          };
          return <Fragment key={item.id}>{children(item, grip, steps)}</Fragment>;
        })}
      </ul>
      {gap && <div className={styles["mark"]} style={{ top: gap.top }} />}
      <span role="status" className="unseen">
        {announcement}
      </span>
    </div>
  );
}

/** Returns the position between two rows that is nearest to the pointer, and scrolls it into view. */
function dropTargetAt(list: HTMLElement, y: number): DropTarget {
  const lines = [...list.children];
  const rects = lines.map((line) => line.getBoundingClientRect());
  const index = rects.filter(({ top, bottom }) => (top + bottom) / 2 < y).length;
  lines[Math.min(index, lines.length - 1)]?.scrollIntoView({ block: "nearest" });
  const edge = rects[index]?.top ?? rects.at(-1)?.bottom ?? 0;
  return { index, top: edge - list.getBoundingClientRect().top };
}

/**
 * Moving a row in the page makes it lose the focus. Returns a function that gives the focus back to the row's handle
 * after the move.
 */
function useFocusRestoration(
  list: { readonly current: HTMLElement | null },
  ids: readonly number[],
): (id: number) => void {
  const wanted = useRef<number | null>(null);
  const order = ids.join();
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-grip="${wanted.current}"]`)?.focus();
    wanted.current = null;
  }, [list, order]);
  return (id) => {
    const has = list.current?.querySelector(`[data-grip="${id}"]`) === document.activeElement;
    wanted.current = has ? id : null;
  };
}

/** Menu items that move a row up or down. */
export const MoveMenuItems = ({ up, down }: MoveActions) => (
  <>
    {up && (
      <MenuItem icon={<ArrowUp size={16} />} onAction={up}>
        {words.ui.moveUp}
      </MenuItem>
    )}
    {down && (
      <MenuItem icon={<ArrowDown size={16} />} onAction={down}>
        {words.ui.moveDown}
      </MenuItem>
    )}
  </>
);
