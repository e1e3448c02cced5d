import { useState } from "react";
import type { Call } from "@parlance/client";
import { peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { ItemRow, ItemList } from "../../../base/ui/lists/item-list.tsx";
import { PageSection, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useQuery } from "../../../hooks/use-query.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { ago } from "../../../base/words/en/times.ts";
import { NewSecret } from "../../../features/settings/new-secret.tsx";

const strings = words.administration;

const fetchTokens = async (call: Call) => call("GET", "/realm/scim_tokens");

/** List of the directories that may create and update users and groups by SCIM. Each has a token. */
export function ScimDirectories() {
  const { data, error, refetch } = useQuery(fetchTokens);
  const people = useClientState(peopleById);
  const now = useNow();
  const { isActing, act } = useAction();
  const revoke = async (id: number) => {
    if (await act((call) => call("DELETE", `/realm/scim_tokens/${id}`, {}))) refetch();
  };
  return (
    <PageSection title={strings.directories}>
      <SecondaryText>{strings.directoriesMore}</SecondaryText>
      <NewToken onMade={refetch} />
      {error !== null && <SecondaryText>{error}</SecondaryText>}
      {data?.scim_tokens.length === 0 && <SecondaryText>{strings.noTokens}</SecondaryText>}
      <ItemList>
        {data?.scim_tokens.map(({ id, name, creator_id, last_used_at }) => (
          <ItemRow
            key={id}
            title={name}
            note={[
              strings.madeBy(people.get(creator_id)?.full_name ?? words.shell.unknownPerson),
              last_used_at === null ? words.security.neverUsed : words.pages.used(ago(last_used_at * 1000, now)),
            ].join(" · ")}
            end={
              <Button variant="danger" isDisabled={isActing} onPress={() => void revoke(id)}>
                {words.security.revoke}
              </Button>
            }
          />
        ))}
      </ItemList>
    </PageSection>
  );
}

function NewToken({ onMade }: { onMade: () => void }) {
  const { isActing, attempt } = useAction();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const make = async () => {
    const outcome = await attempt(async (call) => {
      const answer = await call("POST", "/realm/scim_tokens", { name: name.trim() });
      if (answer.result === "success") setMade(answer.token);
      return answer;
    });
    setProblem(outcome.done ? null : outcome.message);
    if (!outcome.done) return;
    setName("");
    onMade();
  };
  return (
    <>
      <Row>
        <Field label={strings.newToken} value={name} problem={problem} onChange={setName} />
        <Button isDisabled={name.trim() === "" || isActing} onPress={() => void make()}>
          {strings.makeToken}
        </Button>
      </Row>
      {made !== null && <NewSecret secret={made} />}
    </>
  );
}
