import { Page } from "../../base/ui/page.tsx";
import { words } from "../../base/words/index.ts";
import { SettingsPart } from "../../features/settings/setting-fields.tsx";

/** What others learn of one. */
export const Privacy = () => (
  <Page>
    <SettingsPart part={words.settings.parts.privacy} />
  </Page>
);
