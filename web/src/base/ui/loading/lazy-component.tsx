import { type ComponentType, lazy, useEffect } from "react";
import { words } from "../../words/index.ts";
import { Mishap } from "../error-boundary.tsx";
import { say } from "../overlays/toasts.tsx";

interface Closable {
  readonly onClose?: () => void;
}

/**
 * A component whose code comes when it is first shown. Where it cannot come, as without a network, that is said, what
 * wanted to show it is closed, and the next opening tries again; the page around it stays as it is.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const fetched = () => lazy(async () => ({ default: await load() }));
  let Part = fetched();
  const tryAgain = () => {
    Part = fetched();
  };
  return function Late(props: P) {
    const { onClose } = props as Closable;
    const missing = <Missing onShown={tryAgain} {...(onClose && { onClose })} />;
    return (
      <Mishap of={Part} instead={missing}>
        <Part {...props} />
      </Mishap>
    );
  };
}

function Missing({ onShown, onClose }: Closable & { readonly onShown: () => void }) {
  useEffect(() => {
    onShown();
    say({ text: words.ui.cannotLoad });
    onClose?.();
    // Said once, when it turns out.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
