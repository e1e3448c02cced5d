import { ChevronDown, Info, LogOut } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuSeparator } from "../../base/ui/overlays/menu.tsx";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";
import { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ScreenMenuItems } from "./screen-menu-items.tsx";
import styles from "./sidebar.module.css";
import { useSignOut } from "./use-sign-out.ts";

const AboutDialog = lazyComponent(async () => (await import("./about/about-dialog.tsx")).AboutDialog);

/** The name of the organization, which opens a menu with links to settings and other screens, and with logging out. */
export function OrganizationMenu({ name }: { name: string }) {
  const signOut = useSignOut();
  const show = useOpenOverlay();
  return (
    <header>
      <Menu button={<OrganizationMenuButton name={name} />} label={name}>
        <ScreenMenuItems section="settings" />
        <MenuSeparator />
        <ScreenMenuItems section="browse" />
        <MenuSeparator />
        <MenuItem icon={<Info size={16} />} onAction={() => show((close) => <AboutDialog onClose={close} />)}>
          {words.sidebar.about}
        </MenuItem>
        <MenuItem icon={<LogOut size={16} />} onAction={signOut}>
          {words.sidebar.signOut}
        </MenuItem>
      </Menu>
    </header>
  );
}

function OrganizationMenuButton({ name }: { name: string }) {
  const icon = useClientState((state) => (state.realm_icon_source === "U" ? state.realm_icon_url : undefined));
  return (
    <Button className={styles["organization"] ?? ""}>
      {icon === undefined ? (
        <span className={styles["mark"]} aria-hidden>
          {[...name][0]?.toLocaleUpperCase()}
        </span>
      ) : (
        <img className={styles["mark"]} src={icon} alt="" />
      )}
      <span className={styles["organizationName"]} dir="auto">
        {name}
      </span>
      <span className="unseen">{words.sidebar.menu}</span>
      <ChevronDown size={15} aria-hidden />
    </Button>
  );
}
