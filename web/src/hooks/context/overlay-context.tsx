import { ErrorBoundary } from "../../base/ui/error-boundary.tsx";
import { createContext, Suspense, use, useMemo, useState, type ReactNode } from "react";

/** A function that renders an overlay. `close` closes the overlay. */
type OverlayRenderer = (close: () => void) => ReactNode;

const OverlayContext = createContext<(overlay: OverlayRenderer) => void>(() => undefined);

/**
 * Shows the overlays that components below open, one at a time. An overlay remains even if the component that opened it
 * is unmounted.
 */
export function OverlayProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ readonly overlay: OverlayRenderer } | null>(null);
  const open = useMemo(() => (overlay: OverlayRenderer) => setShown({ overlay }), []);
  return (
    <OverlayContext value={open}>
      {children}
      <ErrorBoundary resetKey={shown} fallback={null}>
        <Suspense>{shown?.overlay(() => setShown((now) => (now === shown ? null : now)))}</Suspense>
      </ErrorBoundary>
    </OverlayContext>
  );
}

/** Returns a function that opens an overlay, such as a dialog or a card. */
export const useOpenOverlay = () => use(OverlayContext);
