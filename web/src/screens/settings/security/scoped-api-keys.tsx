import type { Call } from "@parlance/client";
import { useState } from "react";
import { Button } from "../../../base/ui/forms/button.tsx";
import { lazyComponent } from "../../../base/ui/loading/lazy-component.tsx";
import { ItemRow, ItemList } from "../../../base/ui/lists/item-list.tsx";
import { PageSection, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useQuery } from "../../../hooks/use-query.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { useOpenOverlay } from "../../../hooks/context/overlay-context.tsx";
import { NewSecret } from "../../../features/settings/new-secret.tsx";
import { words } from "../../../base/words/index.ts";
import { ago, exactly } from "../../../base/words/en/times.ts";

const NewScopedApiKeyDialog = lazyComponent(
  async () => (await import("./new-scoped-api-key-dialog.tsx")).NewScopedApiKeyDialog,
);

const strings = words.security;

const fetchKeys = async (call: Call) => call("GET", "/users/me/api_keys");

type ScopedApiKey = Extract<Awaited<ReturnType<typeof fetchKeys>>, { result: "success" }>["api_keys"][number];

/** List of the user's scoped API keys. Each is meant for one program and allows only part of what the user can do. */
export function ScopedApiKeys() {
  const { data, error, refetch } = useQuery(fetchKeys);
  const show = useOpenOverlay();
  const [made, setMade] = useState<string | null>(null);
  const receive = (key: string) => {
    setMade(key);
    refetch();
  };
  return (
    <PageSection title={strings.lesser}>
      <SecondaryText>{strings.lesserMore}</SecondaryText>
      <Row>
        <Button onPress={() => show((close) => <NewScopedApiKeyDialog onCreated={receive} onClose={close} />)}>
          {strings.newKey}
        </Button>
      </Row>
      {made !== null && <NewSecret secret={made} />}
      {error !== null && <SecondaryText>{error}</SecondaryText>}
      <ItemList>
        {data?.api_keys.map((one) => (
          <ScopedApiKeyRow key={one.id} of={one} onChange={refetch} />
        ))}
      </ItemList>
    </PageSection>
  );
}

function ScopedApiKeyRow({ of: key, onChange }: { of: ScopedApiKey; onChange: () => void }) {
  const { id, name, read_only, channel_ids, operations, expires_at, last_used_at } = key;
  const { isActing, act } = useAction();
  const now = useNow();
  const revoke = async () => {
    if (await act((call) => call("DELETE", `/users/me/api_keys/${id}`, {}))) onChange();
  };
  const note = [
    read_only ? strings.readsOnly : "",
    operations === null ? "" : strings.operations(operations.length),
    channel_ids === null ? "" : strings.channels(channel_ids.length),
    expires_at === null ? strings.noEnd : words.invitations.until(exactly(expires_at * 1000)),
    last_used_at === null ? strings.neverUsed : words.pages.used(ago(last_used_at * 1000, now)),
  ];
  return (
    <ItemRow
      title={name}
      note={note.filter((part) => part !== "").join(" · ")}
      wrapsNote
      end={
        <Button variant="danger" isDisabled={isActing} onPress={() => void revoke()}>
          {strings.revoke}
        </Button>
      }
    />
  );
}
