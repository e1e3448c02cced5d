import { botTypes } from "@parlance/contract/entities/bot.ts";
import type { Bot } from "@parlance/contract/nouns/bots.ts";
import type { ParametersOf } from "@parlance/client";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { SelectField, CheckboxField } from "../../base/ui/forms/choice-fields.tsx";
import { PageSection, SecondaryText, Row, ErrorText } from "../../base/ui/page.tsx";
import { useAction } from "../../hooks/use-action.ts";
import { SavedField } from "../../hooks/saved-field.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ChannelNameField } from "./channel-name-field.tsx";
import { callAsBot } from "../../client/connection/call-as-bot.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { PictureField } from "../settings/picture-field.tsx";
import { useState } from "react";
import { copyText } from "../../base/ui/clipboard.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import { bestMatches } from "../../base/text/rank-matches.ts";
import { ComboBoxField } from "../../base/ui/forms/combo-box-field.tsx";

/** Maximum number of suggestions. */
const MAX_OPTIONS = 30;

/** Shows the owner of the bot, with a field to change the owner. */
function BotOwner({ bot: { user_id: id, owner_id, is_active } }: { bot: Bot }) {
  const people = useClientState(peopleById);
  const { attempt } = useAction();
  const [written, setWritten] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const owners = new Map<string, number>();
  for (const { user_id, full_name, is_bot, is_active: isActive } of people.values()) {
    if (isActive && !is_bot && user_id !== owner_id) {
      owners.set(owners.has(full_name) ? `${full_name} (${user_id})` : full_name, user_id);
    }
  }
  const write = async (text: string) => {
    const chosen = owners.get(text);
    setWritten(chosen === undefined ? text : "");
    if (chosen === undefined) return;
    const outcome = await attempt((call) => call("PATCH", `/bots/${id}`, { bot_owner_id: chosen }));
    setProblem(outcome.done ? null : outcome.message);
  };
  return (
    <PageSection title={strings.owner}>
      <b dir="auto">{people.get(owner_id ?? 0)?.full_name ?? words.shell.unknownPerson}</b>
      <SecondaryText>{strings.ownerMore}</SecondaryText>
      {is_active && (
        <ComboBoxField
          label={strings.newOwner}
          options={bestMatches(owners.keys(), (name) => [name], written, MAX_OPTIONS)}
          value={written}
          onChange={(text) => void write(text)}
        />
      )}
      {problem !== null && <ErrorText>{problem}</ErrorText>}
    </PageSection>
  );
}

/** Shows the bot's API key, with buttons to copy and to regenerate it. */
function BotApiKey({ bot: { user_id: id, email, api_key, is_active } }: { bot: Bot }) {
  const { isActing, act } = useAction();
  const [isShown, setShown] = useState(false);
  const copy = async () => {
    await copyText(api_key);
    showToast({ text: words.message.copied });
  };
  const renew = async () => {
    if (await act((call) => call("POST", `/bots/${id}/api_key/regenerate`, {}))) showToast({ text: strings.renewed });
  };
  return (
    <PageSection title={strings.key}>
      <SecondaryText>
        {strings.address} <code>{email}</code>
      </SecondaryText>
      {api_key === "" ? (
        <SecondaryText>{strings.keyHidden}</SecondaryText>
      ) : (
        <Row>
          {isShown ? <code>{api_key}</code> : <Button onPress={() => setShown(true)}>{strings.showKey}</Button>}
          <Button onPress={() => void copy()}>{strings.copyKey}</Button>
          {is_active && (
            <Button variant="danger" isDisabled={isActing} onPress={() => void renew()}>
              {strings.renewKey}
            </Button>
          )}
        </Row>
      )}
    </PageSection>
  );
}

/** The bot's avatar. An account can change only its own avatar, so the request is sent with the bot's API key. */
function BotPicture({ bot: { user_id: id, full_name, avatar_url, email, api_key } }: { bot: Bot }) {
  const call = callAsBot(email, api_key);
  return (
    <PageSection title={words.bots.picture}>
      <PictureField
        label={words.bots.picture}
        picture={<Avatar id={id} name={full_name} url={avatar_url} size={72} />}
        isDisabled={false}
        hasOwn
        upload={(file) => () => call("POST", "/users/me/avatar", { filename: file })}
        remove={() => call("DELETE", "/users/me/avatar", {})}
      />
    </PageSection>
  );
}

const strings = words.bots;

/** The settings of a bot that its owner can change. */
export function BotSettings({ botId }: { botId: number }) {
  const bot = useClientState((state) => state.realm_bots?.find(({ user_id }) => user_id === botId));
  const user = useClientState((state) => peopleById(state).get(botId));
  if (!bot || !user) return null;
  return (
    <>
      {bot.is_active && bot.api_key !== "" && <BotPicture bot={bot} />}
      <BotApiKey bot={bot} />
      <BotBehavior bot={bot} />
      <BotOwner bot={bot} />
    </>
  );
}

/** The type of the bot, and the channels that it posts to and receives events from by default. */
function BotBehavior({ bot }: { bot: Bot }) {
  const { isActing, act } = useAction();
  const { user_id: id, default_sending_stream, default_events_register_stream, default_all_public_streams } = bot;
  type Changes = ParametersOf<"PATCH /bots/:bot_id">;
  const set = (changes: Changes) => void act((call) => call("PATCH", `/bots/${id}`, changes));
  const isDisabled = !bot.is_active || isActing;
  return (
    <PageSection title={strings.settings}>
      <SecondaryText>{strings.types[bot.bot_type ?? 0]}</SecondaryText>
      <ChannelNameField
        label={strings.channel}
        value={default_sending_stream ?? ""}
        isDisabled={isDisabled}
        onChange={(name) => set({ default_sending_stream: name })}
      />
      <ChannelNameField
        label={strings.events}
        value={default_events_register_stream ?? ""}
        isDisabled={isDisabled}
        onChange={(name) => set({ default_events_register_stream: name })}
      />
      <CheckboxField
        isSelected={default_all_public_streams}
        isDisabled={isDisabled}
        onChange={(value) => set({ default_all_public_streams: value })}
      >
        {strings.allPublic}
      </CheckboxField>
      {bot.bot_type === botTypes.outgoingWebhook && <OutgoingWebhook bot={bot} />}
    </PageSection>
  );
}

/** The URL to which an outgoing webhook bot sends messages, and the format of its requests. */
function OutgoingWebhook({ bot: { user_id: id, is_active, services } }: { bot: Bot }) {
  const { isActing, act, attempt } = useAction();
  const [service] = services;
  if (!service || !("base_url" in service)) return null;
  return (
    <>
      <SavedField
        label={strings.payload}
        savedValue={service.base_url}
        type="url"
        isDisabled={!is_active}
        onSave={async (url) =>
          attempt((call) => call("PATCH", `/bots/${id}`, { service_payload_url: JSON.stringify(url) }))
        }
      />
      <SelectField
        label={strings.interface}
        options={strings.interfaces}
        value={service.interface}
        isDisabled={!is_active || isActing}
        onChange={(value) => void act((call) => call("PATCH", `/bots/${id}`, { service_interface: value }))}
      />
      <SecondaryText>
        {strings.token} <code>{service.token}</code>
      </SecondaryText>
    </>
  );
}
