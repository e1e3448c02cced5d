import { useState } from "react";
import type { ChannelFolder } from "@parlance/contract/nouns/channel-folders.ts";
import { FormDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

interface FolderDialogProps {
  /** The folder to edit. If undefined, the dialog creates a folder. */
  readonly folder?: ChannelFolder;
  readonly onClose: () => void;
}

/** Dialog in which the user enters the name and the description of a folder. */
export function FolderDialog({ folder, onClose }: FolderDialogProps) {
  const { attempt } = useAction();
  const longestName = useClientState((state) => state.max_channel_folder_name_length);
  const longestDescription = useClientState((state) => state.max_channel_folder_description_length);
  const [name, setName] = useState(folder?.name ?? "");
  const [description, setDescription] = useState(folder?.description ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    const folderText = { name: name.trim(), description: description.trim() };
    const outcome = await attempt((call) =>
      folder
        ? call("PATCH", `/channel_folders/${folder.id}`, folderText)
        : call("POST", "/channel_folders/create", folderText),
    );
    setProblem(outcome.done ? null : outcome.message);
    return outcome.done;
  };
  return (
    <FormDialog
      title={folder ? words.folders.changeTitle(folder.name) : words.folders.create}
      submitLabel={folder ? words.pages.save : words.folders.make}
      canSubmit={name.trim() !== ""}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label={words.pages.name}
        value={name}
        problem={problem}
        onChange={setName}
        {...(longestName === undefined ? {} : { maxLength: longestName })}
      />
      <Field
        label={words.pages.description}
        rows={3}
        value={description}
        onChange={setDescription}
        {...(longestDescription === undefined ? {} : { maxLength: longestDescription })}
      />
    </FormDialog>
  );
}
