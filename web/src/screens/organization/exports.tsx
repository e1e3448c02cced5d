import { useEffect } from "react";
import type { Call } from "@parlance/client";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Skeleton } from "../../base/ui/empty-state.tsx";
import { LineItem, Lines } from "../../base/ui/lists/item-list.tsx";
import { Page, Part, Quiet, Row } from "../../base/ui/page.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { useAnswer } from "../../hooks/use-query.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { exactly } from "../../base/words/en/times.ts";

const said = words.administration;

const askExports = async (call: Call) => call("GET", "/export/realm");

/** What leaves the organization in one file. */
export function Exports() {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  return (
    <Page>
      <Part title={said.exports}>
        {isAdministrator ? <AllExports /> : <Quiet>{words.pages.onlyAdministrators}</Quiet>}
      </Part>
      {isAdministrator && <Consents />}
    </Page>
  );
}

/** The kinds of exports, by the numbers of the API. */
const kinds = { public: 1, whole: 2 } as const;

function AllExports() {
  const { onEvents } = useClient();
  const { answer, problem, again } = useAnswer(askExports);
  const { isActing, act } = useAct();
  useEffect(
    () =>
      onEvents((events) => {
        if (events.some(({ type }) => type === "realm_export")) again();
      }),
    [onEvents, again],
  );
  const start = (kind: 1 | 2) => void act((call) => call("POST", "/export/realm", { export_type: kind }));
  const exports = (answer?.exports ?? []).filter(({ deleted_timestamp }) => deleted_timestamp === null).toReversed();
  return (
    <>
      <Quiet>{said.exportsMore}</Quiet>
      <Row>
        <Button look="primary" isDisabled={isActing} onPress={() => start(kinds.public)}>
          {said.exportPublic}
        </Button>
        <Button isDisabled={isActing} onPress={() => start(kinds.whole)}>
          {said.exportWhole}
        </Button>
      </Row>
      {problem !== null && <Quiet>{problem}</Quiet>}
      {!answer && problem === null && <Skeleton />}
      {answer && exports.length === 0 && <Quiet>{said.noExports}</Quiet>}
      <Lines>
        {exports.map((one) => (
          <ExportLine key={one.id} of={one} />
        ))}
      </Lines>
    </>
  );
}

const askConsents = async (call: Call) => call("GET", "/export/realm/consents");

/** Whose private messages are in exports with what people allow. */
function Consents() {
  const { answer, problem } = useAnswer(askConsents);
  const people = useKnown(peopleById);
  const those = (answer?.export_consents ?? []).filter(({ consented }) => consented);
  return (
    <Part title={said.consents}>
      {problem !== null && <Quiet>{problem}</Quiet>}
      {answer && <Quiet>{said.consentsOf(those.length, answer.export_consents.length)}</Quiet>}
      <Lines>
        {those.map(({ user_id }) => (
          <LineItem key={user_id} title={people.get(user_id)?.full_name ?? words.shell.unknownPerson} />
        ))}
      </Lines>
    </Part>
  );
}

type Export = Extract<Awaited<ReturnType<typeof askExports>>, { result: "success" }>["exports"][number];

function ExportLine({ of: made }: { of: Export }) {
  const { id, acting_user_id, export_time, pending, failed_timestamp, export_url, export_type } = made;
  const person = useKnown((state) => peopleById(state).get(acting_user_id)?.full_name ?? "");
  const { isActing, act } = useAct();
  const standing = pending ? said.pending : failed_timestamp === null ? "" : said.failed;
  return (
    <LineItem
      title={export_type === kinds.public ? said.kindPublic : said.kindWhole}
      note={[exactly(export_time * 1000), person, standing].filter((part) => part !== "").join(" · ")}
      end={
        pending ? undefined : (
          <>
            {export_url !== null && (
              <a href={export_url} download>
                {said.download}
              </a>
            )}
            <Button
              look="danger"
              isDisabled={isActing}
              onPress={() => void act((call) => call("DELETE", `/export/realm/${id}`, {}))}
            >
              {words.unsent.remove}
            </Button>
          </>
        )
      }
    />
  );
}
