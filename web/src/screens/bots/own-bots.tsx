import { botTypes } from "@parlance/contract/entities/bot.ts";
import type { Bot } from "@parlance/contract/nouns/bots.ts";
import { memo } from "../../client/replica/selectors/memo.ts";
import { mayAs } from "../../client/replica/selectors/permissions.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Button } from "../../base/ui/forms/button.tsx";
import { late } from "../../base/ui/loading/lazy-component.tsx";
import { LineItem, Lines } from "../../base/ui/lists/item-list.tsx";
import { Page, Part, Quiet, Row } from "../../base/ui/page.tsx";
import { useOverlays } from "../../hooks/context/overlay-context.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";

const NewBot = late(async () => (await import("./new-bot.tsx")).NewBot);

const said = words.bots;

const ownBots = memo(["realm_bots", "user_id"], ({ realm_bots = [], user_id: me }): readonly Bot[] =>
  realm_bots
    .filter(({ owner_id }) => owner_id === me)
    .toSorted((a, b) => Number(b.is_active) - Number(a.is_active) || a.full_name.localeCompare(b.full_name)),
);

/** The types of which the reader may make bots. */
const mayMake = memo(
  ["realm_can_create_bots_group", "realm_can_create_write_only_bots_group", "realm_user_groups", "user_id"],
  (state): readonly number[] => {
    if (mayAs(state, state.realm_can_create_bots_group)) {
      return [botTypes.generic, botTypes.incomingWebhook, botTypes.outgoingWebhook];
    }
    return mayAs(state, state.realm_can_create_write_only_bots_group) ? [botTypes.incomingWebhook] : [];
  },
);

/** The bots that one runs. */
export function OwnBots() {
  const show = useOverlays();
  const bots = useKnown(ownBots);
  const types = useKnown(mayMake);
  return (
    <Page>
      <Part title={said.own}>
        <Quiet>{said.more}</Quiet>
        {types.length === 0 ? (
          <Quiet>{said.notYou}</Quiet>
        ) : (
          <Row>
            <Button look="primary" onPress={() => show((close) => <NewBot types={types} onClose={close} />)}>
              {said.create}
            </Button>
          </Row>
        )}
        {bots.length === 0 && <Quiet>{said.none}</Quiet>}
        <Lines>
          {bots.map((bot) => (
            <BotLine key={bot.user_id} bot={bot} />
          ))}
        </Lines>
      </Part>
    </Page>
  );
}

function BotLine({ bot: { user_id: id, full_name, avatar_url, bot_type, email, is_active } }: { bot: Bot }) {
  const note = [is_active ? "" : words.pages.deactivated, said.types[bot_type ?? 0] ?? "", email];
  return (
    <LineItem
      sign={<Avatar id={id} name={full_name} url={avatar_url} size={36} />}
      title={<PlaceLink to={{ kind: "page", path: ["settings", "bots", String(id)] }}>{full_name}</PlaceLink>}
      note={note.filter((part) => part !== "").join(" · ")}
    />
  );
}
