import { type DOMAttributes, useState } from "react";

type Handlers = Required<Pick<DOMAttributes<Element>, "onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur">>;

/**
 * Returns whether the pointer is over an element or the element contains the focus, and the event handlers that the
 * element needs for this.
 */
export function useHoverOrFocus(): readonly [boolean, Handlers] {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  return [
    isPointedAt || hasFocus,
    {
      onPointerEnter: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocus(false);
      },
    },
  ];
}
