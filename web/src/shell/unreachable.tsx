import { CloudOff } from "lucide-react";
import { Button } from "../base/ui/forms/button.tsx";
import { Emptiness } from "../base/ui/empty-state.tsx";
import { words } from "../base/words/index.ts";

/** What is shown where nothing is here yet, and the server does not answer. */
export const Unreachable = ({ reason }: { reason: string }) => (
  <Emptiness icon={<CloudOff size={30} aria-hidden />} title={words.connection.unreachable}>
    <p>{reason}</p>
    <Button look="primary" onPress={() => location.reload()}>
      {words.ui.retry}
    </Button>
  </Emptiness>
);
