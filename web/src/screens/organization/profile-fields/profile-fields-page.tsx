import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import { orderProfileFields } from "../../../client/actions/reorder.ts";
import { told } from "../../../hooks/check-outcome.ts";
import { Button, IconButton } from "../../../base/ui/forms/button.tsx";
import { late } from "../../../base/ui/loading/lazy-component.tsx";
import { LineItem, Lines } from "../../../base/ui/lists/item-list.tsx";
import { Menu, MenuItem, MenuLine } from "../../../base/ui/overlays/menu.tsx";
import { Page, Part, Quiet, Row } from "../../../base/ui/page.tsx";
import { MoveItems, SortedLines, type Steps } from "../../../base/ui/lists/sortable-list.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useOverlays } from "../../../hooks/context/overlay-context.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const FieldDialog = late(async () => (await import("./field-dialog.tsx")).FieldDialog);
const DeleteField = late(async () => (await import("./delete-field-dialog.tsx")).DeleteField);

const said = words.profileFields;

/** What the organization asks everybody to say of themselves. */
export function ProfileFieldsPage() {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const fields = useKnown((state) => state.custom_profile_fields) ?? [];
  const show = useOverlays();
  return (
    <Page>
      <Part title={said.title}>
        {!isAdministrator && <Quiet>{words.pages.onlyAdministrators}</Quiet>}
        <Quiet>{said.more}</Quiet>
        {isAdministrator && (
          <Row>
            <Button look="primary" onPress={() => show((close) => <FieldDialog onClose={close} />)}>
              {said.create}
            </Button>
          </Row>
        )}
        {fields.length === 0 && <Quiet>{said.none}</Quiet>}
        {isAdministrator ? <Changeable fields={fields} /> : <Shown fields={fields} />}
      </Part>
    </Page>
  );
}

interface FieldsProps {
  readonly fields: readonly CustomProfileField[];
}

const Shown = ({ fields }: FieldsProps) => (
  <Lines>
    {fields.map((field) => (
      <FieldLine key={field.id} field={field} />
    ))}
  </Lines>
);

function Changeable({ fields }: FieldsProps) {
  const client = useClient();
  return (
    <SortedLines items={fields} onOrder={(ids) => void orderProfileFields(client, ids).then(told)}>
      {(field, grip, steps) => <FieldLine field={field} sign={grip} end={<FieldActs field={field} steps={steps} />} />}
    </SortedLines>
  );
}

interface FieldLineProps {
  readonly field: CustomProfileField;
  readonly sign?: ReactNode;
  readonly end?: ReactNode;
}

function FieldLine({ field, ...rest }: FieldLineProps) {
  const facts = [
    said.types[field.type] ?? "",
    field.display_in_profile_summary === true ? said.facts.onCards : "",
    field.required ? said.facts.required : "",
    field.editable_by_user ? "" : said.facts.fixed,
  ];
  return <LineItem {...rest} title={field.name} note={facts.filter((fact) => fact !== "").join(" · ")} isNoteWhole />;
}

/** What one does with a field. */
function FieldActs({ field, steps }: { field: CustomProfileField; steps: Steps }) {
  const show = useOverlays();
  const button = (
    <IconButton label={said.acts(field.name)}>
      <Ellipsis size={16} aria-hidden />
    </IconButton>
  );
  return (
    <Menu button={button} label={said.acts(field.name)}>
      <MenuItem
        icon={<Pencil size={16} />}
        onAction={() => show((close) => <FieldDialog field={field} onClose={close} />)}
      >
        {said.change}
      </MenuItem>
      <MoveItems {...steps} />
      <MenuLine />
      <MenuItem
        icon={<Trash2 size={16} />}
        isDanger
        onAction={() => show((close) => <DeleteField field={field} onClose={close} />)}
      >
        {said.remove}
      </MenuItem>
    </Menu>
  );
}
