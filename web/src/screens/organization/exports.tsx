import { useEffect } from "react";
import type { Call } from "@parlance/client";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Skeleton } from "../../base/ui/empty-state.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../base/ui/page.tsx";
import { useAction } from "../../hooks/use-action.ts";
import { useQuery } from "../../hooks/use-query.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { exactly } from "../../base/words/en/times.ts";

const strings = words.administration;

const fetchExports = async (call: Call) => call("GET", "/export/realm");

/** Page with the organization's data exports. */
export function Exports() {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  return (
    <Page>
      <PageSection title={words.settingsPages.organization.exports.title}>
        {isAdministrator ? <ExportList /> : <SecondaryText>{words.pages.onlyAdministrators}</SecondaryText>}
      </PageSection>
      {isAdministrator && <Consents />}
    </Page>
  );
}

/** The numbers that the API uses for the types of exports. */
const kinds = { public: 1, whole: 2 } as const;

function ExportList() {
  const { onEvents } = useClient();
  const { data, error, refetch } = useQuery(fetchExports);
  const { isActing, act } = useAction();
  useEffect(
    () =>
      onEvents((events) => {
        if (events.some(({ type }) => type === "realm_export")) refetch();
      }),
    [onEvents, refetch],
  );
  const start = (kind: 1 | 2) => void act((call) => call("POST", "/export/realm", { export_type: kind }));
  const exports = (data?.exports ?? []).filter(({ deleted_timestamp }) => deleted_timestamp === null).toReversed();
  return (
    <>
      <SecondaryText>{strings.exportsMore}</SecondaryText>
      <Row>
        <Button variant="primary" isDisabled={isActing} onPress={() => start(kinds.public)}>
          {strings.exportPublic}
        </Button>
        <Button isDisabled={isActing} onPress={() => start(kinds.whole)}>
          {strings.exportWhole}
        </Button>
      </Row>
      {error !== null && <SecondaryText>{error}</SecondaryText>}
      {!data && error === null && <Skeleton />}
      {data && exports.length === 0 && <SecondaryText>{strings.noExports}</SecondaryText>}
      <ItemList>
        {exports.map((one) => (
          <ExportRow key={one.id} of={one} />
        ))}
      </ItemList>
    </>
  );
}

const fetchConsents = async (call: Call) => call("GET", "/export/realm/consents");

/** List of the users who allow their private messages to be exported. */
function Consents() {
  const { data, error } = useQuery(fetchConsents);
  const people = useClientState(peopleById);
  const those = (data?.export_consents ?? []).filter(({ consented }) => consented);
  return (
    <PageSection title={strings.consents}>
      {error !== null && <SecondaryText>{error}</SecondaryText>}
      {data && <SecondaryText>{strings.consentsOf(those.length, data.export_consents.length)}</SecondaryText>}
      <ItemList>
        {those.map(({ user_id }) => (
          <ItemRow key={user_id} title={people.get(user_id)?.full_name ?? words.shell.unknownPerson} />
        ))}
      </ItemList>
    </PageSection>
  );
}

type Export = Extract<Awaited<ReturnType<typeof fetchExports>>, { result: "success" }>["exports"][number];

function ExportRow({ of: made }: { of: Export }) {
  const { id, acting_user_id, export_time, pending, failed_timestamp, export_url, export_type } = made;
  const person = useClientState((state) => peopleById(state).get(acting_user_id)?.full_name ?? "");
  const { isActing, act } = useAction();
  const state = pending ? strings.pending : failed_timestamp === null ? "" : strings.failed;
  return (
    <ItemRow
      title={export_type === kinds.public ? strings.kindPublic : strings.kindWhole}
      note={[exactly(export_time * 1000), person, state].filter((part) => part !== "").join(" · ")}
      end={
        pending ? undefined : (
          <>
            {export_url !== null && (
              <a href={export_url} download>
                {strings.download}
              </a>
            )}
            <Button
              variant="danger"
              isDisabled={isActing}
              onPress={() => void act((call) => call("DELETE", `/export/realm/${id}`, {}))}
            >
              {words.drafts.remove}
            </Button>
          </>
        )
      }
    />
  );
}
