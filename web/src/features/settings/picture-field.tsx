import { type ReactNode, useRef, useState } from "react";
import type { Change } from "../../client/connection/client.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { ErrorText, Row } from "../../base/ui/page.tsx";
import { useAction } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

interface PictureFieldProps {
  /** Name of the picture, such as "Logo". */
  readonly label: string;
  readonly picture: ReactNode;
  /** Whether the picture cannot be changed. The reason is displayed outside this component. */
  readonly isDisabled: boolean;
  readonly hasOwn: boolean;
  readonly upload: (file: File) => Change["request"];
  readonly remove: Change["request"] | null;
}

/**
 * Field in which the user uploads or removes a picture. If the server rejects an upload, the error is shown next to the
 * picture.
 */
export function PictureField({ label, picture, isDisabled, hasOwn, upload, remove }: PictureFieldProps) {
  const { isActing, attempt } = useAction();
  const [problem, setProblem] = useState<string | null>(null);
  const files = useRef<HTMLInputElement>(null);
  const run = async (request: Change["request"]) => {
    const outcome = await attempt(request);
    setProblem(outcome.done ? null : outcome.message);
  };
  return (
    <div role="group" aria-label={label}>
      <Row>
        {picture}
        <input
          ref={files}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          hidden
          aria-label={label}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = "";
            if (file) void run(upload(file));
          }}
        />
        <Button isDisabled={isDisabled || isActing} onPress={() => files.current?.click()}>
          {words.pages.changeAvatar}
        </Button>
        {hasOwn && remove && (
          <Button isDisabled={isDisabled || isActing} onPress={() => void run(remove)}>
            {words.settings.removeAvatar}
          </Button>
        )}
      </Row>
      {problem !== null && <ErrorText>{problem}</ErrorText>}
    </div>
  );
}
