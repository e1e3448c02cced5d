import { loadLateParts, useLateParts } from "../loading/lazy-overlays.ts";
import type { Saying } from "./loaded-toasts.tsx";

/** Says something that nobody needs to answer; it goes away by itself. */
export function say(saying: Saying): void {
  void loadLateParts().then((late) => late.say(saying));
}

/** Where it is said, and words about what the pointer or the focus is on. Once in a page. */
export function Sayings() {
  const late = useLateParts();
  return (
    late && (
      <>
        <late.Toasts />
        <late.Tips />
      </>
    )
  );
}
