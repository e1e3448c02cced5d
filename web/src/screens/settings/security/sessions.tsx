import type { Call } from "@parlance/client";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Skeleton } from "../../../base/ui/empty-state.tsx";
import { Lines, LineItem } from "../../../base/ui/lists/item-list.tsx";
import { Page, Part, Quiet } from "../../../base/ui/page.tsx";
import { say } from "../../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useAnswer } from "../../../hooks/use-query.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { words } from "../../../base/words/index.ts";
import { ago } from "../../../base/words/en/times.ts";

const askSessions = (call: Call) => call("GET", "/users/me/sessions");

/** The browsers in which one is signed in. */
export function Sessions() {
  const { call } = useClient();
  const { answer, problem, again } = useAnswer(askSessions);
  const now = useNow();
  const end = async (id: number) => {
    const told = await call("DELETE", `/users/me/sessions/${id}`);
    if (told.result === "error") say({ text: told.msg, isProblem: true });
    again();
  };
  const endOthers = async () => {
    const told = await call("DELETE", "/users/me/sessions");
    say(
      told.result === "error" ? { text: told.msg, isProblem: true } : { text: words.pages.signedOutOthers(told.ended) },
    );
    again();
  };
  const sessions = answer?.sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) ?? [];
  return (
    <Page>
      <Part title={words.pages.sessions}>
        {problem !== null && <Quiet>{problem}</Quiet>}
        {!answer && problem === null && <Skeleton />}
        <Lines>
          {sessions.map(({ id, client, network, last_used_at, is_current }) => (
            <LineItem
              key={id}
              title={client === "" ? network : client}
              note={`${network} · ${words.pages.used(ago(last_used_at * 1000, now))}`}
              end={
                is_current ? (
                  <Quiet>{words.pages.thisSession}</Quiet>
                ) : (
                  <Button onPress={() => void end(id)}>{words.pages.endSession}</Button>
                )
              }
            />
          ))}
        </Lines>
        {sessions.length > 1 ? (
          <Button look="danger" onPress={() => void endOthers()}>
            {words.pages.endOthers}
          </Button>
        ) : (
          answer && <Quiet>{words.pages.noOtherSession}</Quiet>
        )}
      </Part>
    </Page>
  );
}
