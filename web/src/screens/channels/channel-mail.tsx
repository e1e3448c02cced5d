import { useState } from "react";
import { copyText } from "../../base/ui/clipboard.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Part, Problem, Quiet, Row } from "../../base/ui/page.tsx";
import { say } from "../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { words } from "../../base/words/index.ts";

const said = words.channels;

/** The address by which one writes to a channel from a mail program. */
export function ChannelMail({ channelId }: { channelId: number }) {
  const { call } = useClient();
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const show = async () => {
    const answer = await call("GET", `/streams/${channelId}/email_address`, {});
    setProblem(answer.result === "error" ? answer.msg : null);
    if (answer.result === "success") setAddress(answer.email);
  };
  const copy = async () => {
    await copyText(address ?? "");
    say({ text: words.message.copied });
  };
  return (
    <Part title={said.mail}>
      <Quiet>{address === "" ? said.noMail : said.mailMore}</Quiet>
      <Row>
        {address === null && <Button onPress={() => void show()}>{said.showMail}</Button>}
        {address !== null && address !== "" && (
          <>
            <code>{address}</code>
            <Button onPress={() => void copy()}>{words.security.copyKey}</Button>
          </>
        )}
      </Row>
      {problem !== null && <Problem>{problem}</Problem>}
    </Part>
  );
}
