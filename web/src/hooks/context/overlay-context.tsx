import { Mishap } from "../../base/ui/error-boundary.tsx";
import { createContext, Suspense, use, useMemo, useState, type ReactNode } from "react";

/** What opens over the page, given the way to close it. */
type Overlay = (close: () => void) => ReactNode;

const Context = createContext<(overlay: Overlay) => void>(() => undefined);

/** Has room for one thing at a time that opens over the page, whatever becomes of the part of the page that asked for it. */
export function OverlayProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ readonly overlay: Overlay } | null>(null);
  const open = useMemo(() => (overlay: Overlay) => setShown({ overlay }), []);
  return (
    <Context value={open}>
      {children}
      <Mishap of={shown} instead={null}>
        <Suspense>{shown?.overlay(() => setShown((now) => (now === shown ? null : now)))}</Suspense>
      </Mishap>
    </Context>
  );
}

/** Opens a dialog, a card or the like over the page. */
export const useOverlays = () => use(Context);
