import { useEffect, useState } from "react";
import { beTold, beToldNoMore, pushStanding, type PushStanding } from "../../client/connection/service-worker.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Tick } from "../../base/ui/forms/choice-fields.tsx";
import { Part, Quiet, Row } from "../../base/ui/page.tsx";
import { say } from "../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { words } from "../../base/words/index.ts";

const said = words.notices;

type Permission = NotificationPermission | "unknown";

const permissionNow = (): Permission => ("Notification" in window ? Notification.permission : "unknown");

/** Whether this browser shows notifications, and the ways to have it so. */
export function BrowserNotices() {
  const [permission, setPermission] = useState(permissionNow);
  const allow = async () => {
    await Notification.requestPermission();
    setPermission(permissionNow());
  };
  return (
    <Part title={said.here}>
      {permission === "unknown" && <Quiet>{said.unknown}</Quiet>}
      {permission === "denied" && <Quiet>{said.blocked}</Quiet>}
      {permission === "default" && (
        <>
          <Quiet>{said.notAsked}</Quiet>
          <Row>
            <Button look="primary" onPress={() => void allow()}>
              {said.allow}
            </Button>
          </Row>
        </>
      )}
      {permission === "granted" && <Allowed />}
    </Part>
  );
}

function Allowed() {
  const { standing, isBusy, change } = useStanding();
  return (
    <>
      <Quiet>{said.allowed}</Quiet>
      {standing === "none" ? (
        <Quiet>{said.noAway}</Quiet>
      ) : (
        <Tick
          isSelected={standing === "on"}
          isDisabled={isBusy}
          hint={said.awayHint}
          onChange={(isOn) => void change(isOn)}
        >
          {said.away}
        </Tick>
      )}
    </>
  );
}

/** Whether the server tells this browser while no page is open. */
function useStanding() {
  const { call } = useClient();
  const [standing, setStanding] = useState<PushStanding>("none");
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void pushStanding().then(setStanding);
  }, []);
  const change = async (isOn: boolean) => {
    setBusy(true);
    try {
      await (isOn ? beTold(call) : beToldNoMore(call));
    } catch (error) {
      say({ text: said.failed(error instanceof Error ? error.message : String(error)), isProblem: true });
    }
    setStanding(await pushStanding());
    setBusy(false);
  };
  return { standing, isBusy, change };
}
