import { useCallback, useState } from "react";
import type { Call } from "@parlance/client";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Button } from "../../base/ui/forms/button.tsx";
import { Combo } from "../../base/ui/forms/combo-box-field.tsx";
import { Skeleton } from "../../base/ui/empty-state.tsx";
import { LineItem, Lines } from "../../base/ui/lists/item-list.tsx";
import { Page, Quiet, Row } from "../../base/ui/page.tsx";
import { best } from "../../base/text/rank-matches.ts";
import { useAnswer } from "../../hooks/use-query.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { exactly } from "../../base/words/en/times.ts";
import { type Entry, changesOf, targetOf } from "./audit-entry.ts";

const said = words.administration;

/** So many entries are asked for at a time. */
const PAGE = 50;

const askFor = async (call: Call, filter: { readonly actor_id?: number; readonly before?: number }) =>
  call("GET", "/audit_log", { limit: PAGE, ...filter });

/** What was done to others and to the organization, the newest first. */
export function AuditLog() {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const people = useKnown(peopleById);
  const [name, setName] = useState("");
  const actor = [...people.values()].find(({ full_name }) => full_name === name);
  if (!isAdministrator) {
    return (
      <Page>
        <Quiet>{said.auditForAdministrators}</Quiet>
      </Page>
    );
  }
  const names = best(
    new Set([...people.values()].map(({ full_name }) => full_name)),
    (text) => [text],
    actor ? "" : name,
    NAMES,
  );
  return (
    <Page>
      <Combo
        label={said.byWhom}
        options={names}
        value={name}
        onChange={setName}
        takesOthers
        placeholder={said.anybody}
      />
      <Entries key={actor?.user_id ?? "all"} actorId={actor?.user_id} />
    </Page>
  );
}

/** So many names are offered at a time. */
const NAMES = 30;

function Entries({ actorId }: { actorId: number | undefined }) {
  const { entries, problem, isHere, more } = useEntries(actorId);
  return (
    <>
      {problem !== null && <Quiet>{problem}</Quiet>}
      {!isHere && problem === null && <Skeleton lines={6} />}
      {isHere && entries.length === 0 && <Quiet>{said.noEntries}</Quiet>}
      <Lines>
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} />
        ))}
      </Lines>
      {more && (
        <Row>
          <Button onPress={() => void more()}>{said.older}</Button>
        </Row>
      )}
    </>
  );
}

/** What somebody did, as far as it was asked for; `more` asks for what is older, where there is such. */
function useEntries(actorId: number | undefined) {
  const { call } = useClient();
  const [filter] = useState(actorId === undefined ? {} : { actor_id: actorId });
  const ask = useCallback(async (asked: Call) => askFor(asked, filter), [filter]);
  const { answer, problem } = useAnswer(ask);
  const [older, setOlder] = useState<readonly NonNullable<typeof answer>[]>([]);
  const answers = answer ? [answer, ...older] : [];
  const entries: readonly Entry[] = answers.flatMap((one) => one.entries);
  const last = entries.at(-1);
  const more = async () => {
    const next = await askFor(call, { ...filter, before: last?.id ?? 0 });
    if (next.result === "success") setOlder([...older, next]);
  };
  return { entries, problem, isHere: answer !== null, more: answers.at(-1)?.has_more === true ? more : null };
}

function EntryLine({ entry }: { entry: Entry }) {
  const people = useKnown(peopleById);
  const target = useKnown((state) => targetOf(state, entry));
  const { act, actor_id, timestamp, before, after } = entry;
  const actor = actor_id === null ? undefined : people.get(actor_id);
  return (
    <LineItem
      sign={<Avatar id={actor_id ?? 0} name={actor?.full_name ?? said.server} url={actor?.avatar_url} size={28} />}
      title={words.audit.sentence(actor?.full_name ?? said.server, act, target)}
      note={[exactly(timestamp * 1000), ...changesOf(before, after)].join(" · ")}
      isNoteWhole
    />
  );
}
