import { type ComponentType, lazy, useEffect } from "react";
import { words } from "../../words/index.ts";
import { ErrorBoundary } from "../error-boundary.tsx";
import { showToast } from "../overlays/toasts.tsx";

interface Closable {
  readonly onClose?: () => void;
}

/**
 * A component whose code comes when it is first shown. Where it cannot come, as without a network, that is said, what
 * wanted to show it is closed, and the next opening tries again; the page around it stays as it is.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const fetched = () => lazy(async () => ({ default: await load() }));
  let Part = fetched();
  const tryAgain = () => {
    Part = fetched();
  };
  return function Late(props: P) {
    const { onClose } = props as Closable;
    const missing = <LoadFailure onShown={tryAgain} {...(onClose && { onClose })} />;
    return (
      <ErrorBoundary resetKey={Part} fallback={missing}>
        <Part {...props} />
      </ErrorBoundary>
    );
  };
}

function LoadFailure({ onShown, onClose }: Closable & { readonly onShown: () => void }) {
  useEffect(() => {
    onShown();
    showToast({ text: words.ui.cannotLoad });
    onClose?.();
    // Said once, when it turns out.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
