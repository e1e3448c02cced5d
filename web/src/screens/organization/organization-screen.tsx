import type { ScreenProps } from "../../hooks/screens/screen.ts";
import { SettingsArea, type SettingsPages } from "../../features/settings/settings-area.tsx";
import { AuditLog } from "./audit-log.tsx";
import { ChannelFolders } from "./channels/channel-folders.tsx";
import { DefaultChannels } from "./channels/default-channels.tsx";
import { CustomEmoji } from "./custom-emoji.tsx";
import { Exports } from "./exports.tsx";
import { Invitations } from "./invitations/invitations.tsx";
import { LinkifiersAndPlaygrounds } from "./links/linkifiers-and-playgrounds.tsx";
import { ProfileFieldsPage } from "./profile-fields/profile-fields-page.tsx";
import { DefaultUserSettingsPage } from "./settings/default-user-settings.tsx";
import { OrganizationProfile } from "./settings/organization-profile.tsx";
import { Permissions } from "./settings/permissions.tsx";
import { MessagePolicies, NotificationPolicies, UserPolicies } from "./settings/policy-pages.tsx";
import { EmailDomains } from "./sign-in/email-domains.tsx";
import { SignInMethods } from "./sign-in/sign-in-methods.tsx";
import { UsersPage } from "./users/users-page.tsx";

/** The components of the pages; `words.settingsPages` has their order. */
const pages: SettingsPages<"organization"> = {
  profile: { Page: OrganizationProfile },
  users: { Page: UsersPage },
  invitations: { Page: Invitations },
  messages: { Page: MessagePolicies },
  people: { Page: UserPolicies },
  notices: { Page: NotificationPolicies },
  newcomers: { Page: DefaultUserSettingsPage },
  permissions: { Page: Permissions },
  joining: { Page: EmailDomains },
  "sign-in": { Page: SignInMethods },
  folders: { Page: ChannelFolders },
  "default-channels": { Page: DefaultChannels },
  "profile-fields": { Page: ProfileFieldsPage },
  emoji: { Page: CustomEmoji },
  links: { Page: LinkifiersAndPlaygrounds },
  audit: { Page: AuditLog, isForAdministrators: true },
  exports: { Page: Exports, isForAdministrators: true },
};

/** The settings of the organization. */
export const OrganizationScreen = ({ path }: ScreenProps) => (
  <SettingsArea area="organization" pages={pages} path={path} />
);
