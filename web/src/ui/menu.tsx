import { useState } from "react";
import { loadLateParts, useLateParts } from "./late.ts";
import type { MenuItemProps, MenuProps } from "./menu-parts.tsx";

/** A button that opens a list of things to do. */
export function Menu({ button, isOpen, ...rest }: MenuProps) {
  const late = useLateParts();
  const [isWanted, setWanted] = useState(false);
  const opened = isOpen ?? (isWanted || undefined);
  if (late) {
    const onOpenChange = (opens: boolean) => {
      setWanted(opens);
      rest.onOpenChange?.(opens);
    };
    return <late.Menu {...rest} button={button} isOpen={opened ?? false} onOpenChange={onOpenChange} />;
  }
  const want = () => {
    setWanted(true);
    void loadLateParts();
  };
  // The button itself takes presses and keys; both come by here.
  // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
  return <span onClick={want}>{button}</span>;
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
