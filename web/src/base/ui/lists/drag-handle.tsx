import { GripVertical } from "lucide-react";
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { words } from "../../words/index.ts";
import styles from "./sortable-list.module.css";

interface DragHandleProps {
  readonly id: number;
  /** Name of the item that the handle moves. */
  readonly name: string;
  /**
   * Called whenever the pointer moves while the handle is dragged, with the pointer's distance from the top of the
   * window in pixels.
   */
  readonly onDragStart: (y: number) => void;
  readonly onDragEnd: () => void;
  readonly onCancel: () => void;
  readonly onStep: (by: number) => void;
}

const stepsByKey: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** Handle with which a row of a list is moved, by dragging or with the arrow keys. */
export function DragHandle({ id, name, onDragStart, onDragEnd, onCancel, onStep }: DragHandleProps) {
  const [isDragged, setDragged] = useState(false);
  const startDrag = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(true);
  };
  const letGo = (then: () => void) => {
    if (!isDragged) return;
    setDragged(false);
    then();
  };
  const press = (event: KeyboardEvent) => {
    const by = stepsByKey[event.key];
    if (by !== undefined) onStep(by);
    else if (event.key !== "Escape" || !isDragged) return;
    else letGo(onCancel);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      data-grip={id}
      data-held={isDragged || undefined}
      className={styles["grip"]}
      aria-label={words.ui.move(name)}
      title={words.ui.moveHint}
      onKeyDown={press}
      onPointerDown={startDrag}
      onPointerMove={({ clientY }) => {
        if (isDragged) onDragStart(clientY);
      }}
      onPointerUp={() => letGo(onDragEnd)}
      onPointerCancel={() => letGo(onCancel)}
    >
      <GripVertical size={16} aria-hidden />
    </button>
  );
}
