import { useState } from "react";
import type { Bot } from "@parlance/contract/nouns/bots.ts";
import { best } from "../../base/text/rank-matches.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Combo } from "../../base/ui/forms/combo-box-field.tsx";
import { Part, Problem, Quiet } from "../../base/ui/page.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";

const said = words.bots;

/** So many are offered at a time. */
const OFFERED = 30;

/** Whose it is, and whose it can be. */
export function BotOwner({ bot: { user_id: id, owner_id, is_active } }: { bot: Bot }) {
  const people = useKnown(peopleById);
  const { attempt } = useAct();
  const [written, setWritten] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const owners = new Map<string, number>();
  for (const { user_id, full_name, is_bot, is_active: isActive } of people.values()) {
    if (isActive && !is_bot && user_id !== owner_id) {
      owners.set(owners.has(full_name) ? `${full_name} (${user_id})` : full_name, user_id);
    }
  }
  const write = async (text: string) => {
    const chosen = owners.get(text);
    setWritten(chosen === undefined ? text : "");
    if (chosen === undefined) return;
    const outcome = await attempt((call) => call("PATCH", `/bots/${id}`, { bot_owner_id: chosen }));
    setProblem(outcome.done ? null : outcome.message);
  };
  return (
    <Part title={said.owner}>
      <b dir="auto">{people.get(owner_id ?? 0)?.full_name ?? words.shell.unknownPerson}</b>
      <Quiet>{said.ownerMore}</Quiet>
      {is_active && (
        <Combo
          label={said.newOwner}
          options={best(owners.keys(), (name) => [name], written, OFFERED)}
          value={written}
          onChange={(text) => void write(text)}
        />
      )}
      {problem !== null && <Problem>{problem}</Problem>}
    </Part>
  );
}
