import type { ReactNode } from "react";
import { words } from "../../base/words/index.ts";
import { AuditLog } from "../organization/audit-log.tsx";
import { ChannelFolders } from "../organization/channels/channel-folders.tsx";
import { DefaultChannels } from "../organization/channels/default-channels.tsx";
import { Domains } from "../organization/sign-in/email-domains.tsx";
import { Emoji } from "../organization/custom-emoji.tsx";
import { Exports } from "../organization/exports.tsx";
import { Invitations } from "../organization/invitations/invitations.tsx";
import { Links } from "../organization/links/linkifiers-and-playgrounds.tsx";
import { Newcomers } from "../organization/settings/default-user-settings.tsx";
import { Permissions } from "../organization/settings/permissions.tsx";
import { ProfileFieldsPage } from "../organization/profile-fields/profile-fields-page.tsx";
import { MessageRules, NoticeRules, PeopleRules } from "../organization/settings/policy-pages.tsx";
import { RealmProfile } from "../organization/settings/organization-profile.tsx";
import { SignIn } from "../organization/sign-in/sign-in-methods.tsx";
import { UsersPage } from "../organization/users/users-page.tsx";
import { BotsPage } from "../bots/bots-page.tsx";
import { Account } from "./account.tsx";
import { Appearance } from "./appearance.tsx";
import { Keyboard } from "./keyboard.tsx";
import { Notifications } from "./notifications.tsx";
import { OwnFiles } from "./uploaded-files.tsx";
import { Privacy } from "./privacy.tsx";
import { Security } from "./security/security.tsx";
import { Sessions } from "./security/sessions.tsx";
import { WordsAndMutes } from "./alert-words-and-mutes.tsx";

export interface SettingsPage {
  /** In the address. */
  readonly name: string;
  readonly title: string;
  /** `id`: what the address names further, such as an account. */
  readonly Page: (props: { readonly id: string | undefined }) => ReactNode;
  /** Whether there is nothing on it for others than administrators. */
  readonly isForAdministrators?: boolean;
}

export type Area = "settings" | "organization";

/** The pages of each area, in their order. */
export const areas: Readonly<Record<Area, readonly SettingsPage[]>> = {
  settings: [
    { name: "account", title: words.pages.account, Page: Account },
    { name: "privacy", title: words.settings.privacy, Page: Privacy },
    { name: "appearance", title: words.pages.appearance, Page: Appearance },
    { name: "notifications", title: words.pages.notifications, Page: Notifications },
    { name: "words", title: words.mutes.title, Page: WordsAndMutes },
    { name: "keyboard", title: words.settings.keyboard, Page: Keyboard },
    { name: "security", title: words.security.title, Page: Security },
    { name: "sessions", title: words.pages.sessions, Page: Sessions },
    { name: "files", title: words.files.title, Page: OwnFiles },
    { name: "bots", title: words.bots.title, Page: BotsPage },
  ],
  organization: [
    { name: "profile", title: words.pages.profile, Page: RealmProfile },
    { name: "users", title: words.users.title, Page: UsersPage },
    { name: "invitations", title: words.pages.invitations, Page: Invitations },
    { name: "messages", title: words.realmSettings.messagesTitle, Page: MessageRules },
    { name: "people", title: words.realmSettings.peopleTitle, Page: PeopleRules },
    { name: "notices", title: words.realmSettings.noticesTitle, Page: NoticeRules },
    { name: "newcomers", title: words.settings.newcomers, Page: Newcomers },
    { name: "permissions", title: words.permissions.title, Page: Permissions },
    { name: "joining", title: words.administration.joining, Page: Domains },
    { name: "sign-in", title: words.signIn.title, Page: SignIn },
    { name: "folders", title: words.folders.title, Page: ChannelFolders },
    { name: "default-channels", title: words.folders.defaults, Page: DefaultChannels },
    { name: "profile-fields", title: words.profileFields.title, Page: ProfileFieldsPage },
    { name: "emoji", title: words.emoji.short, Page: Emoji },
    { name: "links", title: words.administration.links, Page: Links },
    { name: "audit", title: words.administration.audit, Page: AuditLog, isForAdministrators: true },
    { name: "exports", title: words.administration.exports, Page: Exports, isForAdministrators: true },
  ],
};
