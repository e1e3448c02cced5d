import { loadOverlays, useLoadedOverlays } from "../loading/lazy-overlays.ts";
import type { ToastMessage } from "./loaded-toasts.tsx";

/** Shows a toast, which disappears automatically. */
export function showToast(saying: ToastMessage): void {
  void loadOverlays().then((late) => late.showToast(saying));
}

/** The region for toasts, and the tooltips. Rendered once in a page. */
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
