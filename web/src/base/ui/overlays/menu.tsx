import { useEffect, useState } from "react";
import { loadOverlays, useLoadedOverlays } from "../loading/lazy-overlays.ts";
import { useFocusHandover, pressCaptureProps } from "../loading/use-focus-handover.ts";
import type { MenuItemProps, MenuProps } from "./loaded-menu.tsx";

/** A button that opens a menu. The code of the menu is loaded later than the button. */
export function Menu({ button, isOpen, ...rest }: MenuProps) {
  const late = useLoadedOverlays();
  const { around, isReady } = useFocusHandover(late !== null);
  const [isWanted, setWanted] = useState(false);
  const opened = isOpen ?? (isWanted || undefined);
  useEffect(() => {
    if (isOpen) void loadOverlays();
  }, [isOpen]);
  if (late) {
    const onOpenChange = (opens: boolean) => {
      setWanted(opens);
      rest.onOpenChange?.(opens);
    };
    const isShown = isReady && (opened ?? false);
    return (
      <span {...around}>
        <late.Menu {...rest} button={button} isOpen={isShown} onOpenChange={onOpenChange} />
      </span>
    );
  }
  const want = () => {
    setWanted(true);
    rest.onOpenChange?.(true);
    void loadOverlays();
  };
  return (
    <span {...around} {...pressCaptureProps(want)}>
      {button}
    </span>
  );
}

/** An item of a menu. Renders nothing until the code of the overlays is loaded. */
export function MenuItem(props: MenuItemProps) {
  const late = useLoadedOverlays();
  return late && <late.MenuItem {...props} />;
}

/** A separator in a menu. Renders nothing until the code of the overlays is loaded. */
export function MenuSeparator() {
  const late = useLoadedOverlays();
  return late && <late.MenuSeparator />;
}
