import { type ComponentType, lazy, useEffect } from "react";
import { words } from "../../words/index.ts";
import { ErrorBoundary } from "../error-boundary.tsx";
import { showToast } from "../overlays/toasts.tsx";

interface Closable {
  readonly onClose?: () => void;
}

/**
 * Creates a component whose code is loaded when the component is first shown. If loading fails, for example without a
 * network, a toast with the error is shown and `onClose` is called. The next time the component is shown, its code is
 * requested again. The page around the component is not affected by the failure.
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
    // The effect runs only once: when the failure is first shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
