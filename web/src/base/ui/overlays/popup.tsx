import { loadOverlays, useLoadedOverlays } from "../loading/lazy-overlays.ts";
import { useFocusHandover, pressCaptureProps } from "../loading/use-focus-handover.ts";
import type { PopupProps } from "./loaded-popup.tsx";

/** A button that opens a popup. The code of the popup is loaded later than the button. */
export function Popup({ button, isOpen, onOpenChange, ...rest }: PopupProps) {
  const late = useLoadedOverlays();
  const { around, isReady } = useFocusHandover(late !== null);
  if (late) {
    return (
      <span {...around}>
        <late.Popup {...rest} button={button} isOpen={isReady && isOpen} onOpenChange={onOpenChange} />
      </span>
    );
  }
  const want = () => {
    onOpenChange(true);
    void loadOverlays();
  };
  return (
    <span {...around} {...pressCaptureProps(want)}>
      {button}
    </span>
  );
}
