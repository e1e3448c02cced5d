import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";

interface FocusHandover {
  /** Props for the element around the button. */
  readonly around: {
    readonly ref: RefObject<HTMLSpanElement | null>;
    readonly style: { readonly display: "contents" };
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
  /** Whether the overlay may open now. */
  readonly isReady: boolean;
}

/**
 * Moves the focus when a button is replaced after its overlay has loaded: if the first button had the focus, the second
 * receives it.
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
 * Props for the element around a button that is shown before its overlay has loaded. They capture presses and key
 * presses before they reach the button. A key counts when it is pressed, because it may be released on the other
 * button.
 */
export const pressCaptureProps = (want: () => void) => ({
  onClickCapture: want,
  onKeyDownCapture: ({ key }: KeyboardEvent) => {
    if (key === "Enter" || key === " ") want();
  },
});
