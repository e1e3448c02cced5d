import { useLayoutEffect, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useKept } from "../../hooks/use-persisted-choice.ts";
import { words } from "../../base/words/index.ts";
import styles from "./sidebar.module.css";

/** In pixels. */
const WIDTH = { least: 200, usual: 272, most: 480 } as const;
/** Who draws the edge so far in does not want the sidebar, in pixels. */
const GONE = 120;

const within = (width: number): number => Math.min(Math.max(Math.round(width), WIDTH.least), WIDTH.most);

/** The edge of the sidebar, by which it is made wider and narrower: drawn, or by the arrow keys; Enter hides it. */
export function Edge({ onHide }: { onHide: () => void }) {
  const [width, onWidth] = useKept<number>("sidebar-width", WIDTH.usual);
  useLayoutEffect(() => document.documentElement.style.setProperty("--sidebar", `${width}px`), [width]);
  const [isHeld, setHeld] = useState(false);
  const hold = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld(true);
  };
  const draw = ({ clientX }: PointerEvent) => {
    if (isHeld && clientX >= GONE) onWidth(within(clientX));
  };
  const letGo = ({ clientX }: PointerEvent) => {
    if (isHeld && clientX < GONE) onHide();
    setHeld(false);
  };
  const press = (event: KeyboardEvent) => {
    const next = widthAfter(event.key, width);
    if (event.key === "Enter") onHide();
    else if (next === undefined) return;
    else onWidth(within(next));
    event.preventDefault();
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={words.sidebar.width}
      aria-valuenow={width}
      aria-valuemin={WIDTH.least}
      aria-valuemax={WIDTH.most}
      tabIndex={0}
      title={words.sidebar.widthHint}
      data-held={isHeld || undefined}
      className={styles["edge"]}
      onKeyDown={press}
      onPointerDown={hold}
      onPointerMove={draw}
      onPointerUp={letGo}
      onPointerCancel={() => setHeld(false)}
      onDoubleClick={() => onWidth(WIDTH.usual)}
    />
  );
}

function widthAfter(key: string, width: number): number | undefined {
  if (key === "ArrowLeft") return width - 16;
  if (key === "ArrowRight") return width + 16;
  if (key === "Home") return WIDTH.least;
  return key === "End" ? WIDTH.most : undefined;
}
