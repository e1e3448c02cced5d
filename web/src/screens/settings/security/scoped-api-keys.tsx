import type { Call } from "@parlance/client";
import { copyText } from "../../../base/ui/clipboard.ts";
import { useState } from "react";
import { Button } from "../../../base/ui/forms/button.tsx";
import { late } from "../../../base/ui/loading/lazy-component.tsx";
import { LineItem, Lines } from "../../../base/ui/lists/item-list.tsx";
import { Part, Quiet, Row } from "../../../base/ui/page.tsx";
import { say } from "../../../base/ui/overlays/toasts.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useAnswer } from "../../../hooks/use-query.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { useOverlays } from "../../../hooks/context/overlay-context.tsx";
import { words } from "../../../base/words/index.ts";
import { ago, exactly } from "../../../base/words/en/times.ts";

const NewKey = late(async () => (await import("./new-scoped-api-key-dialog.tsx")).NewKey);

const said = words.security;

const askKeys = async (call: Call) => call("GET", "/users/me/api_keys");

type Key = Extract<Awaited<ReturnType<typeof askKeys>>, { result: "success" }>["api_keys"][number];

/** Keys for one program each, that can do less than the person. */
export function LesserKeys() {
  const { answer, problem, again } = useAnswer(askKeys);
  const show = useOverlays();
  const [made, setMade] = useState<string | null>(null);
  const receive = (key: string) => {
    setMade(key);
    again();
  };
  return (
    <Part title={said.lesser}>
      <Quiet>{said.lesserMore}</Quiet>
      <Row>
        <Button onPress={() => show((close) => <NewKey onMade={receive} onClose={close} />)}>{said.newKey}</Button>
      </Row>
      {made !== null && <Made secret={made} />}
      {problem !== null && <Quiet>{problem}</Quiet>}
      <Lines>
        {answer?.api_keys.map((one) => (
          <KeyLine key={one.id} of={one} onChange={again} />
        ))}
      </Lines>
    </Part>
  );
}

/** The one time that it is shown. */
export function Made({ secret }: { secret: string }) {
  const copy = async () => {
    await copyText(secret);
    say({ text: words.message.copied });
  };
  return (
    <div role="status">
      <Quiet>{said.shownOnce}</Quiet>
      <Row>
        <code>{secret}</code>
        <Button onPress={() => void copy()}>{said.copyKey}</Button>
      </Row>
    </div>
  );
}

function KeyLine({ of: key, onChange }: { of: Key; onChange: () => void }) {
  const { id, name, read_only, channel_ids, operations, expires_at, last_used_at } = key;
  const { isActing, act } = useAct();
  const now = useNow();
  const revoke = async () => {
    if (await act((call) => call("DELETE", `/users/me/api_keys/${id}`, {}))) onChange();
  };
  const note = [
    read_only ? said.readsOnly : "",
    operations === null ? "" : said.operations(operations.length),
    channel_ids === null ? "" : said.channels(channel_ids.length),
    expires_at === null ? said.noEnd : words.invitations.until(exactly(expires_at * 1000)),
    last_used_at === null ? said.neverUsed : words.pages.used(ago(last_used_at * 1000, now)),
  ];
  return (
    <LineItem
      title={name}
      note={note.filter((part) => part !== "").join(" · ")}
      isNoteWhole
      end={
        <Button look="danger" isDisabled={isActing} onPress={() => void revoke()}>
          {said.revoke}
        </Button>
      }
    />
  );
}
