import { botTypes } from "@parlance/contract/entities/bot.ts";
import type { Bot } from "@parlance/contract/nouns/bots.ts";
import { memo } from "../../client/replica/selectors/memo.ts";
import { hasRealmPermission } from "../../client/replica/selectors/permissions.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Button } from "../../base/ui/forms/button.tsx";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../base/ui/page.tsx";
import { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";

const NewBotDialog = lazyComponent(async () => (await import("./new-bot.tsx")).NewBotDialog);

const strings = words.bots;

const ownBots = memo(["realm_bots", "user_id"], ({ realm_bots = [], user_id: me }): readonly Bot[] =>
  realm_bots
    .filter(({ owner_id }) => owner_id === me)
    .toSorted((a, b) => Number(b.is_active) - Number(a.is_active) || a.full_name.localeCompare(b.full_name)),
);

/** Numbers of the bot types that the user may create. */
const creatableBotTypes = memo(
  ["realm_can_create_bots_group", "realm_can_create_write_only_bots_group", "realm_user_groups", "user_id"],
  (state): readonly number[] => {
    if (hasRealmPermission(state, "can_create_bots_group")) {
      return [botTypes.generic, botTypes.incomingWebhook, botTypes.outgoingWebhook];
    }
    return hasRealmPermission(state, "can_create_write_only_bots_group") ? [botTypes.incomingWebhook] : [];
  },
);

/** List of the user's own bots. */
export function OwnBots() {
  const show = useOpenOverlay();
  const bots = useClientState(ownBots);
  const types = useClientState(creatableBotTypes);
  return (
    <Page>
      <PageSection title={strings.own}>
        <SecondaryText>{strings.more}</SecondaryText>
        {types.length === 0 ? (
          <SecondaryText>{strings.notYou}</SecondaryText>
        ) : (
          <Row>
            <Button variant="primary" onPress={() => show((close) => <NewBotDialog types={types} onClose={close} />)}>
              {strings.create}
            </Button>
          </Row>
        )}
        {bots.length === 0 && <SecondaryText>{strings.none}</SecondaryText>}
        <ItemList>
          {bots.map((bot) => (
            <BotRow key={bot.user_id} bot={bot} />
          ))}
        </ItemList>
      </PageSection>
    </Page>
  );
}

function BotRow({ bot: { user_id: id, full_name, avatar_url, bot_type, email, is_active } }: { bot: Bot }) {
  const note = [is_active ? "" : words.pages.deactivated, strings.types[bot_type ?? 0] ?? "", email];
  return (
    <ItemRow
      icon={<Avatar id={id} name={full_name} url={avatar_url} size={36} />}
      title={<RouteLink to={{ kind: "page", path: ["settings", "bots", String(id)] }}>{full_name}</RouteLink>}
      note={note.filter((part) => part !== "").join(" · ")}
    />
  );
}
