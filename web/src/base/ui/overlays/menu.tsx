import { useEffect, useState } from "react";
import { loadLateParts, useLateParts } from "../loading/lazy-overlays.ts";
import { useKeptFocus, whenPressed } from "../loading/use-focus-handover.ts";
import type { MenuItemProps, MenuProps } from "./loaded-menu.tsx";

/** A button that opens a list of things to do. */
export function Menu({ button, isOpen, ...rest }: MenuProps) {
  const late = useLateParts();
  const { around, isReady } = useKeptFocus(late !== null);
  const [isWanted, setWanted] = useState(false);
  const opened = isOpen ?? (isWanted || undefined);
  useEffect(() => {
    if (isOpen) void loadLateParts();
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
    void loadLateParts();
  };
  return (
    <span {...around} {...whenPressed(want)}>
      {button}
    </span>
  );
}

/** One thing to do. */
export function MenuItem(props: MenuItemProps) {
  const late = useLateParts();
  return late && <late.MenuItem {...props} />;
}

/** Parts a menu in two. */
export function MenuLine() {
  const late = useLateParts();
  return late && <late.MenuLine />;
}
