import { Button } from "../../base/ui/forms/button.tsx";
import { Part, Quiet, Row } from "../../base/ui/page.tsx";
import { say } from "../../base/ui/overlays/toasts.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

const said = words.signIn;

/** Makes worthless what people could still act by who have no way to sign in any more. */
export function RenewKeys() {
  const { isActing, act } = useAct();
  const renew = async () => {
    let count = 0;
    const isDone = await act(async (call) => {
      const answer = await call("POST", "/realm/api_keys/renew", {});
      if (answer.result === "success") count = answer.user_ids.length;
      return answer;
    });
    if (isDone) say({ text: said.renewed(count) });
  };
  return (
    <Part title={said.keys}>
      <Quiet>{said.keysMore}</Quiet>
      <Row>
        <Button look="danger" isDisabled={isActing} onPress={() => void renew()}>
          {said.renew}
        </Button>
      </Row>
    </Part>
  );
}
