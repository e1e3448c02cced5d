import type { Channel } from "@parlance/contract/entities/channel.ts";
import {
  subscribe,
  unsubscribe,
  type ChannelProperty,
  setChannelProperty,
} from "../../client/actions/channels/subscriptions.ts";
import { MessageHtml } from "../../features/message-content/message-html.tsx";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { canAdministerChannel } from "../../client/replica/selectors/permissions.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Page, PageSection, SecondaryText, Row, ErrorText } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ChannelSettings } from "./channel-settings.tsx";
import { useState } from "react";
import { copyText } from "../../base/ui/clipboard.ts";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import { CheckboxField } from "../../base/ui/forms/choice-fields.tsx";

/**
 * The notification settings of a channel. The second name is the user's general setting, which applies if the user has
 * not set anything for the channel.
 */
const notificationSettings = [
  ["desktop_notifications", "enable_stream_desktop_notifications"],
  ["audible_notifications", "enable_stream_audible_notifications"],
  ["push_notifications", "enable_stream_push_notifications"],
  ["email_notifications", "enable_stream_email_notifications"],
  ["wildcard_mentions_notify", "wildcard_mentions_notify"],
] as const;

/** The user's own settings for a channel: its display and its notifications. */
function PersonalChannelSettings({ channelId }: { channelId: number }) {
  const client = useClient();
  const own = useClientState((state) => subscriptionsById(state).get(channelId));
  const settings = useClientState((state) => state.user_settings);
  const set = (property: ChannelProperty, value: boolean | string) =>
    void setChannelProperty(client, channelId, property, value).then(checkOutcome);
  if (!own) return null;
  return (
    <PageSection title={strings.own}>
      <div>
        <CheckboxField
          isSelected={own.is_muted}
          onChange={(value) => set("is_muted", value)}
          hint={words.pages.muteHint}
        >
          {words.pages.mute}
        </CheckboxField>
        <CheckboxField isSelected={own.pin_to_top} onChange={(value) => set("pin_to_top", value)}>
          {words.pages.pin}
        </CheckboxField>
        {notificationSettings.map(([property, usual]) => (
          <CheckboxField
            key={property}
            isSelected={own[property] ?? settings?.[usual] ?? false}
            {...(own[property] === null ? { hint: strings.asUsual } : {})}
            onChange={(value) => set(property, value)}
          >
            {strings.notices[property]}
          </CheckboxField>
        ))}
      </div>
      <ChannelColourField value={own.color} onChange={(colour) => set("color", colour)} />
    </PageSection>
  );
}

/** Field for the color of the channel. The color is saved when the field loses the focus. */
const ChannelColourField = ({ value, onChange }: { value: string; onChange: (colour: string) => void }) => (
  <label>
    {strings.colour}{" "}
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

const strings = words.channels;

/** Shows the email address with which messages can be posted to the channel. */
function ChannelEmailAddress({ channelId }: { channelId: number }) {
  const { call } = useClient();
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const show = async () => {
    const answer = await call("GET", `/streams/${channelId}/email_address`, {});
    setProblem(answer.result === "error" ? answer.msg : null);
    if (answer.result === "success") setAddress(answer.email);
  };
  const copy = async () => {
    await copyText(address ?? "");
    showToast({ text: words.message.copied });
  };
  return (
    <PageSection title={strings.mail}>
      <SecondaryText>{address === "" ? strings.noMail : strings.mailMore}</SecondaryText>
      <Row>
        {address === null && <Button onPress={() => void show()}>{strings.showMail}</Button>}
        {address !== null && address !== "" && (
          <>
            <code>{address}</code>
            <Button onPress={() => void copy()}>{words.security.copyKey}</Button>
          </>
        )}
      </Row>
      {problem !== null && <ErrorText>{problem}</ErrorText>}
    </PageSection>
  );
}

/** The channel's properties, and the user's own settings for it. */
export function ChannelGeneral({ channel }: { channel: Channel }) {
  const { stream_id: channelId } = channel;
  const isSubscribed = useClientState((state) => subscriptionsById(state).has(channelId));
  const isChangeable = useClientState((state) => canAdministerChannel(state, channelId));
  return (
    <Page>
      <ChannelFacts channel={channel} />
      {isSubscribed && <PersonalChannelSettings channelId={channelId} />}
      <ChannelEmailAddress channelId={channelId} />
      {isChangeable ? <ChannelSettings channel={channel} /> : <SecondaryText>{words.channels.whoMay}</SecondaryText>}
    </Page>
  );
}

function ChannelFacts({ channel }: { channel: Channel }) {
  const client = useClient();
  const { go } = useNavigator();
  const { stream_id: channelId, name, rendered_description, subscriber_count, stream_weekly_traffic } = channel;
  const own = useClientState((state) => subscriptionsById(state).get(channelId));
  const folder = useClientState((state) => state.channel_folders?.find(({ id }) => id === channel.folder_id)?.name);
  const change = () => void (own ? unsubscribe(client, channelId, name) : subscribe(client, name)).then(checkOutcome);
  const facts = [
    channel.is_archived ? words.channels.archived : "",
    channel.invite_only ? words.channels.isPrivate : "",
    folder === undefined ? "" : words.channels.inFolder(folder),
    words.pages.members(subscriber_count),
    stream_weekly_traffic === null ? "" : words.pages.traffic(stream_weekly_traffic),
  ];
  return (
    <PageSection title={words.pages.about}>
      {rendered_description !== "" && <MessageHtml html={rendered_description} />}
      <SecondaryText>{facts.filter((fact) => fact !== "").join(" · ")}</SecondaryText>
      <Row>
        <Button variant="primary" onPress={() => go({ kind: "channel", channelId, near: null })}>
          {words.pages.open}
        </Button>
        {!channel.is_archived && <Button onPress={change}>{own ? words.pages.leave : words.pages.join}</Button>}
      </Row>
    </PageSection>
  );
}
