import type { Call } from "@parlance/client";
import { Button } from "../../base/ui/forms/button.tsx";
import { Skeleton } from "../../base/ui/empty-state.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { Page, PageSection, SecondaryText } from "../../base/ui/page.tsx";
import { useAction } from "../../hooks/use-action.ts";
import { useQuery } from "../../hooks/use-query.ts";
import { words } from "../../base/words/index.ts";
import { exactly } from "../../base/words/en/times.ts";

const strings = words.files;

const fetchFiles = async (call: Call) => call("GET", "/attachments");

/** List of the user's uploaded files. */
export function UploadedFiles() {
  const { data, error, refetch } = useQuery(fetchFiles);
  const { isActing, act } = useAction();
  const remove = async (id: number) => {
    if (await act((call) => call("DELETE", `/attachments/${id}`, {}))) refetch();
  };
  const files = data?.attachments.toSorted((a, b) => b.create_time - a.create_time);
  return (
    <Page>
      <PageSection title={words.settingsPages.settings.files.title}>
        <SecondaryText>{strings.more}</SecondaryText>
        {error !== null && <SecondaryText>{error}</SecondaryText>}
        {!data && error === null && <Skeleton />}
        {files?.length === 0 && <SecondaryText>{strings.none}</SecondaryText>}
        <ItemList>
          {files?.map(({ id, name, path_id, size, create_time, messages }) => (
            <ItemRow
              key={id}
              title={<a href={`/user_uploads/${path_id}`}>{name}</a>}
              note={[strings.size(size), exactly(create_time), strings.messages(messages.length)].join(" · ")}
              end={
                <Button
                  variant="danger"
                  isDisabled={isActing}
                  aria-label={strings.remove(name)}
                  onPress={() => void remove(id)}
                >
                  {words.drafts.remove}
                </Button>
              }
            />
          ))}
        </ItemList>
      </PageSection>
    </Page>
  );
}
