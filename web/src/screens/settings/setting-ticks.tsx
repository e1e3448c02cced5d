import type { UserSettings } from "@parlance/contract/nouns/user-settings.ts";
import { setSettings } from "../../actions/set-setting.ts";
import { told } from "../../message/told.ts";
import { Tick } from "../../ui/choice.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useKnown } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";

type TickName = keyof typeof words.pages.ticks & keyof UserSettings;

/** Settings that are on or off. */
export const SettingTicks = ({ names }: { names: readonly TickName[] }) => (
  <div>
    {names.map((name) => (
      <SettingTick key={name} name={name} />
    ))}
  </div>
);

function SettingTick({ name }: { name: TickName }) {
  const client = useClient();
  const isOn = useKnown((state) => state.user_settings?.[name] === true);
  return (
    <Tick isSelected={isOn} onChange={(value) => void setSettings(client, { [name]: value }).then(told)}>
      {words.pages.ticks[name]}
    </Tick>
  );
}
