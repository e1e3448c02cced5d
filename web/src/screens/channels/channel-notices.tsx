import { type ChannelProperty, setChannelProperty } from "../../client/actions/channels/subscriptions.ts";
import { told } from "../../hooks/check-outcome.ts";
import { subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { Tick } from "../../base/ui/forms/choice-fields.tsx";
import { Part } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";

const said = words.channels;

/** What one is told of a channel, with the setting that holds where one has said nothing of this channel. */
const notices = [
  ["desktop_notifications", "enable_stream_desktop_notifications"],
  ["audible_notifications", "enable_stream_audible_notifications"],
  ["push_notifications", "enable_stream_push_notifications"],
  ["email_notifications", "enable_stream_email_notifications"],
  ["wildcard_mentions_notify", "wildcard_mentions_notify"],
] as const;

/** How one wants to see a channel, and what one wants to be told of it. */
export function OwnOfChannel({ channelId }: { channelId: number }) {
  const client = useClient();
  const own = useKnown((state) => subscriptionsById(state).get(channelId));
  const settings = useKnown((state) => state.user_settings);
  const set = (property: ChannelProperty, value: boolean | string) =>
    void setChannelProperty(client, channelId, property, value).then(told);
  if (!own) return null;
  return (
    <Part title={said.own}>
      <div>
        <Tick isSelected={own.is_muted} onChange={(value) => set("is_muted", value)} hint={words.pages.muteHint}>
          {words.pages.mute}
        </Tick>
        <Tick isSelected={own.pin_to_top} onChange={(value) => set("pin_to_top", value)}>
          {words.pages.pin}
        </Tick>
        {notices.map(([property, usual]) => (
          <Tick
            key={property}
            isSelected={own[property] ?? settings?.[usual] ?? false}
            {...(own[property] === null ? { hint: said.asUsual } : {})}
            onChange={(value) => set(property, value)}
          >
            {said.notices[property]}
          </Tick>
        ))}
      </div>
      <Colour value={own.color} onChange={(colour) => set("color", colour)} />
    </Part>
  );
}

/** The colour of its mark: chosen when the browser's own window for that is closed. */
const Colour = ({ value, onChange }: { value: string; onChange: (colour: string) => void }) => (
  <label>
    {said.colour}{" "}
    <input
      key={value}
      type="color"
      defaultValue={value}
      onBlur={({ target }) => {
        if (target.value !== value) onChange(target.value);
      }}
    />
  </label>
);
