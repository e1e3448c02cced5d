import { setSettings } from "../../actions/set-setting.ts";
import { told } from "../../message/told.ts";
import { Choice } from "../../ui/choice.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useKnown } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";
import { SettingTicks } from "./setting-ticks.tsx";

const clocks: Readonly<Record<string, boolean>> = { "24": true, "12": false };

/** How the page looks, and how reading and writing go. */
export function Appearance() {
  const client = useClient();
  const settings = useKnown((state) => state.user_settings);
  if (!settings) return null;
  const { color_scheme, web_home_view, twenty_four_hour_time, web_mark_read_on_scroll_policy } = settings;
  const set = (changes: Parameters<typeof setSettings>[1]) => void setSettings(client, changes).then(told);
  const clock = Object.keys(clocks).find((name) => clocks[name] === twenty_four_hour_time) ?? "usual";
  return (
    <Page>
      <Part title={words.pages.appearance}>
        <Choice
          label={words.pages.theme}
          options={words.pages.themes}
          value={color_scheme}
          onChange={(value) => set({ color_scheme: value as 1 | 2 | 3 })}
        />
        <Choice
          label={words.pages.home}
          options={words.pages.homes}
          value={web_home_view}
          onChange={(value) => set({ web_home_view: value as "inbox" })}
        />
        <Choice
          label={words.pages.clock}
          options={words.pages.clocks.filter(({ value }) => value === clock || value !== "usual")}
          value={clock}
          onChange={(value) => set({ twenty_four_hour_time: clocks[value] })}
        />
        <Choice
          label={words.pages.readPolicy}
          options={words.pages.readPolicies}
          value={web_mark_read_on_scroll_policy}
          onChange={(value) => set({ web_mark_read_on_scroll_policy: value as 1 | 2 | 3 })}
        />
        <SettingTicks
          names={[
            "enter_sends",
            "presence_enabled",
            "send_read_receipts",
            "receives_typing_notifications",
            "send_private_typing_notifications",
            "send_stream_typing_notifications",
          ]}
        />
      </Part>
    </Page>
  );
}
