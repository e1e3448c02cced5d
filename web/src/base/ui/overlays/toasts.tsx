import { loadOverlays, useLoadedOverlays } from "../loading/lazy-overlays.ts";
import type { ToastMessage } from "./loaded-toasts.tsx";

/** Says something that nobody needs to answer; it goes away by itself. */
export function showToast(saying: ToastMessage): void {
  void loadOverlays().then((late) => late.showToast(saying));
}

/** Where it is said, and words about what the pointer or the focus is on. Once in a page. */
export function ToastsAndTooltips() {
  const late = useLoadedOverlays();
  return (
    late && (
      <>
        <late.Toasts />
        <late.Tooltips />
      </>
    )
  );
}
