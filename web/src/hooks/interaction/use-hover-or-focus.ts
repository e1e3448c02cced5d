import { type DOMAttributes, useState } from "react";

type Handlers = Required<Pick<DOMAttributes<Element>, "onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur">>;

/** Whether an element is hovered or contains the focus. One may end while the other continues. */
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
