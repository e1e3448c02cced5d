import type { ReactNode } from "react";
import { Page, Quiet } from "../../../base/ui/page.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import type { SettingPart } from "../../../base/words/setting-words.ts";
import { SettingsPart } from "../../../features/settings/setting-fields.tsx";
import { SettingsOf } from "../../../features/settings/setting-source.tsx";
import { mayChangeRealm, realmSettings } from "../realm-setting-source.ts";

interface RealmSettingsProps {
  readonly parts: readonly SettingPart[];
  readonly children?: ReactNode;
}

/** Parts of the organization's settings, with who may change them where the reader may not. */
export const RealmSettings = ({ parts, children }: RealmSettingsProps) => (
  <SettingsOf source={realmSettings}>
    <Page>
      {parts.map((part) => (
        <div key={part.title}>
          <SettingsPart part={part} />
          <WhoMay names={Object.keys(part.settings)} />
        </div>
      ))}
      {children}
    </Page>
  </SettingsOf>
);

/** Says who may change settings of the organization, where the reader may not change them all. */
export function WhoMay({ names }: { names: readonly string[] }) {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const mayAll = useKnown((state) => names.every((name) => mayChangeRealm(state, name)));
  if (mayAll) return null;
  return <Quiet>{isAdministrator ? words.administration.onlyOwners : words.pages.onlyAdministrators}</Quiet>;
}
