import { Page } from "../../base/ui/page.tsx";
import { words } from "../../base/words/index.ts";
import { SettingsSection } from "../../features/settings/setting-fields.tsx";

/** Page with the privacy settings. */
export const PrivacySettings = () => (
  <Page>
    <SettingsSection part={words.settings.parts.privacy} />
  </Page>
);
