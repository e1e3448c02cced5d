import { loadOverlays, useLoadedOverlays } from "../loading/lazy-overlays.ts";
import type { ToastMessage } from "./loaded-toasts.tsx";

/** Shows a toast, which disappears automatically. Loads the code of the overlays first if necessary. */
export function showToast(toast: ToastMessage): void {
  void loadOverlays().then((late) => late.showToast(toast));
}

/** The parts of the page that contain the toasts and the tooltips. Rendered once per page. */
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
