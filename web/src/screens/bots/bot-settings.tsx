import { botTypes } from "@parlance/contract/entities/bot.ts";
import type { Bot } from "@parlance/contract/nouns/bots.ts";
import type { ParametersOf } from "@parlance/client";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Choice, Tick } from "../../base/ui/forms/choice-fields.tsx";
import { Part, Quiet } from "../../base/ui/page.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { SavedField } from "../../hooks/saved-field.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { BotKey } from "./bot-key.tsx";
import { BotOwner } from "./bot-owner.tsx";
import { BotPicture } from "./bot-picture.tsx";
import { ChannelNameChoice } from "./channel-name-field.tsx";

const said = words.bots;

/** What those change of a bot who run it. */
export function BotSettings({ botId }: { botId: number }) {
  const bot = useKnown((state) => state.realm_bots?.find(({ user_id }) => user_id === botId));
  const user = useKnown((state) => peopleById(state).get(botId));
  if (!bot || !user) return null;
  return (
    <>
      {bot.is_active && bot.api_key !== "" && <BotPicture bot={bot} />}
      <BotKey bot={bot} />
      <Doing bot={bot} />
      <BotOwner bot={bot} />
    </>
  );
}

/** What it does. */
function Doing({ bot }: { bot: Bot }) {
  const { isActing, act } = useAct();
  const { user_id: id, default_sending_stream, default_events_register_stream, default_all_public_streams } = bot;
  type Changes = ParametersOf<"PATCH /bots/:bot_id">;
  const set = (changes: Changes) => void act((call) => call("PATCH", `/bots/${id}`, changes));
  const isDisabled = !bot.is_active || isActing;
  return (
    <Part title={said.settings}>
      <Quiet>{said.types[bot.bot_type ?? 0]}</Quiet>
      <ChannelNameChoice
        label={said.channel}
        value={default_sending_stream ?? ""}
        isDisabled={isDisabled}
        onChange={(name) => set({ default_sending_stream: name })}
      />
      <ChannelNameChoice
        label={said.events}
        value={default_events_register_stream ?? ""}
        isDisabled={isDisabled}
        onChange={(name) => set({ default_events_register_stream: name })}
      />
      <Tick
        isSelected={default_all_public_streams}
        isDisabled={isDisabled}
        onChange={(value) => set({ default_all_public_streams: value })}
      >
        {said.allPublic}
      </Tick>
      {bot.bot_type === botTypes.outgoingWebhook && <Posting bot={bot} />}
    </Part>
  );
}

/** Where it has messages posted, and how. */
function Posting({ bot: { user_id: id, is_active, services } }: { bot: Bot }) {
  const { isActing, act, attempt } = useAct();
  const [service] = services;
  if (!service || !("base_url" in service)) return null;
  return (
    <>
      <SavedField
        label={said.payload}
        known={service.base_url}
        type="url"
        isDisabled={!is_active}
        onSave={async (url) =>
          attempt((call) => call("PATCH", `/bots/${id}`, { service_payload_url: JSON.stringify(url) }))
        }
      />
      <Choice
        label={said.interface}
        options={said.interfaces}
        value={service.interface}
        isDisabled={!is_active || isActing}
        onChange={(value) => void act((call) => call("PATCH", `/bots/${id}`, { service_interface: value }))}
      />
      <Quiet>
        {said.token} <code>{service.token}</code>
      </Quiet>
    </>
  );
}
