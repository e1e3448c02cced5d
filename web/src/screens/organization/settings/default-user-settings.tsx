import type { UserSettings } from "@parlance/contract/nouns/user-settings.ts";
import { changeDefaultUserSettings } from "../../../client/actions/change-settings.ts";
import { Page, PageSection, SecondaryText } from "../../../base/ui/page.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import type { SettingValue } from "../../../base/words/setting-words.ts";
import { NotificationSoundField } from "../../../features/settings/notification-sound-field.tsx";
import { NotificationTable } from "../../../features/settings/notification-table.tsx";
import { QuietHours } from "../../../features/settings/quiet-hours.tsx";
import { Setting, SettingsSection } from "../../../features/settings/setting-fields.tsx";
import { type SettingSource, SettingSourceProvider } from "../../../features/settings/setting-source.tsx";

const strings = words.settings;

/** Settings without a default here: each user decides about them, or, for the language, the organization's profile. */
const personalSettings: ReadonlySet<string> = new Set<keyof UserSettings>([
  "allow_private_data_export",
  "default_language",
  "enable_login_emails",
  "enable_marketing_emails",
]);

const defaultUserSettingsSource: SettingSource = {
  get: ({ realm_user_settings_defaults: settings }, name) =>
    personalSettings.has(name)
      ? undefined
      : (settings?.[name as keyof typeof settings] as SettingValue | null | undefined),
  set: (client, name, value) => changeDefaultUserSettings(client, { [name]: value }),
  canChange: ({ is_admin }) => is_admin === true,
};

const { looks, reading, topics, others, privacy, notices, letters: emails } = strings.parts;

/** Page with the default settings for new users. */
export function DefaultUserSettingsPage() {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  return (
    <SettingSourceProvider source={defaultUserSettingsSource}>
      <Page>
        <PageSection title={words.settingsPages.organization.newcomers.title}>
          {!isAdministrator && <SecondaryText>{words.pages.onlyAdministrators}</SecondaryText>}
          <SecondaryText>{strings.newcomersMore}</SecondaryText>
        </PageSection>
        {[looks, reading].map((part) => (
          <SettingsSection key={part.title} part={part} />
        ))}
        <Setting name="enter_sends" about={{ kind: "tick", label: strings.enterSends, hint: strings.enterHint }} />
        <NotificationTable />
        <NotificationSoundField />
        <QuietHours isOwn={false} />
        {[notices, emails, topics, privacy, others].map((part) => (
          <SettingsSection key={part.title} part={part} />
        ))}
      </Page>
    </SettingSourceProvider>
  );
}
