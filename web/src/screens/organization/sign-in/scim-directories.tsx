import { useState } from "react";
import type { Call } from "@parlance/client";
import { peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { LineItem, Lines } from "../../../base/ui/lists/item-list.tsx";
import { Part, Quiet, Row } from "../../../base/ui/page.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useAnswer } from "../../../hooks/use-query.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { ago } from "../../../base/words/en/times.ts";
import { Made } from "../../settings/security/scoped-api-keys.tsx";

const said = words.administration;

const askTokens = async (call: Call) => call("GET", "/realm/scim_tokens");

/** The directories that keep people and groups of the organization. */
export function Directories() {
  const { answer, problem, again } = useAnswer(askTokens);
  const people = useKnown(peopleById);
  const now = useNow();
  const { isActing, act } = useAct();
  const revoke = async (id: number) => {
    if (await act((call) => call("DELETE", `/realm/scim_tokens/${id}`, {}))) again();
  };
  return (
    <Part title={said.directories}>
      <Quiet>{said.directoriesMore}</Quiet>
      <NewToken onMade={again} />
      {problem !== null && <Quiet>{problem}</Quiet>}
      {answer?.scim_tokens.length === 0 && <Quiet>{said.noTokens}</Quiet>}
      <Lines>
        {answer?.scim_tokens.map(({ id, name, creator_id, last_used_at }) => (
          <LineItem
            key={id}
            title={name}
            note={[
              said.madeBy(people.get(creator_id)?.full_name ?? words.shell.unknownPerson),
              last_used_at === null ? words.security.neverUsed : words.pages.used(ago(last_used_at * 1000, now)),
            ].join(" · ")}
            end={
              <Button look="danger" isDisabled={isActing} onPress={() => void revoke(id)}>
                {words.security.revoke}
              </Button>
            }
          />
        ))}
      </Lines>
    </Part>
  );
}

function NewToken({ onMade }: { onMade: () => void }) {
  const { isActing, attempt } = useAct();
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
        <Field label={said.newToken} value={name} problem={problem} onChange={setName} />
        <Button isDisabled={name.trim() === "" || isActing} onPress={() => void make()}>
          {said.makeToken}
        </Button>
      </Row>
      {made !== null && <Made secret={made} />}
    </>
  );
}
