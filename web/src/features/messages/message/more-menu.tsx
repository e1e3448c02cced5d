import { Ellipsis } from "lucide-react";
import { Fragment } from "react";
import { IconButton } from "../../../base/ui/forms/button.tsx";
import { Menu, MenuItem, MenuLine } from "../../../base/ui/overlays/menu.tsx";
import { words } from "../../../base/words/index.ts";
import type { MessageCommand } from "./actions/message-commands.ts";

interface MoreMenuProps {
  readonly groups: readonly (readonly MessageCommand[])[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Everything that one does with a message more seldom. */
export function MoreMenu({ groups, isOpen, onOpenChange }: MoreMenuProps) {
  const button = (
    <IconButton label={words.message.more}>
      <Ellipsis size={16} aria-hidden />
    </IconButton>
  );
  return (
    <Menu button={button} label={words.message.more} isOpen={isOpen} onOpenChange={onOpenChange}>
      {groups.map((commands, index) => (
        <Fragment key={commands[0]?.label}>
          {index > 0 && <MenuLine />}
          {commands.map(({ label, Icon, keys, isDanger = false, run }) => (
            <MenuItem
              key={label}
              icon={<Icon size={16} />}
              {...(keys === undefined ? {} : { keys })}
              isDanger={isDanger}
              onAction={run}
            >
              {label}
            </MenuItem>
          ))}
        </Fragment>
      ))}
    </Menu>
  );
}
