import { useLateParts } from "./late.ts";
import type { TipProps } from "./tip-part.tsx";

/** A word about what the pointer or the focus is on. */
export function Tip(props: TipProps) {
  const late = useLateParts();
  return late ? <late.Tip {...props} /> : props.children;
}
