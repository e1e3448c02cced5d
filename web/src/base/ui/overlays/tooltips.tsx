import { useEffect, useMemo, useState } from "react";
import { Tooltip, type TooltipTriggerState, TooltipTriggerStateContext } from "react-aria-components/Tooltip";
import styles from "./tooltips.module.css";

/** How long the pointer rests on something before the word shows, in milliseconds. */
const TOOLTIP_DELAY_MS = 500;

/** Shows a word about what the pointer or the focus is on, from its `data-tip` and `data-keys`. Once in a page. */
export function Tooltips() {
  const [about, show] = useState<HTMLElement | null>(null);
  useEffect(() => trackPointerAndFocus(show), []);
  const anchor = useMemo(() => ({ current: about }), [about]);
  const state = useMemo(() => stateOf(about !== null), [about]);
  const keys = about?.dataset["keys"];
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip triggerRef={anchor} offset={6} className={styles["tip"] ?? ""}>
        {about?.dataset["tip"]}
        {keys !== undefined && <kbd>{keys}</kbd>}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}

/** The tooltip neither opens nor closes by itself: what it is about is not one of its parts, and is followed from here. */
const stateOf = (isOpen: boolean): TooltipTriggerState => ({
  isOpen,
  shouldSkipAnimation: false,
  open: () => undefined,
  close: () => undefined,
});

const tooltipTarget = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;

/** Follows pointer and focus, until it is called off. */
function trackPointerAndFocus(show: (about: HTMLElement | null) => void): () => void {
  const ending = new AbortController();
  let about: HTMLElement | null = null;
  let shown: HTMLElement | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const turnTo = (next: HTMLElement | null, afterMs: number) => {
    clearTimeout(resting);
    about = next;
    resting = setTimeout(() => show((shown = next)), afterMs);
  };
  const hide = () => {
    clearTimeout(resting);
    if (shown) show((shown = null));
  };
  const on = <K extends keyof DocumentEventMap>(name: K, hear: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(name, hear, { capture: true, passive: true, signal: ending.signal });
  on("pointerover", (event) => {
    const next = event.pointerType === "touch" ? null : tooltipTarget(event);
    if (next === about) return;
    if (next) turnTo(next, shown ? 0 : TOOLTIP_DELAY_MS);
    else {
      about = null;
      hide();
    }
  });
  on("focusin", (event) => {
    const next = tooltipTarget(event);
    if (next?.matches(":focus-visible")) turnTo(next, 0);
  });
  for (const ends of ["pointerdown", "keydown", "focusout", "scroll"] as const) on(ends, hide);
  const already = [...document.querySelectorAll<HTMLElement>("[data-tip]:hover")].at(-1);
  if (already) turnTo(already, TOOLTIP_DELAY_MS);
  return () => {
    ending.abort();
    hide();
  };
}
