import { MenuItem } from "../../base/ui/overlays/menu.tsx";
import { type ResolvedLink, useScreenLinks } from "../../hooks/screens/screens-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import type { ScreenLink } from "../../hooks/screens/screen.ts";
import { useClientState } from "../../hooks/use-store.ts";

/** The links to screens of a section, as items of a menu. */
export const ScreenMenuItems = ({ section }: { section: ScreenLink["section"] }) =>
  useScreenLinks(section).map((link) => <ScreenMenuItem key={link.title} link={link} />);

function ScreenMenuItem({ link: { icon: Icon, title, route, isShown } }: { link: ResolvedLink }) {
  const { go } = useNavigator();
  if (!useClientState(isShown)) return null;
  return (
    <MenuItem icon={<Icon size={16} />} onAction={() => go(route)}>
      {title}
    </MenuItem>
  );
}
