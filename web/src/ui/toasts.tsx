import { loadLateParts, useLateParts } from "./late.ts";
import type { Saying } from "./toast-parts.tsx";

/** Says something that nobody needs to answer; it goes away by itself. */
export function say(saying: Saying): void {
  void loadLateParts().then((late) => late.say(saying));
}

/** Where it is said. Once in a page. */
export function Toasts() {
  const late = useLateParts();
  return late && <late.Toasts />;
}
