import type { ScreenProps } from "../../hooks/screens/screen.ts";
import { SettingsArea, type SettingsPages } from "../../features/settings/settings-area.tsx";
import { OwnBots } from "../../features/bots/own-bots.tsx";
import { UserPage } from "../organization/users/user-page.tsx";
import { Account } from "./account.tsx";
import { AlertWordsAndMutes } from "./alert-words-and-mutes.tsx";
import { Appearance } from "./appearance.tsx";
import { KeyboardShortcuts } from "./keyboard.tsx";
import { Notifications } from "./notifications.tsx";
import { PrivacySettings } from "./privacy.tsx";
import { Security } from "./security/security.tsx";
import { Sessions } from "./security/sessions.tsx";
import { UploadedFiles } from "./uploaded-files.tsx";

/** The list of the user's own bots, or the page of one of them. */
const BotsPage = ({ id }: { id: string | undefined }) =>
  id === undefined ? <OwnBots /> : <UserPage key={id} userId={Number(id)} />;

/** The components of the pages; `words.settingsPages` has their order. */
const pages: SettingsPages<"settings"> = {
  account: { Page: Account },
  privacy: { Page: PrivacySettings },
  appearance: { Page: Appearance },
  notifications: { Page: Notifications },
  words: { Page: AlertWordsAndMutes },
  keyboard: { Page: KeyboardShortcuts },
  security: { Page: Security },
  sessions: { Page: Sessions },
  files: { Page: UploadedFiles },
  bots: { Page: BotsPage },
};

/** The user's own settings. */
export const SettingsScreen = ({ path }: ScreenProps) => <SettingsArea area="settings" pages={pages} path={path} />;
