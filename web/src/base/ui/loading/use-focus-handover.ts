import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";

interface FocusHandover {
  /** Props for the element that contains the button. */
  readonly around: {
    readonly ref: RefObject<HTMLSpanElement | null>;
    readonly style: { readonly display: "contents" };
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
  /** Whether the overlay may open. True shortly after its code is loaded. */
  readonly isReady: boolean;
}

/**
 * Keeps the focus on a button whose overlay is loaded later. Once the overlay is loaded, the button is replaced with
 * another one; if the first button had the focus, the second one receives it.
 */
export function useFocusHandover(hasCome: boolean): FocusHandover {
  const ref = useRef<HTMLSpanElement>(null);
  const hasFocus = useRef(false);
  const [isReady, setReady] = useState(hasCome);
  useLayoutEffect(() => {
    if (!hasCome) return;
    if (hasFocus.current) ref.current?.querySelector("button")?.focus();
    queueMicrotask(() => setReady(true));
  }, [hasCome]);
  const note = (is: boolean) => () => {
    hasFocus.current = is;
  };
  return { around: { ref, style: { display: "contents" }, onFocus: note(true), onBlur: note(false) }, isReady };
}

/**
 * Props for the element that contains a button whose overlay is not loaded yet. They call `want` when the button is
 * clicked, or when Enter or Space is pressed. The key press counts, not the release: when the key is released, the
 * button may already have been replaced with another one.
 */
export const pressCaptureProps = (want: () => void) => ({
  onClickCapture: want,
  onKeyDownCapture: ({ key }: KeyboardEvent) => {
    if (key === "Enter" || key === " ") want();
  },
});
