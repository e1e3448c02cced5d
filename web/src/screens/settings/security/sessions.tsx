import type { Call } from "@parlance/client";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Skeleton } from "../../../base/ui/empty-state.tsx";
import { ItemList, ItemRow } from "../../../base/ui/lists/item-list.tsx";
import { Page, PageSection, SecondaryText } from "../../../base/ui/page.tsx";
import { showToast } from "../../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useQuery } from "../../../hooks/use-query.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { words } from "../../../base/words/index.ts";
import { ago } from "../../../base/words/en/times.ts";

const fetchSessions = (call: Call) => call("GET", "/users/me/sessions");

/** List of the browsers in which the user is logged in. */
export function Sessions() {
  const { call } = useClient();
  const { data, error, refetch } = useQuery(fetchSessions);
  const now = useNow();
  const end = async (id: number) => {
    const done = await call("DELETE", `/users/me/sessions/${id}`);
    if (done.result === "error") showToast({ text: done.msg, isError: true });
    refetch();
  };
  const endOthers = async () => {
    const done = await call("DELETE", "/users/me/sessions");
    showToast(
      done.result === "error" ? { text: done.msg, isError: true } : { text: words.pages.signedOutOthers(done.ended) },
    );
    refetch();
  };
  const sessions = data?.sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) ?? [];
  return (
    <Page>
      <PageSection title={words.settingsPages.settings.sessions.title}>
        {error !== null && <SecondaryText>{error}</SecondaryText>}
        {!data && error === null && <Skeleton />}
        <ItemList>
          {sessions.map(({ id, client, network, last_used_at, is_current }) => (
            <ItemRow
              key={id}
              title={client === "" ? network : client}
              note={`${network} · ${words.pages.used(ago(last_used_at * 1000, now))}`}
              end={
                is_current ? (
                  <SecondaryText>{words.pages.thisSession}</SecondaryText>
                ) : (
                  <Button onPress={() => void end(id)}>{words.pages.endSession}</Button>
                )
              }
            />
          ))}
        </ItemList>
        {sessions.length > 1 ? (
          <Button variant="danger" onPress={() => void endOthers()}>
            {words.pages.endOthers}
          </Button>
        ) : (
          data && <SecondaryText>{words.pages.noOtherSession}</SecondaryText>
        )}
      </PageSection>
    </Page>
  );
}
