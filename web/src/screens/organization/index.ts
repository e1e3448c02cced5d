import { Building2, UserPlus } from "lucide-react";
import { words } from "../../base/words/index.ts";
import { canInvite } from "../../client/replica/selectors/permissions.ts";
import { pageAddress } from "../../client/routes/screen-address.ts";
import type { ScreenDescriptor } from "../../hooks/screens/screen.ts";

/** The settings of the organization. */
export const organization: ScreenDescriptor = {
  address: pageAddress("organization"),
  title: words.screens.organization.title,
  icon: Building2,
  load: async () => (await import("./organization-screen.tsx")).OrganizationScreen,
  links: [
    { section: "settings", position: 2, path: () => ["profile"] },
    {
      section: "browse",
      position: 4,
      title: words.screens.invite.title,
      icon: UserPlus,
      path: () => ["invitations"],
      isShown: canInvite,
    },
  ],
  loadPages: async () => (await import("../../features/settings/settings-pages.ts")).listSettingsPages("organization"),
};
