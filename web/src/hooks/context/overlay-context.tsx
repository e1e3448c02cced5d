import { ErrorBoundary } from "../../base/ui/error-boundary.tsx";
import { createContext, Suspense, use, useMemo, useState, type ReactNode } from "react";

/** What opens over the page, given the way to close it. */
type OverlayRenderer = (close: () => void) => ReactNode;

const OverlayContext = createContext<(overlay: OverlayRenderer) => void>(() => undefined);

/** Has room for one thing at a time that opens over the page, whatever becomes of the part of the page that asked for it. */
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

/** Opens a dialog, a card or the like over the page. */
export const useOpenOverlay = () => use(OverlayContext);
