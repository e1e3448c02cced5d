import type { Call } from "@parlance/client";
import { Button } from "../../base/ui/forms/button.tsx";
import { Skeleton } from "../../base/ui/empty-state.tsx";
import { LineItem, Lines } from "../../base/ui/lists/item-list.tsx";
import { Page, Part, Quiet } from "../../base/ui/page.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { useAnswer } from "../../hooks/use-query.ts";
import { words } from "../../base/words/index.ts";
import { exactly } from "../../base/words/en/times.ts";

const said = words.files;

const askFiles = async (call: Call) => call("GET", "/attachments");

/** What one has uploaded. */
export function OwnFiles() {
  const { answer, problem, again } = useAnswer(askFiles);
  const { isActing, act } = useAct();
  const remove = async (id: number) => {
    if (await act((call) => call("DELETE", `/attachments/${id}`, {}))) again();
  };
  const files = answer?.attachments.toSorted((a, b) => b.create_time - a.create_time);
  return (
    <Page>
      <Part title={said.title}>
        <Quiet>{said.more}</Quiet>
        {problem !== null && <Quiet>{problem}</Quiet>}
        {!answer && problem === null && <Skeleton />}
        {files?.length === 0 && <Quiet>{said.none}</Quiet>}
        <Lines>
          {files?.map(({ id, name, path_id, size, create_time, messages }) => (
            <LineItem
              key={id}
              title={<a href={`/user_uploads/${path_id}`}>{name}</a>}
              note={[said.size(size), exactly(create_time), said.messages(messages.length)].join(" · ")}
              end={
                <Button
                  look="danger"
                  isDisabled={isActing}
                  aria-label={said.remove(name)}
                  onPress={() => void remove(id)}
                >
                  {words.unsent.remove}
                </Button>
              }
            />
          ))}
        </Lines>
      </Part>
    </Page>
  );
}
