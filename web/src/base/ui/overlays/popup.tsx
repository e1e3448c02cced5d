import { loadLateParts, useLateParts } from "../loading/lazy-overlays.ts";
import { useKeptFocus, whenPressed } from "../loading/use-focus-handover.ts";
import type { PopupProps } from "./loaded-popup.tsx";

/** A button that opens a small window beside it. */
export function Popup({ button, isOpen, onOpenChange, ...rest }: PopupProps) {
  const late = useLateParts();
  const { around, isReady } = useKeptFocus(late !== null);
  if (late) {
    return (
      <span {...around}>
        <late.Popup {...rest} button={button} isOpen={isReady && isOpen} onOpenChange={onOpenChange} />
      </span>
    );
  }
  const want = () => {
    onOpenChange(true);
    void loadLateParts();
  };
  return (
    <span {...around} {...whenPressed(want)}>
      {button}
    </span>
  );
}
