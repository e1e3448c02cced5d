import { createContext, use, type ReactNode } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import { changeSettings } from "../../client/actions/change-settings.ts";
import type { Client, Outcome } from "../../client/connection/client.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import type { SettingValue } from "../../base/words/setting-words.ts";

/**
 * Reads and changes the settings that the components below show, for example those of the user or of the organization.
 * Names and values are those of the API.
 */
export interface SettingSource {
  /** Returns the value of a setting. Undefined means that the setting does not exist, and null that it has no value. */
  readonly get: (state: State, name: string) => SettingValue | null | undefined;
  readonly set: (client: Client, name: string, value: SettingValue) => Promise<Outcome>;
  readonly canChange: (state: State, name: string) => boolean;
}

/** Reads and changes the user's own settings. The default source. */
const ownSettingSource: SettingSource = {
  get: ({ user_settings: settings }, name) => settings?.[name as keyof typeof settings] as SettingValue | null,
  set: (client, name, value) => changeSettings(client, { [name]: value }),
  canChange: () => true,
};

const SettingSourceContext = createContext<SettingSource>(ownSettingSource);

/** Makes the components below show the settings of the given source. */
export const SettingSourceProvider = ({ source, children }: { source: SettingSource; children: ReactNode }) => (
  <SettingSourceContext value={source}>{children}</SettingSourceContext>
);

/** Returns the value of a setting, whether the user may change it, and a function that changes it. */
export function useSetting(name: string) {
  const client = useClient();
  const source = use(SettingSourceContext);
  const value = useClientState((state) => source.get(state, name));
  const mayChange = useClientState((state) => source.canChange(state, name));
  return { value, mayChange, set: (to: SettingValue) => source.set(client, name, to) };
}
