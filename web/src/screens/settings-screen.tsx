import { Compass } from "lucide-react";
import { EmptyState } from "../base/ui/empty-state.tsx";
import { PageNav } from "../base/ui/page.tsx";
import { ScreenHeader } from "../base/ui/screen-header.tsx";
import { RouteLink } from "../hooks/navigation/route-link.tsx";
import { useClientState } from "../hooks/use-store.ts";
import { words } from "../base/words/index.ts";
import styles from "./settings-screen.module.css";
import type { ReactNode } from "react";
import { AuditLog } from "./organization/audit-log.tsx";
import { ChannelFolders } from "./organization/channels/channel-folders.tsx";
import { DefaultChannels } from "./organization/channels/default-channels.tsx";
import { EmailDomains } from "./organization/sign-in/email-domains.tsx";
import { CustomEmoji } from "./organization/custom-emoji.tsx";
import { Exports } from "./organization/exports.tsx";
import { Invitations } from "./organization/invitations/invitations.tsx";
import { LinkifiersAndPlaygrounds } from "./organization/links/linkifiers-and-playgrounds.tsx";
import { DefaultUserSettingsPage } from "./organization/settings/default-user-settings.tsx";
import { Permissions } from "./organization/settings/permissions.tsx";
import { ProfileFieldsPage } from "./organization/profile-fields/profile-fields-page.tsx";
import { MessagePolicies, NotificationPolicies, UserPolicies } from "./organization/settings/policy-pages.tsx";
import { OrganizationProfile } from "./organization/settings/organization-profile.tsx";
import { SignInMethods } from "./organization/sign-in/sign-in-methods.tsx";
import { UsersPage } from "./organization/users/users-page.tsx";
import { Account } from "./settings/account.tsx";
import { Appearance } from "./settings/appearance.tsx";
import { KeyboardShortcuts } from "./settings/keyboard.tsx";
import { Notifications } from "./settings/notifications.tsx";
import { UploadedFiles } from "./settings/uploaded-files.tsx";
import { PrivacySettings } from "./settings/privacy.tsx";
import { Security } from "./settings/security/security.tsx";
import { Sessions } from "./settings/security/sessions.tsx";
import { AlertWordsAndMutes } from "./settings/alert-words-and-mutes.tsx";
import { UserPage } from "./organization/users/user-page.tsx";
import { OwnBots } from "./bots/own-bots.tsx";

/** The bots that one runs, or one of them. */
const BotsPage = ({ id }: { id: string | undefined }) =>
  id === undefined ? <OwnBots /> : <UserPage key={id} userId={Number(id)} />;

interface SettingsPage {
  /** In the address. */
  readonly name: string;
  readonly title: string;
  /** `id`: what the address names further, such as an account. */
  readonly Page: (props: { readonly id: string | undefined }) => ReactNode;
  /** Whether there is nothing on it for others than administrators. */
  readonly isForAdministrators?: boolean;
}

type SettingsArea = "settings" | "organization";

/** The pages of each area, in their order. */
const settingsPages: Readonly<Record<SettingsArea, readonly SettingsPage[]>> = {
  settings: [
    { name: "account", title: words.pages.account, Page: Account },
    { name: "privacy", title: words.settings.privacy, Page: PrivacySettings },
    { name: "appearance", title: words.pages.appearance, Page: Appearance },
    { name: "notifications", title: words.pages.notifications, Page: Notifications },
    { name: "words", title: words.mutes.title, Page: AlertWordsAndMutes },
    { name: "keyboard", title: words.settings.keyboard, Page: KeyboardShortcuts },
    { name: "security", title: words.security.title, Page: Security },
    { name: "sessions", title: words.pages.sessions, Page: Sessions },
    { name: "files", title: words.files.title, Page: UploadedFiles },
    { name: "bots", title: words.bots.title, Page: BotsPage },
  ],
  organization: [
    { name: "profile", title: words.pages.profile, Page: OrganizationProfile },
    { name: "users", title: words.users.title, Page: UsersPage },
    { name: "invitations", title: words.pages.invitations, Page: Invitations },
    { name: "messages", title: words.realmSettings.messagesTitle, Page: MessagePolicies },
    { name: "people", title: words.realmSettings.peopleTitle, Page: UserPolicies },
    { name: "notices", title: words.realmSettings.noticesTitle, Page: NotificationPolicies },
    { name: "newcomers", title: words.settings.newcomers, Page: DefaultUserSettingsPage },
    { name: "permissions", title: words.permissions.title, Page: Permissions },
    { name: "joining", title: words.administration.joining, Page: EmailDomains },
    { name: "sign-in", title: words.signIn.title, Page: SignInMethods },
    { name: "folders", title: words.folders.title, Page: ChannelFolders },
    { name: "default-channels", title: words.folders.defaults, Page: DefaultChannels },
    { name: "profile-fields", title: words.profileFields.title, Page: ProfileFieldsPage },
    { name: "emoji", title: words.emoji.short, Page: CustomEmoji },
    { name: "links", title: words.administration.links, Page: LinkifiersAndPlaygrounds },
    { name: "audit", title: words.administration.audit, Page: AuditLog, isForAdministrators: true },
    { name: "exports", title: words.administration.exports, Page: Exports, isForAdministrators: true },
  ],
};

interface SettingsScreenProps {
  readonly area: SettingsArea;
  /** What the address names after the area: a page, and which one of what it is about. */
  readonly path: readonly string[];
}

/** One's own settings, and those of the organization. */
export function SettingsScreen({ area, path: [name, id] }: SettingsScreenProps) {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const pages = settingsPages[area];
  const offered = pages.filter(({ isForAdministrators = false }) => isAdministrator || !isForAdministrators);
  const shown = pages.find((page) => page.name === name) ?? (name === undefined ? pages[0] : undefined);
  return (
    <>
      <ScreenHeader title={words.pages[area]} />
      <div className={styles["area"]}>
        <PageNav label={words.pages[area]}>
          {offered.map((page) => (
            <RouteLink key={page.name} to={{ kind: "page", path: [area, page.name] }} isCurrent={page === shown}>
              {page.title}
            </RouteLink>
          ))}
        </PageNav>
        {shown ? (
          <shown.Page id={id} />
        ) : (
          <EmptyState icon={<Compass size={30} aria-hidden />} title={words.pages.unknown} />
        )}
      </div>
    </>
  );
}
