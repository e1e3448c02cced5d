import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";

interface FocusHandover {
  /** Of what is around the button. */
  readonly around: {
    readonly ref: RefObject<HTMLSpanElement | null>;
    readonly style: { readonly display: "contents" };
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
  /** Whether what the button opens may open now. */
  readonly isReady: boolean;
}

/** A button is another one once what it opens has come: where the first had the focus, the second has it then. */
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
 * For what is around a button that is there before what it opens: the button itself takes presses and keys, which come by here
 * first and go no further than to it. A key counts from its beginning, since its end may come to the other button.
 */
export const pressCaptureProps = (want: () => void) => ({
  onClickCapture: want,
  onKeyDownCapture: ({ key }: KeyboardEvent) => {
    if (key === "Enter" || key === " ") want();
  },
});
