import { X } from "lucide-react";
import { useState } from "react";
import { bestMatches } from "../../../base/text/rank-matches.ts";
import { channelsById } from "../../../client/replica/selectors/entities-by-id.ts";
import {
  defaultChannels,
  defaultChannelCandidates,
} from "../../../client/replica/selectors/channels/default-channels.ts";
import { Button, IconButton } from "../../../base/ui/forms/button.tsx";
import { ChannelIcon } from "../../../base/ui/channel-icon.tsx";
import { ComboBoxField } from "../../../base/ui/forms/combo-box-field.tsx";
import { ItemRow, ItemList } from "../../../base/ui/lists/item-list.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { RouteLink } from "../../../hooks/navigation/route-link.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const strings = words.folders;

/** List of the channels to which new users are subscribed automatically. */
export function DefaultChannels() {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const isGuest = useClientState((state) => state.is_guest ?? false);
  const channels = useClientState(defaultChannels);
  return (
    <Page>
      <PageSection title={words.settingsPages.organization["default-channels"].title}>
        {!isAdministrator && <SecondaryText>{words.pages.onlyAdministrators}</SecondaryText>}
        <SecondaryText>{strings.defaultsMore}</SecondaryText>
        {isAdministrator && <AddDefaultChannel />}
        {channels.length === 0 && (
          <SecondaryText>{isGuest ? strings.defaultsUnseen : strings.defaultsNone}</SecondaryText>
        )}
        <ItemList>
          {channels.map((channel) => (
            <DefaultChannelRow key={channel.stream_id} id={channel.stream_id} isChangeable={isAdministrator} />
          ))}
        </ItemList>
      </PageSection>
    </Page>
  );
}

function DefaultChannelRow({ id, isChangeable }: { id: number; isChangeable: boolean }) {
  const { isActing, act } = useAction();
  const channel = useClientState((state) => channelsById(state).get(id));
  if (!channel) return null;
  const { name, description, invite_only, is_web_public } = channel;
  return (
    <ItemRow
      icon={<ChannelIcon colour="currentColor" isPrivate={invite_only} isWebPublic={is_web_public} />}
      title={<RouteLink to={{ kind: "page", path: ["channels", String(id)] }}>{name}</RouteLink>}
      note={description === "" ? undefined : description}
      end={
        isChangeable ? (
          <IconButton
            label={strings.remove(name)}
            isDisabled={isActing}
            onPress={() => void act((call) => call("DELETE", "/default_streams", { stream_id: id }))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        ) : undefined
      }
    />
  );
}

/** Maximum number of suggestions. */
const MAX_OPTIONS = 30;

function AddDefaultChannel() {
  const { isActing, act } = useAction();
  const channels = useClientState(defaultChannelCandidates);
  const [written, setWritten] = useState("");
  const offers = bestMatches(channels, ({ name }) => [name], written, MAX_OPTIONS).map(({ name }) => name);
  const chosen = channels.find(({ name }) => name === written.trim());
  const add = async () => {
    if (!chosen) return;
    if (await act((call) => call("POST", "/default_streams", { stream_id: chosen.stream_id }))) setWritten("");
  };
  return (
    <>
      <Row>
        <ComboBoxField
          label={strings.channel}
          options={offers}
          value={written}
          onChange={setWritten}
          allowsCustomValue
        />
        <Button variant="primary" isDisabled={!chosen || isActing} onPress={() => void add()}>
          {strings.add}
        </Button>
      </Row>
      <SecondaryText>{strings.addMore}</SecondaryText>
    </>
  );
}
