import type { UserSettings } from "@parlance/contract/nouns/user-settings.ts";
import { setNewcomerSettings } from "../../../client/actions/change-settings.ts";
import { Page, Part, Quiet } from "../../../base/ui/page.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import type { SettingValue } from "../../../base/words/setting-words.ts";
import { NoticeSound } from "../../../features/settings/notification-sound-field.tsx";
import { NoticeTable } from "../../../features/settings/notification-table.tsx";
import { QuietHours } from "../../../features/settings/quiet-hours.tsx";
import { Setting, SettingsPart } from "../../../features/settings/setting-fields.tsx";
import { type SettingSource, SettingsOf } from "../../../features/settings/setting-source.tsx";

const said = words.settings;

/** What people say for themselves alone. */
const own: ReadonlySet<string> = new Set<keyof UserSettings>([
  "allow_private_data_export",
  "default_language",
  "enable_login_emails",
  "enable_marketing_emails",
]);

const newcomerSettings: SettingSource = {
  get: ({ realm_user_settings_defaults: settings }, name) =>
    own.has(name) ? undefined : (settings?.[name as keyof typeof settings] as SettingValue | null | undefined),
  set: (client, name, value) => setNewcomerSettings(client, { [name]: value }),
  mayChange: ({ is_admin }) => is_admin === true,
};

const { looks, reading, topics, others, privacy, notices, letters } = said.parts;

/** What the settings of who joins from now on are at first. */
export function Newcomers() {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  return (
    <SettingsOf source={newcomerSettings}>
      <Page>
        <Part title={said.newcomers}>
          {!isAdministrator && <Quiet>{words.pages.onlyAdministrators}</Quiet>}
          <Quiet>{said.newcomersMore}</Quiet>
        </Part>
        {[looks, reading].map((part) => (
          <SettingsPart key={part.title} part={part} />
        ))}
        <Setting name="enter_sends" about={{ kind: "tick", label: said.enterSends, hint: said.enterHint }} />
        <NoticeTable />
        <NoticeSound />
        <QuietHours isOwn={false} />
        {[notices, letters, topics, privacy, others].map((part) => (
          <SettingsPart key={part.title} part={part} />
        ))}
      </Page>
    </SettingsOf>
  );
}
