import { type ComponentType, lazy, useEffect } from "react";
import { words } from "../../words/index.ts";
import { ErrorBoundary } from "../error-boundary.tsx";
import { showToast } from "../overlays/toasts.tsx";

interface Closable {
  readonly onClose?: () => void;
}

/**
 * Creates a component whose code is loaded when it is first shown. If that fails, for example without a network, an
 * error is shown, `onClose` is called, and the next opening tries again. The page around it is not affected.
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
    // Runs once, when loading has failed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
