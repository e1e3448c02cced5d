import { useCallback, useState } from "react";
import type { Call, ResponseOf } from "@parlance/client";
import type { State } from "@parlance/contract/state/index.ts";
import { peopleById, channelsById, groupsById } from "../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Button } from "../../base/ui/forms/button.tsx";
import { ComboBoxField } from "../../base/ui/forms/combo-box-field.tsx";
import { Skeleton } from "../../base/ui/empty-state.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { Page, SecondaryText, Row } from "../../base/ui/page.tsx";
import { bestMatches } from "../../base/text/rank-matches.ts";
import { useQuery } from "../../hooks/use-query.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { exactly } from "../../base/words/en/times.ts";
import { auditedChanges } from "./audit-values.ts";

const auditStrings = words.audit;

/** An entry of the audit log: an action on other users or on the organization. */
type AuditLogEntry = ResponseOf<"GET /audit_log">["entries"][number];

/**
 * Returns the name of the object that an action changed. For an unknown user, a text that says so. Empty for the
 * organization itself or another object whose name is unknown.
 */
function auditTarget(state: State, { target_type, target_id, before, after }: AuditLogEntry): string {
  const named = target_id === null ? undefined : targetName(state, target_type, target_id);
  const written = [after, before].map((facts) => facts?.["name"] ?? facts?.["full_name"] ?? facts?.["domain"]);
  const text = named ?? written.find((name) => typeof name === "string");
  return text ?? (target_type === "user" ? auditStrings.somebody : "");
}

function targetName(state: State, type: string, id: number): string | undefined {
  if (type === "user" || type === "bot") return peopleById(state).get(id)?.full_name;
  if (type === "channel") return channelsById(state).get(id)?.name;
  if (type === "user_group") return groupsById(state).get(id)?.name;
  return undefined;
}

const strings = words.administration;

/** Number of entries that are fetched by one request. */
const PAGE_SIZE = 50;

const fetchEntries = async (call: Call, filter: { readonly actor_id?: number; readonly before?: number }) =>
  call("GET", "/audit_log", { limit: PAGE_SIZE, ...filter });

/** The audit log: actions that users performed on other users or on the organization, newest first. */
export function AuditLog() {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const people = useClientState(peopleById);
  const [name, setName] = useState("");
  const actor = [...people.values()].find(({ full_name }) => full_name === name);
  if (!isAdministrator) {
    return (
      <Page>
        <SecondaryText>{strings.auditForAdministrators}</SecondaryText>
      </Page>
    );
  }
  const names = bestMatches(
    new Set([...people.values()].map(({ full_name }) => full_name)),
    (text) => [text],
    actor ? "" : name,
    MAX_OPTIONS,
  );
  return (
    <Page>
      <ComboBoxField
        label={strings.byWhom}
        options={names}
        value={name}
        onChange={setName}
        allowsCustomValue
        placeholder={strings.anybody}
      />
      <AuditLogEntries key={actor?.user_id ?? "all"} actorId={actor?.user_id} />
    </Page>
  );
}

/** Maximum number of suggested names. */
const MAX_OPTIONS = 30;

function AuditLogEntries({ actorId }: { actorId: number | undefined }) {
  const { entries, problem, isHere, more } = useAuditLogEntries(actorId);
  return (
    <>
      {problem !== null && <SecondaryText>{problem}</SecondaryText>}
      {!isHere && problem === null && <Skeleton lines={6} />}
      {isHere && entries.length === 0 && (
        <SecondaryText>{actorId === undefined ? words.audit.none : strings.noEntries}</SecondaryText>
      )}
      <ItemList>
        {entries.map((entry) => (
          <AuditLogRow key={entry.id} entry={entry} />
        ))}
      </ItemList>
      {more && (
        <Row>
          <Button onPress={() => void more()}>{strings.older}</Button>
        </Row>
      )}
    </>
  );
}

/**
 * Fetches the audit log, or only the actions of one user. `more` fetches older entries. It is null if there are none.
 */
function useAuditLogEntries(actorId: number | undefined) {
  const { call } = useClient();
  const [filter] = useState(actorId === undefined ? {} : { actor_id: actorId });
  const load = useCallback(async (callApi: Call) => fetchEntries(callApi, filter), [filter]);
  const { data, error } = useQuery(load);
  const [older, setOlder] = useState<readonly NonNullable<typeof data>[]>([]);
  const answers = data ? [data, ...older] : [];
  const entries: readonly AuditLogEntry[] = answers.flatMap((one) => one.entries);
  const last = entries.at(-1);
  const more = async () => {
    const next = await fetchEntries(call, { ...filter, before: last?.id ?? 0 });
    if (next.result === "success") setOlder([...older, next]);
  };
  return { entries, problem: error, isHere: data !== null, more: answers.at(-1)?.has_more === true ? more : null };
}

function AuditLogRow({ entry }: { entry: AuditLogEntry }) {
  const people = useClientState(peopleById);
  const state = useClientState((known) => known);
  const target = auditTarget(state, entry);
  const { act, actor_id, timestamp, before, after } = entry;
  const actor = actor_id === null ? undefined : people.get(actor_id);
  return (
    <ItemRow
      icon={<Avatar id={actor_id ?? 0} name={actor?.full_name ?? strings.server} url={actor?.avatar_url} size={28} />}
      title={words.audit.sentence(actor?.full_name ?? strings.server, act, target)}
      note={[exactly(timestamp * 1000), ...auditedChanges(state, before, after)].join(" · ")}
      wrapsNote
    />
  );
}
