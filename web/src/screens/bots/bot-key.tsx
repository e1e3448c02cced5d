import { useState } from "react";
import type { Bot } from "@parlance/contract/nouns/bots.ts";
import { copyText } from "../../base/ui/clipboard.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Part, Quiet, Row } from "../../base/ui/page.tsx";
import { say } from "../../base/ui/overlays/toasts.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

const said = words.bots;

/** By what a bot signs in. */
export function BotKey({ bot: { user_id: id, email, api_key, is_active } }: { bot: Bot }) {
  const { isActing, act } = useAct();
  const [isShown, setShown] = useState(false);
  const copy = async () => {
    await copyText(api_key);
    say({ text: words.message.copied });
  };
  const renew = async () => {
    if (await act((call) => call("POST", `/bots/${id}/api_key/regenerate`, {}))) say({ text: said.renewed });
  };
  return (
    <Part title={said.key}>
      <Quiet>
        {said.address} <code>{email}</code>
      </Quiet>
      {api_key === "" ? (
        <Quiet>{said.keyHidden}</Quiet>
      ) : (
        <Row>
          {isShown ? <code>{api_key}</code> : <Button onPress={() => setShown(true)}>{said.showKey}</Button>}
          <Button onPress={() => void copy()}>{said.copyKey}</Button>
          {is_active && (
            <Button look="danger" isDisabled={isActing} onPress={() => void renew()}>
              {said.renewKey}
            </Button>
          )}
        </Row>
      )}
    </Part>
  );
}
