import { useEffect, useMemo, useState } from "react";
import { Tooltip, type TooltipTriggerState, TooltipTriggerStateContext } from "react-aria-components/Tooltip";
import styles from "./tooltips.module.css";

/** Time in milliseconds for which the pointer must rest on an element before its tooltip is shown. */
const TOOLTIP_DELAY_MS = 500;

/**
 * Shows a tooltip for the element that is under the pointer or has the focus. The element's `data-tip` is the text, and
 * its `data-keys` the keyboard shortcut. Rendered once per page.
 */
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

/**
 * Returns a fixed state for React Aria's tooltip, whose `open` and `close` do nothing: `trackPointerAndFocus` decides
 * which tooltip is shown.
 */
const stateOf = (isOpen: boolean): TooltipTriggerState => ({
  isOpen,
  shouldSkipAnimation: false,
  open: () => undefined,
  close: () => undefined,
});

const tooltipTarget = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;

/**
 * Calls `show` with the element whose tooltip should be shown, or with null when it should be hidden. Returns a
 * function that removes the listeners.
 */
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
  const on = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(name, listener, { capture: true, passive: true, signal: ending.signal });
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
